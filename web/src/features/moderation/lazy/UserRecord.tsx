import '../moderation.css';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import type { Act, UserNote } from '@gyan/contract/moderation.ts';
import { appealableActs } from '@gyan/contract/moderation-acts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { api } from '#features/session/actions.ts';
import { reasonOf } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { TimeAgo } from '#lib/TimeAgo.tsx';
import { displayName } from '#lib/text.ts';
import { useIdempotencyKey } from '#lib/use-idempotency-key.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { Link } from '#ui/Link.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { actNames, kindNames, stateNames } from '../texts.ts';
import { ActDialog, type ActReasons } from './ActDialog.tsx';
import { ActFacts, untilText } from './ActFacts.tsx';
import { userRecord } from './api.ts';

type Answer = AnswerOf<'GET /r/user_record'>;

interface UserRecordProps {
  userId: number;
  /** The control of the role, which belongs to another part. */
  renderRole: (user: Answer['userModel']) => ReactNode;
}

/** What admins know about a user, and what they can do. */
export function UserRecord({ userId, renderRole }: UserRecordProps) {
  const { data, error } = useQuery(userRecord(userId));
  // A refetch that fails must not take away what was typed here.
  if (!data) {
    return error ? <Alert tone="danger">{error.message}</Alert> : <Skeleton shape="picture" />;
  }
  const { userModel, suspended, suspendedUntil } = data;
  return (
    <div className="stack stack-lg">
      <section className="stack">
        <h2>
          <Link className="link" to={paths.profile(userId)}>
            {displayName(userModel)}
          </Link>
        </h2>
        {suspended && <Alert title={`Suspended ${untilText(suspendedUntil)}`} />}
        <dl className="facts">
          <dt>Member since</dt>
          <dd>
            <TimeAgo nanoseconds={data.createdAt} />
            {data.isNew && ' (new account, with limits)'}
          </dd>
          <dt>Sessions</dt>
          <dd>{data.sessionCount}</dd>
          <dt>Reports on them</dt>
          <dd>{data.reportCount}</dd>
          <dt>Reports by them</dt>
          <dd>{data.reportedCount}</dd>
        </dl>
        {renderRole(userModel)}
        <PersonActs userId={userId} suspended={suspended} />
      </section>
      <section className="stack stack-sm">
        <h2>Cases</h2>
        {data.caseModelVec.length === 0 && <p className="quiet">None.</p>}
        {data.caseModelVec.map(({ caseId, title, kind, state }) => (
          <p key={caseId}>
            <Link className="link" to={paths.moderationCase(caseId, state)}>
              {title || `A ${kindNames[kind]}`}
            </Link>{' '}
            <span className="quiet">{stateNames[state]}</span>
          </p>
        ))}
      </section>
      <section className="stack stack-sm">
        <h2>Decisions</h2>
        {data.actModelVec.length === 0 && <p className="quiet">None.</p>}
        {data.actModelVec.map((act) => (
          <ActFacts key={act.actId} act={act} object={act.object} />
        ))}
      </section>
      <Notes userId={userId} notes={data.noteVec} />
    </div>
  );
}

function PersonActs({ userId, suspended }: { userId: number; suspended: boolean }) {
  const [asking, setAsking] = useState<Act>();
  const [problem, setProblem] = useState<string>();
  const keyOf = useIdempotencyKey();
  const sent = useRef(0);
  const client = useQueryClient();

  const send = async (act: Act, reasons?: ActReasons) => {
    const body = { kind: 'user' as const, id: userId, act, ...reasons };
    await api('POST /r/case_act', { body, idempotencyKey: keyOf({ body, sent: sent.current }) });
    sent.current += 1;
    setAsking(undefined);
    queueToast({ tone: 'success', text: `${actNames[act]}.` });
    await client.invalidateQueries({ queryKey: queryKeys.userRecord(userId) });
  };
  const choose = async (act: Act) => {
    setProblem(undefined);
    if (appealableActs.has(act)) {
      setAsking(act);
      return;
    }
    try {
      await send(act);
    } catch (error) {
      setProblem(reasonOf(error));
    }
  };

  return (
    <>
      <div className="case-acts">
        <Button onClick={() => void choose('warn')}>Warn</Button>
        <Button onClick={() => void choose(suspended ? 'lift' : 'suspend')}>
          {suspended ? 'Lift the suspension' : 'Suspend'}
        </Button>
      </div>
      {problem && <Alert tone="danger">{problem}</Alert>}
      {asking && (
        <ActDialog
          act={asking}
          title={asking === 'warn' ? 'Warn' : 'Suspend'}
          rule="other"
          onSend={(reasons) => send(asking, reasons)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

function Notes({ userId, notes }: { userId: number; notes: readonly UserNote[] }) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const keyOf = useIdempotencyKey();
  const client = useQueryClient();

  const write = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const body = { userId, text };
      await api('POST /r/user_note', { body, idempotencyKey: keyOf({ body, after: notes.length }) });
      setText('');
      await client.invalidateQueries({ queryKey: queryKeys.userRecord(userId) });
    } catch (error) {
      setProblem(reasonOf(error));
    }
    setBusy(false);
  };

  return (
    <section className="stack">
      <h2>Notes for admins</h2>
      {notes.map((note) => (
        <div key={note.noteId} className="act-facts">
          <p className="act-text">{note.text}</p>
          <p className="meta">
            {note.adminModel ? displayName(note.adminModel) : 'A former admin'} ·{' '}
            <TimeAgo nanoseconds={note.createdAt} />
          </p>
        </div>
      ))}
      <Form
        submitting={busy}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void write();
        }}
      >
        <Field label="New note" hint="Only admins read it.">
          <TextArea rows={3} value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
        {problem && <Alert tone="danger">{problem}</Alert>}
        <div className="form-actions">
          <Button type="submit" busy={busy}>
            Add note
          </Button>
        </div>
      </Form>
    </section>
  );
}
