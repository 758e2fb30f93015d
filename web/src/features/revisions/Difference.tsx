import './difference.css';
import type { FieldChange, RevisedField } from '@gyan/contract/revisions.ts';
import type { ReactNode } from 'react';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { fieldLabels, readableValue } from './card-changes.ts';
import { wordDifference } from './word-difference.ts';

/** The names of the two sides: “Before” and “After”, “Theirs” and “Yours”. */
export interface DifferenceSides {
  before: string;
  after: string;
}

export interface DifferenceProps {
  changes: readonly FieldChange[];
  sides?: DifferenceSides;
  /** A control beside the name of a field, for example to choose it. */
  renderControl?: (field: RevisedField) => ReactNode;
  headingLevel?: 3 | 4;
}

const beforeAndAfter: DifferenceSides = { before: 'Before', after: 'After' };

/** Two versions of a card, field by field. Get the changes from an answer or from `changesBetween`. */
export function Difference({
  changes,
  sides = beforeAndAfter,
  renderControl,
  headingLevel = 3,
}: DifferenceProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="difference">
      <p className="difference-legend">
        <del>{sides.before}</del> <ins>{sides.after}</ins>
      </p>
      {changes.map((change) => (
        <div key={change.field} className="difference-field">
          <div className="difference-head">
            <Heading>{fieldLabels[change.field]}</Heading>
            {renderControl?.(change.field)}
          </div>
          {change.field === 'photo' ? <Pictures change={change} sides={sides} /> : <Words change={change} />}
        </div>
      ))}
    </div>
  );
}

function Words({ change: { field, before, after } }: { change: FieldChange }) {
  const [oldText, newText] = [readableValue(field, before), readableValue(field, after)];
  if (oldText === newText) return <p className="quiet">The words are the same, the formatting differs.</p>;
  return (
    <p className="difference-text">
      {wordDifference(oldText, newText).map(({ kind, text }, index) => {
        const key = `${index} ${kind}`;
        if (kind === 'same') return <span key={key}>{text}</span>;
        const Mark = kind === 'removed' ? 'del' : 'ins';
        return (
          <Mark key={key}>
            <VisuallyHidden>{kind}: </VisuallyHidden>
            {text}
          </Mark>
        );
      })}
    </p>
  );
}

function Pictures({ change: { before, after }, sides }: { change: FieldChange; sides: DifferenceSides }) {
  return (
    <div className="difference-pictures">
      <Picture side={sides.before} url={before} />
      <Picture side={sides.after} url={after} />
    </div>
  );
}

function Picture({ side, url }: { side: string; url: string | null }) {
  return (
    <figure>
      <figcaption>{side}</figcaption>
      {url === null ? (
        <p className="difference-no-picture">No picture</p>
      ) : (
        <img src={url} alt={side} loading="lazy" />
      )}
    </figure>
  );
}
