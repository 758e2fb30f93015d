import type { AnswerOf } from '@gyan/contract/calls.ts';
import type { Grade, HelpModel } from '@gyan/contract/learning.ts';
import { Pause, Undo2 } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { LampIcon } from '#features/learning/LampIcon.tsx';
import { api } from '#features/session/actions.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { newUuid } from '#lib/browser-api.ts';
import { paths } from '#lib/paths.ts';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Link } from '#ui/Link.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { ReviewCard } from '../ReviewCard.tsx';
import { nextHidden } from '../recall.ts';
import { askedRegions, promptFor, reduceReview, shareDone, startReview } from '../review-state.ts';
import { ownTimeZone } from '../time-text.ts';
import { reviewOutbox } from './review-outbox.ts';
import { useReviewKeys } from './use-review-keys.ts';

type Answer = AnswerOf<'GET /r/review_session'>;

interface ReviewSessionProps {
  userId: number;
  first: Answer;
  /** Begins another session. */
  onMore: () => void;
}

const dayMs = 24 * 3600 * 1000;

/** A session from its first card to "Done for today". */
export function ReviewSession({ userId, first, onMore }: ReviewSessionProps) {
  const [session, dispatch] = useReducer(reduceReview, first, startReview);
  const [isOffline, setOffline] = useState(false);
  const [day] = useState(() => Math.floor(Date.now() / dayMs));
  const shownAt = useRef(0);
  const item = session.queue[0];
  const outbox = reviewOutbox(userId);

  useEffect(
    () =>
      outbox.subscribe({
        onMemories: (memories) => dispatch({ type: 'remembered', memories }),
        onReach: (reached) => setOffline(!reached),
      }),
    [outbox],
  );

  // The time for a card begins when the card before it was answered.
  const restartClock = () => {
    shownAt.current = performance.now();
  };
  useEffect(restartClock, []);

  // Without it the focus would be lost with the grade that was pressed.
  const page = useRef<HTMLDivElement>(null);
  const answered = session.answered.length;
  useEffect(() => {
    if (answered === 0 || session.isFlipped) return;
    page.current?.querySelector<HTMLElement>('.review-card h2')?.focus({ preventScroll: true });
  }, [answered, session.isFlipped]);

  const flip = useCallback(() => dispatch({ type: 'flip' }), []);

  const prompt = item && promptFor(item, day);
  const regions = prompt ? askedRegions(item, prompt) : [];
  const pressLabel = (id: string) => {
    if (!session.recall.uncovered.includes(id)) {
      announce(regions.find((region) => region.id === id)?.text ?? '');
    }
    dispatch({ type: 'press_label', id });
  };
  /** The next label, then the answer. */
  const showNext = () => {
    const hidden = nextHidden(session.recall, regions);
    if (hidden === undefined) flip();
    else pressLabel(hidden);
  };
  const markLast = () => {
    const last = session.recall.uncovered.at(-1);
    if (regions.length > 0 && last !== undefined) pressLabel(last);
  };

  const grade = (value: Grade) => {
    if (!item || !prompt || !session.isFlipped) return;
    const reviewId = newUuid();
    const ms = Math.min(3_600_000, Math.round(performance.now() - shownAt.current));
    restartClock();
    dispatch({ type: 'grade', grade: value, reviewId });
    outbox.add({
      reviewId,
      postId: item.postModel.id,
      grade: value,
      at: Date.now(),
      zone: ownTimeZone(),
      ms,
      ...('promptId' in prompt ? { promptId: prompt.promptId } : {}),
      ...(regions.length > 0 ? { missedVec: [...session.recall.missed] } : {}),
    });
  };

  const undo = () => {
    const last = session.answered.at(-1);
    if (!last) return;
    restartClock();
    dispatch({ type: 'undo' });
    outbox.undo(last.reviewId);
    announce('Your last answer is taken back.');
  };

  useReviewKeys({ isFlipped: session.isFlipped, showNext, markLast, grade, undo });

  return (
    <div ref={page} className="review">
      {!first.done && (
        <header className="review-head">
          {item && (
            <ButtonLink variant="quiet" to={paths.learn} icon={<Pause size={20} aria-hidden="true" />}>
              Pause
            </ButtonLink>
          )}
          <progress
            className="review-share"
            max={1}
            value={shareDone(session)}
            aria-label="Share of this session"
          />
          <Button
            variant="quiet"
            icon={<Undo2 size={20} aria-hidden="true" />}
            aria-keyshortcuts="z"
            aria-disabled={answered === 0 || undefined}
            onClick={undo}
          >
            Undo
          </Button>
        </header>
      )}
      <output className="review-offline">
        {isOffline ? 'No connection. Your answers are kept and sent later.' : ''}
      </output>
      {item && prompt ? (
        <ReviewCard
          key={`${item.postModel.id} ${answered}`}
          item={item}
          prompt={prompt}
          recall={session.recall}
          onLabel={pressLabel}
          isFlipped={session.isFlipped}
          onFlip={flip}
          onGrade={grade}
        />
      ) : (
        <Done answered={answered} isEmpty={first.done} help={first.helpVec} onMore={onMore} />
      )}
    </div>
  );
}

