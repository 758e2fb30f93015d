import { invitationCalls } from '@gyan/contract/invitations.ts';
import { Mail } from 'lucide-react';
import { api } from '#features/session/actions.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { queueToast } from '#ui/toast-queue.ts';

interface InviteFormProps {
  onInvited: (emailId: string) => void;
}

/** Invites any e-mail address, also outside the contacts. */
export function InviteForm({ onInvited }: InviteFormProps) {
  const form = useContractForm({
    schema: invitationCalls['POST /r/invite'].body,
    defaults: { emailId: '' },
    submit: async ({ emailId }) => {
      await api('POST /r/invite', { body: { emailId } });
      form.fields.reset();
      queueToast({ tone: 'success', text: `Your invitation to ${emailId} is on its way.` });
      onInvited(emailId);
    },
    errorField: 'emailId',
  });
  return (
    <ContractForm form={form} className="invite-form">
      <div className="invite-row">
        <Field label="Invite by e-mail" error={form.errorOf('emailId')}>
          <TextInput
            {...form.register('emailId')}
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Button type="submit" busy={form.submitting} icon={<Mail size={18} aria-hidden="true" />}>
          Send invitation
        </Button>
      </div>
    </ContractForm>
  );
}
