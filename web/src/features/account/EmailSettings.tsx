import './account.css';
import { EmailForm } from '@gyan/contract/factors.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { useRef, useState } from 'react';
import { DemoMail } from '#features/auth/DemoMail.tsx';
import { api } from '#features/session/actions.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { refusalText } from './factors.ts';
import { useStepUp } from './use-step-up.tsx';

/** Changes the address of the account; both addresses confirm it. */
export function EmailSettings({ user }: { user: UserModel }) {
  const [asked, setAsked] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const stepUp = useStepUp(user, (error) => queueToast({ tone: 'danger', text: refusalText(error) }));
  const form = useContractForm({
    schema: EmailForm,
    defaults: { emailId: '', currentPasswd: undefined },
    errorField: 'emailId',
    submit: ({ emailId }) =>
      stepUp.run(async () => {
        await api('PUT /r/email', { body: { emailId } });
        setAsked(emailId);
        // The focused button unmounts.
        heading.current?.focus();
      }),
  });
  return (
    <section aria-labelledby="address">
      <h2 id="address" ref={heading} tabIndex={-1}>
        E-mail address
      </h2>
      <p className="quiet sent-to">
        Your address is {user.emailId}. A new one has to be confirmed at both addresses.
      </p>
      {asked === undefined ? (
        <ContractForm form={form}>
          <Field label="New e-mail address" error={form.errorOf('emailId')}>
            <TextInput
              {...form.register('emailId')}
              type="email"
              autoComplete="email"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
            />
          </Field>
          <div className="form-actions">
            <Button type="submit" busy={form.submitting}>
              Change address
            </Button>
          </div>
        </ContractForm>
      ) : (
        <>
          <Alert tone="success">
            We have written to your old and your new address. Open both e-mails within 24 hours.
          </Alert>
          <DemoMail />
        </>
      )}
      {stepUp.dialog}
    </section>
  );
}
