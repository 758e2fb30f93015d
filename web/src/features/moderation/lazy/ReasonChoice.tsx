import '#features/publication/lazy/publication-fields.css';
import '../moderation.css';
import type { ReportReason } from '@gyan/contract/moderated.ts';
import { useId } from 'react';
import { ruleList, rules } from '../texts.ts';

interface ReasonChoiceProps {
  value: ReportReason | undefined;
  onChange: (reason: ReportReason) => void;
}

/** Why something is reported. */
export function ReasonChoice({ value, onChange }: ReasonChoiceProps) {
  const id = useId();
  return (
    <fieldset className="choices reasons">
      <legend className="field-label">What is wrong with it?</legend>
      {ruleList.map((reason) => (
        <div key={reason} className="choice">
          <input
            type="radio"
            id={`${id}-${reason}`}
            name={id}
            checked={value === reason}
            aria-describedby={`${id}-${reason}-hint`}
            onChange={() => onChange(reason)}
          />
          <div>
            <label htmlFor={`${id}-${reason}`}>{rules[reason].name}</label>
            <p id={`${id}-${reason}-hint`} className="field-hint">
              {rules[reason].hint}
            </p>
          </div>
        </div>
      ))}
    </fieldset>
  );
}
