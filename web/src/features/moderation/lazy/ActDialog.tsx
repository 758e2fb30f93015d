import type { ReportReason } from '@gyan/contract/moderated.ts';
import type { Act } from '@gyan/contract/moderation.ts';
import { type FormEvent, useState } from 'react';
import { reasonOf } from '#lib/api-problem.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { Select } from '#ui/Select.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { ruleList, rules } from '../texts.ts';

export interface ActReasons {
  rule: ReportReason;
  text: string;
  /** Of a suspension, in milliseconds; null for good. */
  until?: number | null;
}

interface ActDialogProps {
  act: Act;
  title: string;
  rule: ReportReason;
  onSend: (reasons: ActReasons) => Promise<void>;
  onClose: () => void;
}

const dayMs = 24 * 3600 * 1000;

const terms = [
  { days: 1, label: 'One day' },
  { days: 7, label: 'One week' },
  { days: 30, label: '30 days' },
  { days: 365, label: 'One year' },
  { days: 0, label: 'For good' },
];

/** Asks for the rule and the sentence that the person will read. */
export function ActDialog({ act, title, rule: firstRule, onSend, onClose }: ActDialogProps) {
  const [rule, setRule] = useState(firstRule);
  const [text, setText] = useState('');
  const [days, setDays] = useState(7);
  // Sending again after a lost answer sends the same.
  const [begun] = useState(() => Date.now());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const send = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const until = days === 0 ? null : begun + days * dayMs;
      await onSend({ rule, text, ...(act === 'suspend' ? { until } : {}) });
    } catch (error) {
      setProblem(reasonOf(error));
      setBusy(false);
    }
  };

  return (
    <Dialog open title={title} description="The person reads the rule and the reason." onClose={onClose}>
      <Form
        submitting={busy}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void send();
        }}
      >
        <Field label="Rule">
          <Select
            value={rule}
            onChange={({ target }) => setRule(ruleList.find((each) => each === target.value) ?? rule)}
          >
            {ruleList.map((each) => (
              <option key={each} value={each}>
                {rules[each].name}
              </option>
            ))}
          </Select>
        </Field>
        {act === 'suspend' && (
          <Field label="For how long">
            <Select value={String(days)} onChange={({ target }) => setDays(Number(target.value))}>
              {terms.map((term) => (
                <option key={term.days} value={String(term.days)}>
                  {term.label}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field label="Reason" hint="What happened, in a sentence or two.">
          <TextArea value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
        {problem && <Alert tone="danger">{problem}</Alert>}
        <div className="form-actions">
          <Button type="submit" variant="primary" busy={busy}>
            {title}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
