import type { ReactNode } from 'react';
import { Alert } from '#ui/Alert.tsx';
import { Form } from '#ui/Form.tsx';
import { NeedsJavaScript } from '#ui/NeedsJavaScript.tsx';
import type { ContractFormState } from './use-contract-form.ts';

export interface ContractFormProps {
  form: ContractFormState;
  children: ReactNode;
  className?: string;
}

/** The fields; under the button, for five seconds, why the submit was refused. */
export function ContractForm({
  form: { props, refusal, hideRefusal },
  children,
  className,
}: ContractFormProps) {
  return (
    <Form {...props} className={className}>
      <NeedsJavaScript subject="This form" />
      {children}
      {refusal.messages.length > 0 && (
        <Alert key={refusal.count} tone="danger" autoHide dismissible onHide={hideRefusal}>
          {refusal.messages.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Alert>
      )}
    </Form>
  );
}
