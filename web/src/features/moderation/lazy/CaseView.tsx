import '../moderation.css';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import type { Act, ActModel, CaseModel, ModeratedObject, ReportModel } from '@gyan/contract/moderation.ts';
import { appealableActs } from '@gyan/contract/moderation-acts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
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
import { Tag } from '#ui/Tag.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { actNames, kindNames, reportText, rules, stateNames } from '../texts.ts';
import { ActDialog, type ActReasons } from './ActDialog.tsx';
import { ActFacts, untilText } from './ActFacts.tsx';
import { type ActChoice, actChoices } from './act-choices.ts';
import { caseDetail } from './api.ts';
import { useKeys } from './use-keys.ts';

type CaseAnswer = AnswerOf<'GET /r/case'>;

interface CaseViewProps {
  caseId: number;
  viewerId: number;
  /** The keys work while the focus is inside it. */
  box: RefObject<HTMLElement | null>;
  onDone: () => void;
}

/** A case: the object, its reports, what was done, and what can be done. */
export function CaseView({ caseId, viewerId, box, onDone }: CaseViewProps) {
  const { data, error } = useQuery(caseDetail(caseId));
  // A refetch that fails must not take away what was typed here.
  if (!data) {
    return error ? <Alert tone="danger">{error.message}</Alert> : <Skeleton shape="picture" />;
  }
  return <OpenCase answer={data} viewerId={viewerId} box={box} onDone={onDone} />;
}

interface OpenCaseProps extends Omit<CaseViewProps, 'caseId'> {
  answer: CaseAnswer;
}

function OpenCase({ answer, viewerId, box, onDone }: OpenCaseProps) {
  const { caseModel, object, reportModelVec, actModelVec, ownerActVec, similarCaseVec } = answer;
  const { ownerModel, claimedBy } = caseModel;
  const isTaken = claimedBy != null && claimedBy.userId !== viewerId;
  return (
    <article className="case-view" aria-label={`Case: ${caseModel.title}`}>
      <header className="stack stack-sm">
        <h2>{caseModel.title || `A deleted ${kindNames[caseModel.kind]}`}</h2>
        <p className="meta">
          {stateNames[caseModel.state]} · {kindNames[caseModel.kind]}
          {ownerModel && (
            <>
              {' by '}
              <Link className="link" to={paths.userRecord(ownerModel.userId)}>
                {displayName(ownerModel)}
              </Link>
            </>
          )}
        </p>
        {isTaken && <Alert>{displayName(claimedBy)} is working on this case.</Alert>}
      </header>
      <CaseObject object={object} />
      <Acts caseModel={caseModel} object={object} viewerId={viewerId} box={box} onDone={onDone} />
      <Reports reports={reportModelVec} />
      <History acts={actModelVec} onDecided={onDone} caseId={caseModel.caseId} />
      {ownerActVec.length > 0 && (
        <section className="stack stack-sm">
          <h3>Earlier decisions about this person</h3>
          {ownerActVec.map((act) => (
            <ActFacts key={act.actId} act={act} object={act.object} />
          ))}
        </section>
      )}
      {similarCaseVec.length > 0 && (
        <section className="stack stack-sm">
          <h3>Other open cases of this person</h3>
          {similarCaseVec.map(({ caseId, title, kind, reportCount }) => (
            <p key={caseId}>
              <Link className="link" to={paths.moderationCase(caseId)}>
                {title || `A ${kindNames[kind]}`}
              </Link>{' '}
              <span className="quiet">{reportText(reportCount)}</span>
            </p>
          ))}
        </section>
      )}
    </article>
  );
}

/** The object as readers see it. */
function CaseObject({ object }: { object: ModeratedObject }) {
  const { kind, href, text, photoModel, hidden, locked, aiMarked, suspended, suspendedUntil } = object;
  return (
    <div className="case-object">
      {(hidden || locked || aiMarked || suspended) && (
        <div className="case-acts">
          {hidden && <Tag tone="danger">Hidden</Tag>}
          {locked && <Tag>Locked</Tag>}
          {aiMarked && <Tag>Labelled as AI</Tag>}
          {suspended && <Tag tone="danger">Person suspended {untilText(suspendedUntil)}</Tag>}
        </div>
      )}
      {photoModel && (
        <img
          src={photoModel.specMap.md.url}
          width={photoModel.specMap.md.width}
          height={photoModel.specMap.md.height}
          alt={`Of this ${kindNames[kind]}`}
        />
      )}
      {text && <p className="act-text">{text}</p>}
      {href && (
        <p>
          <Link className="link" to={href}>
            Open the {kindNames[kind]}
          </Link>
        </p>
      )}
    </div>
  );
}

interface ActsProps {
  caseModel: CaseModel;
  object: ModeratedObject;
  viewerId: number;
  box: RefObject<HTMLElement | null>;
  onDone: () => void;
}

