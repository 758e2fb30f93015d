import './learning.css';
import type { Grade, ReviewItemModel } from '@gyan/contract/learning.ts';
import { RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { CardPicture } from '#features/cards/CardPicture.tsx';
import { CardText } from '#features/cards/CardText.tsx';
import { cardFields } from '#features/cards/read-card.ts';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/Button.tsx';
import { Link } from '#ui/Link.tsx';
import { recallPicture } from './lazy-parts.ts';
import { Question } from './Question.tsx';
import { proposedGrade, type Recall } from './recall.ts';
import { askedRegions, type ReviewPrompt } from './review-state.ts';
import { intervalText } from './time-text.ts';
import { useSwipe } from './use-swipe.ts';

const grades: { grade: Grade; label: string }[] = [
  { grade: 1, label: 'Again' },
  { grade: 2, label: 'Hard' },
  { grade: 3, label: 'Good' },
  { grade: 4, label: 'Easy' },
];

interface ReviewCardProps {
  item: ReviewItemModel;
  /** Load the picture only when it is near the viewport: signed-in users never see the demo. */
  isPictureLazy?: boolean;
  prompt: ReviewPrompt;
  recall: Recall;
  /** A label of the picture was pressed. */
  onLabel: (id: string) => void;
  isFlipped: boolean;
  onFlip: () => void;
  onGrade: (grade: Grade) => void;
  /** Below the grades. */
  children?: ReactNode;
}

/** One card: its picture and question, and after the flip the answer and the four grades. */
export function ReviewCard({
  item,
  isPictureLazy = false,
  prompt,
  recall,
  onLabel,
  isFlipped,
  onFlip,
  onGrade,
  children,
}: ReviewCardProps) {
  const card = cardFields(item.postModel);
  const regions = askedRegions(item, prompt);
  const proposed = regions.length > 0 ? proposedGrade(recall, regions.length) : undefined;
  const answer = useRef<HTMLDivElement>(null);
  const swipe = useSwipe(isFlipped ? { left: () => onGrade(1), right: () => onGrade(3) } : {});
  useEffect(() => {
    if (isFlipped) answer.current?.focus({ preventScroll: true });
  }, [isFlipped]);
  return (
    <article className="review-card" aria-label={card.title} {...swipe}>
      {regions.length > 0 ? (
        <recallPicture.Component
          card={card}
          lazy={isPictureLazy}
          regions={regions}
          recall={recall}
          onLabel={onLabel}
          fallback={<div className="card-picture" />}
        />
      ) : (
        <CardPicture card={{ ...card, regions: undefined }} lazy={isPictureLazy} />
      )}
      <div className="review-text">
        <h2 tabIndex={-1}>{card.title}</h2>
        {item.changed && <p className="review-changed">Edited since your last review.</p>}
        <Question prompt={prompt} isFlipped={isFlipped} hasLabels={regions.length > 0} />
        {isFlipped && (
          <div ref={answer} className="review-answer" tabIndex={-1}>
            {prompt.kind === 'question' && <p className="review-solution">{prompt.answer}</p>}
            <CardText card={card} />
            {item.sourceChapter ? (
              <p>
                From{' '}
                <Link className="link" to={paths.chain(item.sourceChapter.id, card.urlText)}>
                  {item.sourceChapter.title}
                </Link>
              </p>
            ) : (
              <Link className="link" to={paths.card(card.urlText)}>
                Open the card
              </Link>
            )}
          </div>
        )}
      </div>
      <div className="review-grades">
        {isFlipped && proposed !== undefined && (
          <p id="review-proposal" className="review-proposal">
            {regions.length - recall.missed.length} of {regions.length} labels recalled. Press a label that
            you missed.
          </p>
        )}
        {isFlipped ? (
          <fieldset className="review-row">
            <legend className="sr-only">How well did you know it?</legend>
            {grades.map(({ grade, label }) => (
              <Button
                key={grade}
                className={`review-grade review-grade-${grade}`}
                data-proposed={grade === (proposed ?? 3) || undefined}
                aria-describedby={grade === proposed ? 'review-proposal' : undefined}
                aria-keyshortcuts={String(grade)}
                onClick={() => onGrade(grade)}
              >
                <span className="review-grade-label">{label}</span>
                <span className="review-grade-interval">
                  {intervalText(item.intervalVec[grade - 1] ?? 0)}
                </span>
              </Button>
            ))}
          </fieldset>
        ) : (
          <Button
            variant="primary"
            className="review-flip"
            icon={<RotateCcw size={20} aria-hidden="true" />}
            aria-keyshortcuts="Space"
            onClick={onFlip}
          >
            Show answer
          </Button>
        )}
        {children}
      </div>
    </article>
  );
}
