import type { RemixedField } from '@gyan/contract/remixes.ts';
import type { RevisedField } from '@gyan/contract/revisions.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldLabels } from '#features/revisions/card-changes.ts';
import { Difference } from '#features/revisions/Difference.tsx';
import { reasonOf } from '#lib/api-problem.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { takeOver } from './api.ts';

interface TakeOverProps {
  card: { id: number; title: string };
  fields: readonly RemixedField[];
  /** The card was changed, or the offer was declined. */
  onDone: () => void;
  onClose: () => void;
}

const sides = { before: 'Yours', after: 'The original' };

/** The changes of the original, of which each field can be taken over. */
export function TakeOver({ card, fields, onDone, onClose }: TakeOverProps) {
  const [chosen, setChosen] = useState<ReadonlySet<RevisedField>>(new Set());
  const [busy, setBusy] = useState<'take' | 'keep'>();
  const [problem, setProblem] = useState<string>();
  const client = useQueryClient();

  const choose = (field: RevisedField, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(field);
    else next.delete(field);
    setChosen(next);
  };

  const send = async (action: 'take' | 'keep') => {
    setBusy(action);
    setProblem(undefined);
    try {
      await takeOver(card.id, action === 'take' ? [...chosen] : []);
      queueToast({
        tone: 'success',
        text: action === 'take' ? `“${card.title}” has the changes.` : 'You keep your version.',
      });
      void client.invalidateQueries({ queryKey: queryKeys.allRemixChanges() });
      onDone();
    } catch (error) {
      setBusy(undefined);
      setProblem(`Nothing was changed. ${reasonOf(error)}`);
    }
  };

  return (
    <Dialog
      open
      size="lg"
      title={`What changed in the original of “${card.title}”`}
      description="Choose what to take over. What you leave out stays as you have it."
      onClose={onClose}
      footer={
        <>
          <Button busy={busy === 'keep'} onClick={() => void send('keep')}>
            Keep mine
          </Button>
          <Button
            variant="primary"
            busy={busy === 'take'}
            aria-disabled={chosen.size === 0 || undefined}
            onClick={() => chosen.size > 0 && void send('take')}
          >
            Take over
          </Button>
        </>
      }
    >
      <Difference
        changes={fields.map(({ field, mine, theirs }) => ({ field, before: mine, after: theirs }))}
        sides={sides}
        renderControl={(field) => (
          <label className="remix-take">
            <input
              type="checkbox"
              checked={chosen.has(field)}
              onChange={({ target }) => choose(field, target.checked)}
            />
            Take over<span className="sr-only"> {fieldLabels[field]}</span>
          </label>
        )}
      />
      {problem && <Alert tone="danger">{problem}</Alert>}
    </Dialog>
  );
}
