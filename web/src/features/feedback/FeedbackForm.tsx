import { FeedbackForm as schema } from '@gyan/contract/feedback.ts';
import { useState } from 'react';
import { api } from '#features/session/actions.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextInput } from '#ui/TextInput.tsx';

interface FeedbackFormProps {
  kind: 'feedback' | 'contact';
}

/** Sends feedback to the admins. */
export function FeedbackForm({ kind }: FeedbackFormProps) {
  const [sent, setSent] = useState(0);
  const form = useContractForm({
    schema,
    defaults: { name: '', emailId: '', feedback: '', kind },
    submit: async (body) => {
      setSent(0);
      await api('POST /feedback', { body });
      form.fields.reset();
      setSent((count) => count + 1);
    },
  });
  return (
    <ContractForm form={form}>
      <Field label={kind === 'contact' ? 'First name' : 'Name'} error={form.errorOf('name')} marked>
        <TextInput {...form.register('name')} autoComplete={kind === 'contact' ? 'given-name' : 'name'} />
      </Field>
      <Field label="E-mail" error={form.errorOf('emailId')} marked>
        <TextInput
          {...form.register('emailId')}
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label="Message" error={form.errorOf('feedback')} marked>
        <TextArea {...form.register('feedback')} />
      </Field>
      <div className="form-actions">
        <Button type="submit" variant="primary" busy={form.submitting}>
          {kind === 'contact' ? 'Send message' : 'Send feedback'}
        </Button>
      </div>
      {sent > 0 && (
        <Alert key={sent} tone="success" autoHide dismissible onHide={() => setSent(0)}>
          {kind === 'contact' ? 'Message' : 'Feedback'} submitted successfully.
        </Alert>
      )}
    </ContractForm>
  );
}
