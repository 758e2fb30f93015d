import type { ReactNode } from 'react';
import { Alert } from '#ui/Alert.tsx';
import { Form } from '#ui/Form.tsx';
import type { ContractFormState } from './use-contract-form.ts';
import { ValidationAlert } from './ValidationAlert.tsx';

export interface ContractFormProps {
  form: ContractFormState;
  children: ReactNode;
  className?: string;
}

/** The fields; under the button, for five seconds, the validation errors or the server's refusal. */
export function ContractForm({ form, children, className }: ContractFormProps) {
  return (
    // Outside a dialog this method sends nothing: a submit before hydration must not put a password into the
    // URL.
    <Form {...form.props} method="dialog" className={className}>
      {children}
      <ValidationAlert {...form.checked} />
      {form.failure && (
        <Alert tone="danger" autoHide dismissible onHide={form.hideFailure}>
          {form.failure.text}
        </Alert>
      )}
    </Form>
  );
}
