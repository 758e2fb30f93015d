import './learning.css';
import { Fragment } from 'react';
import { splitCloze } from './split-cloze.ts';

/** What is asked; `recall` asks what the learner remembers of the card. */
export type QuestionPrompt =
  | { kind: 'recall' }
  | { kind: 'question' | 'cloze'; question: string; answer: string };

interface QuestionProps {
  prompt: QuestionPrompt;
  isFlipped: boolean;
  /** The labels of the picture are hidden. */
  hasLabels?: boolean;
}

/** The question as the learner sees it, before and after the flip. */
export function Question({ prompt, isFlipped, hasLabels = false }: QuestionProps) {
  if (prompt.kind === 'recall') {
    return isFlipped ? null : (
      <p className="review-question">
        {hasLabels
          ? 'What is hidden? Name each label, then press it.'
          : 'What do you remember about it? Say it, then look.'}
      </p>
    );
  }
  if (prompt.kind === 'question') return <p className="review-question">{prompt.question}</p>;
  const hidden = isFlipped ? (
    <mark className="review-cloze">{prompt.answer}</mark>
  ) : (
    <span className="review-gap">
      <span className="sr-only">(hidden words)</span>
    </span>
  );
  return (
    <p className="review-question">
      {splitCloze(prompt).map((text, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={index}>
          {index > 0 && hidden}
          {text}
        </Fragment>
      ))}
    </p>
  );
}