function Acts({ caseModel, object, viewerId, box, onDone }: ActsProps) {
  const { caseId, claimedBy, reasonVec } = caseModel;
  const [asking, setAsking] = useState<ActChoice>();
  const [problem, setProblem] = useState<string>();
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
  const busy = useRef(false);
  const choices = actChoices(object);
  const isMine = claimedBy?.userId === viewerId;

  const send = async (act: Act, reasons?: ActReasons) => {
    const body = { caseId, act, ...reasons };
    await api('POST /r/case_act', { body, idempotencyKey: keyOf(body) });
    setAsking(undefined);
    queueToast({ tone: 'success', text: `${actNames[act]}.` });
    await client.invalidateQueries({ queryKey: queryKeys.allCases() });
    onDone();
  };
  const attempt = async (work: () => Promise<void>) => {
    // A second press would act on the next case.
    if (busy.current) return;
    busy.current = true;
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(reasonOf(error));
    }
    busy.current = false;
  };
  const choose = (choice: ActChoice) => {
    if (appealableActs.has(choice.act)) setAsking(choice);
    else void attempt(() => send(choice.act));
  };
  const claim = () =>
    void attempt(async () => {
      await api('PUT /r/case_claim', { body: { caseId, claimed: !isMine } });
      await client.invalidateQueries({ queryKey: queryKeys.allCases() });
    });

  useKeys(box, (key) => {
    const choice = choices.find((each) => each.key === key);
    if (choice) choose(choice);
    else if (key === 'c') claim();
    return choice !== undefined || key === 'c';
  });

  return (
    <section className="stack stack-sm" aria-label="What to do">
      <div className="case-acts">
        {choices.map((choice) => (
          <Button key={choice.key} aria-keyshortcuts={choice.key} onClick={() => choose(choice)}>
            {choice.label} <kbd className="case-keys">{choice.key.toUpperCase()}</kbd>
          </Button>
        ))}
        <Button variant="quiet" aria-keyshortcuts="c" onClick={claim}>
          {isMine ? 'Release' : 'Claim for ten minutes'} <kbd className="case-keys">C</kbd>
        </Button>
      </div>
      {problem && <Alert tone="danger">{problem}</Alert>}
      {asking && (
        <ActDialog
          act={asking.act}
          title={asking.label}
          rule={reasonVec[0] ?? 'other'}
          onSend={(reasons) => send(asking.act, reasons)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </section>
  );
}

function Reports({ reports }: { reports: readonly ReportModel[] }) {
  if (reports.length === 0) return null;
  return (
    <section className="stack stack-sm">
      <h3>Reports</h3>
      {reports.map(({ reportId, reason, text, createdAt, userModel }) => (
        <div key={reportId} className="act-facts">
          <p>
            <Tag>{rules[reason].name}</Tag> {text && <span className="act-text">{text}</span>}
          </p>
          <p className="meta">
            {userModel ? displayName(userModel) : 'A visitor, or the site itself'} ·{' '}
            <TimeAgo nanoseconds={createdAt} />
          </p>
        </div>
      ))}
    </section>
  );
}

interface HistoryProps {
  acts: readonly ActModel[];
  caseId: number;
  onDecided: () => void;
}

function History({ acts, caseId, onDecided }: HistoryProps) {
  if (acts.length === 0) return null;
  return (
    <section className="stack stack-sm">
      <h3>Decisions</h3>
      {acts.map((act) => (
        <div key={act.actId}>
          <ActFacts act={act} />
          {act.appealModel && (
            <div className="statement-appeal">
              <p className="act-text">{act.appealModel.text}</p>
              {act.appealModel.answer && <p className="act-text">Answer: {act.appealModel.answer}</p>}
              {act.appealModel.state === 'open' && (
                <AppealDecision appealId={act.appealModel.appealId} caseId={caseId} onDecided={onDecided} />
              )}
            </div>
          )}
        </div>
      ))}
    </section>
  );
}

interface AppealDecisionProps {
  appealId: number;
  caseId: number;
  onDecided: () => void;
}

/** Another admin than the one who acted decides; the server refuses the others. */
function AppealDecision({ appealId, caseId, onDecided }: AppealDecisionProps) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState<'uphold' | 'decline'>();
  const [problem, setProblem] = useState<string>();
  const client = useQueryClient();

  const decide = async (upheld: boolean) => {
    setBusy(upheld ? 'uphold' : 'decline');
    setProblem(undefined);
    try {
      await api('PUT /r/appeal', { body: { appealId, upheld, text } });
      queueToast({
        tone: 'success',
        text: upheld ? 'The decision is taken back.' : 'The appeal is declined.',
      });
      await client.invalidateQueries({ queryKey: queryKeys.allCases() });
      onDecided();
    } catch (error) {
      setProblem(reasonOf(error));
    }
    setBusy(undefined);
  };

  return (
    <Form onSubmit={(event: FormEvent) => event.preventDefault()} id={`appeal-of-case-${caseId}`}>
      <Field label="Answer" hint="The person reads it.">
        <TextArea rows={3} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      {problem && <Alert tone="danger">{problem}</Alert>}
      <div className="form-actions">
        <Button variant="primary" busy={busy === 'uphold'} onClick={() => !busy && void decide(true)}>
          Take the decision back
        </Button>
        <Button busy={busy === 'decline'} onClick={() => !busy && void decide(false)}>
          Decline the appeal
        </Button>
      </div>
    </Form>
  );
}
