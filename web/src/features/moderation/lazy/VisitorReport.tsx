import type { ReportReason } from '@gyan/contract/moderated.ts';
import { type FormEvent, useState } from 'react';
import { api } from '#features/session/actions.ts';
import { useMember } from '#features/session/store.ts';
import { reasonOf } from '#lib/api-problem.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { type AddressedObject, objectAt } from '../reported-object.ts';
import { ReasonChoice } from './ReasonChoice.tsx';

async function idOf(object: AddressedObject) {
  if (!('urlText' in object)) return object;
  const { postModel } = await api('GET /post', { query: { postId: object.urlText } });
  return { kind: 'post' as const, id: postModel.id };
}

/** A report by the address of the object, for everybody. Visitors leave an e-mail address for the answer. */
export function VisitorReport({ address: first }: { address: string }) {
  const member = useMember();
  const [address, setAddress] = useState(first);
  const [reason, setReason] = useState<ReportReason>();
  const [text, setText] = useState('');
  const [emailId, setEmailId] = useState('');
  const [state, setState] = useState<'rest' | 'busy' | 'sent'>('rest');
  const [problem, setProblem] = useState<string>();

  const send = async () => {
    const object = objectAt(address);
    if (!object) return setProblem('Please give the address of a card, chain, subject, comment or profile.');
    if (!reason) return setProblem('Please choose what is wrong with it.');
    setState('busy');
    setProblem(undefined);
    try {
      const body = { ...(await idOf(object)), reason, text };
      await (member ? api('POST /r/report', { body }) : api('POST /report', { body: { ...body, emailId } }));
      setState('sent');
    } catch (error) {
      setProblem(reasonOf(error));
      setState('rest');
    }
    return undefined;
  };

  if (state === 'sent') {
    return (
      <Alert tone="success" title="Thank you">
        An admin will look at it. You will be told what became of it.
      </Alert>
    );
  }
  return (
    <Form
      submitting={state === 'busy'}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field label="Address of what you report" hint="Copy it from the address bar of your browser.">
        <TextInput value={address} onChange={({ target }) => setAddress(target.value)} />
      </Field>
      <ReasonChoice value={reason} onChange={setReason} />
      <Field label="In your words" optional>
        <TextArea rows={3} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      {!member && (
        <Field label="Your e-mail address" hint="Only for the answer.">
          <TextInput
            type="email"
            autoComplete="email"
            value={emailId}
            onChange={({ target }) => setEmailId(target.value)}
          />
        </Field>
      )}
      {problem && <Alert tone="danger">{problem}</Alert>}
      <div className="form-actions">
        <Button type="submit" variant="primary" busy={state === 'busy'}>
          Send report
        </Button>
      </div>
    </Form>
  );
}