interface DoneProps {
  answered: number;
  isEmpty: boolean;
  help: Answer['helpVec'];
  onMore: () => void;
}

function Done({ answered, isEmpty, help, onMore }: DoneProps) {
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div ref={heading} tabIndex={-1} className="review-done">
      <EmptyState
        icon={<LampIcon />}
        title="Done for today"
        action={
          <>
            <ButtonLink variant="primary" to={paths.learn}>
              Back to Learn
            </ButtonLink>
            {answered > 0 && <Button onClick={onMore}>Review some more</Button>}
          </>
        }
      >
        {isEmpty && answered === 0
          ? 'Nothing is due. Read something new, or come back tomorrow.'
          : 'What you reviewed stays with you a little longer.'}
      </EmptyState>
      {help.length > 0 && <Help help={help} onEmpty={() => heading.current?.focus()} />}
    </div>
  );
}

type Help = z.infer<typeof HelpModel>;

/** Cards that were forgotten again and again: read, keep or set aside. */
function Help({ help, onEmpty }: { help: readonly Help[]; onEmpty: () => void }) {
  const [open, setOpen] = useState(help);
  const title = useRef<HTMLHeadingElement>(null);
  const left = open.length;
  const focusAfterChoice = useEffectEvent(() => {
    if (document.activeElement !== document.body) return;
    if (title.current) title.current.focus();
    else onEmpty();
  });
  useEffect(() => {
    // The row with the focus is gone.
    if (left < help.length) focusAfterChoice();
  }, [left, help]);
  const choose = async (postId: number, choice: { aside: boolean } | { keep: true }, message: string) => {
    try {
      await api('PUT /r/set_aside', { body: { postId, ...choice } });
      setOpen((all) => all.filter(({ postModel }) => postModel.id !== postId));
      queueToast({ tone: 'success', text: message });
    } catch (error) {
      queueToast({
        tone: 'danger',
        text: error instanceof ApiProblem ? error.detail : 'That did not work. Please try again.',
      });
    }
  };
  if (open.length === 0) return null;
  return (
    <section className="review-help" aria-labelledby="review-help">
      <h2 id="review-help" ref={title} tabIndex={-1}>
        These do not stick
      </h2>
      <p>Read them where they stand, or leave them for now.</p>
      <ul>
        {open.map(({ postModel, chapterId }) => (
          <li key={postModel.id}>
            <Link
              className="link"
              to={
                chapterId === null ? paths.card(postModel.urlText) : paths.chain(chapterId, postModel.urlText)
              }
            >
              {postModel.title}
            </Link>
            <span className="review-help-actions">
              <Button
                onClick={() => void choose(postModel.id, { keep: true }, 'It comes back in your reviews.')}
              >
                Keep it
              </Button>
              <Button
                onClick={() =>
                  void choose(
                    postModel.id,
                    { aside: true },
                    'It is set aside. Remember on its page brings it back.',
                  )
                }
              >
                Set aside
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
