import '../moderation.css';
import type { StatementModel } from '@gyan/contract/moderation.ts';
import { appealableActs } from '@gyan/contract/moderation-acts.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '#features/session/actions.ts';
import { reasonOf } from '#lib/api-problem.ts';
import { PagedList } from '#lib/PagedList.tsx';
import { queryKeys } from '#lib/query-keys.ts';
import { TimeAgo } from '#lib/TimeAgo.tsx';
import { useHashTarget } from '#lib/use-hash-target.ts';
import { useIdempotencyKey } from '#lib/use-idempotency-key.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { actNames, kindNames, rules } from '../texts.ts';
import { ObjectLink } from './ActFacts.tsx';
import { statements } from './api.ts';

/** Decisions of admins about the viewer, with their reasons. */
export function StatementList({ userId }: { userId: number }) {
  const query = useInfiniteQuery(statements(userId));
  useHashTarget(query);
  return (
    <PagedList
      query={query}
      itemsOf={(page) => page.statementModelVec}
      keyOf={({ actId }) => actId}
      label="Decisions"
      outline={<Skeleton width="wide" />}
      empty={
        <EmptyState title="No decisions">
          When an admin decides something about you or what you made, it stands here with its reasons.
        </EmptyState>
      }
      end="These are all decisions."
    >
      {(statement) => <Statement userId={userId} statement={statement} />}
    </PagedList>
  );
}

function Statement({ userId, statement }: { userId: number; statement: StatementModel }) {
  const { actId, act, object, scope, rule, text, automated, createdAt, appealModel } = statement;
  return (
    <article id={`act-${actId}`} tabIndex={-1} className="linked-item">
      <h2 className="statement-title">
        {actNames[act]}: {object.kind === 'user' ? 'your account' : <ObjectLink object={object} />}
      </h2>
      <p className="meta">
        {object.kind !== 'user' && `Your ${kindNames[object.kind]} · `}
        <TimeAgo nanoseconds={createdAt} />
      </p>
      <dl className="facts">
        <dt>What it means</dt>
        <dd>{scope}</dd>
        {rule && (
          <>
            <dt>Rule</dt>
            <dd>{rules[rule].name}</dd>
          </>
        )}
        {text && (
          <>
            <dt>Reason</dt>
            <dd className="act-text">{text}</dd>
          </>
        )}
        <dt>Decided</dt>
        <dd>{automated ? 'Automatically' : 'By an admin'}</dd>
      </dl>
      {appealModel ? (
        <div className="statement-appeal">
          <p>
            <strong>{appealTexts[appealModel.state]}</strong>
          </p>
          <p className="act-text">{appealModel.text}</p>
          {appealModel.answer && <p className="act-text">Answer: {appealModel.answer}</p>}
        </div>
      ) : (
        appealableActs.has(act) && <Appeal userId={userId} actId={actId} />
      )}
    </article>
  );
}

const appealTexts = {
  open: 'You have appealed. Another admin will decide.',
  upheld: 'Your appeal succeeded. The decision was taken back.',
  declined: 'Your appeal was declined.',
};

const focus = (element: HTMLElement | null) => element?.focus();

function Appeal({ userId, actId }: { userId: number; actId: number }) {
  /** Undefined until the form is opened for the first time. */
  const [open, setOpen] = useState<boolean>();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();

  const send = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const body = { actId, text };
      await api('POST /r/appeal', { body, idempotencyKey: keyOf(body) });
      await client.invalidateQueries({ queryKey: queryKeys.statements(userId) });
      queueToast({ tone: 'success', text: 'Your appeal is sent.' });
      document.getElementById(`act-${actId}`)?.focus({ preventScroll: true });
    } catch (error) {
      setProblem(reasonOf(error));
      setBusy(false);
    }
  };

  if (!open) {
    return (
      <div>
        <Button ref={open === false ? focus : undefined} onClick={() => setOpen(true)}>
          Appeal
        </Button>
      </div>
    );
  }
  return (
    <Form
      submitting={busy}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field
        label="Why is the decision wrong?"
        hint="You can appeal once. Another admin decides."
        {...(problem === undefined ? {} : { error: problem })}
      >
        <TextArea ref={focus} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      <div className="form-actions">
        <Button type="submit" variant="primary" busy={busy}>
          Send appeal
        </Button>
        <Button variant="quiet" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
