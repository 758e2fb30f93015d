import './publication-fields.css';
import type { Visibility } from '@gyan/contract/visibility.ts';
import { useId } from 'react';
import { visibilityTexts } from './visibility-texts.ts';

interface VisibilityChoiceProps {
  value: Visibility;
  onChange: (visibility: Visibility) => void;
  /** As it is stored. Published content is taken back to draft. */
  stored: Visibility;
  choices?: readonly Visibility[];
}

const all: readonly Visibility[] = ['public', 'unlisted', 'draft'];

/** Who can read a card, chain or subject. */
export function VisibilityChoice({ value, onChange, stored, choices = all }: VisibilityChoiceProps) {
  const id = useId();
  const labelOf = (visibility: Visibility) => {
    if (visibility !== 'draft') return visibilityTexts[visibility].label;
    return stored === 'draft' ? 'Keep as draft' : 'Take back to draft';
  };
  return (
    <fieldset className="choices">
      <legend className="field-label">Who can read it</legend>
      {choices.map((visibility) => (
        <div key={visibility} className="choice">
          <input
            id={`${id}-${visibility}`}
            type="radio"
            name={id}
            checked={value === visibility}
            aria-describedby={`${id}-${visibility}-hint`}
            onChange={() => onChange(visibility)}
          />
          <div>
            <label htmlFor={`${id}-${visibility}`}>{labelOf(visibility)}</label>
            <p id={`${id}-${visibility}-hint`} className="field-hint">
              {visibilityTexts[visibility].sentence}
            </p>
          </div>
        </div>
      ))}
    </fieldset>
  );
}
