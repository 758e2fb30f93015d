import type { ReportReason } from '@gyan/contract/moderated.ts';
import type { ReportedKind } from '@gyan/contract/moderation.ts';
import { type FormEvent, useState } from 'react';
import { api } from '#features/session/actions.ts';
import { reasonOf } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { useIdempotencyKey } from '#lib/use-idempotency-key.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { Link } from '#ui/Link.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { kindNames } from '../texts.ts';
import { ReasonChoice } from './ReasonChoice.tsx';

interface ReportDialogProps {
  kind: ReportedKind;
  id: number;
  onClose: () => void;
}

/** A signed-in user reports an object to the admins. */
export function ReportDialog({ kind, id, onClose }: ReportDialogProps) {
  const [reason, setReason] = useState<ReportReason>();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const keyOf = useIdempotencyKey();

  const send = async (chosen: ReportReason) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const body = { kind, id, reason: chosen, ...(text.trim() === '' ? {} : { text }) };
      await api('POST /r/report', { body, idempotencyKey: keyOf(body) });
      onClose();
      queueToast({ tone: 'success', text: 'Thank you. An admin will look at it, and you will be told.' });
    } catch (error) {
      setProblem(reasonOf(error));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason === undefined) setProblem('Please choose what is wrong with it.');
    else void send(reason);
  };

  return (
    <Dialog
      open
      title={`Report this ${kindNames[kind]}`}
      description="Only admins see who reported it."
      onClose={onClose}
    >
      <Form onSubmit={submit} submitting={busy}>
        <ReasonChoice value={reason} onChange={setReason} />
        <Field label="In your words" optional>
          <TextArea rows={3} value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
        {problem && <Alert tone="danger">{problem}</Alert>}
        <p className="quiet">
          <Link className="link" to={paths.rules}>
            The rules
          </Link>
        </p>
        <div className="form-actions">
          <Button type="submit" variant="primary" busy={busy}>
            Send report
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
