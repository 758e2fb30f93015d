import { ChevronDown } from 'lucide-react';
import { type RefObject, useId, useState } from 'react';
import { LicenseChoice } from '#features/publication/lazy/LicenseChoice.tsx';
import { ScheduleField } from '#features/publication/lazy/ScheduleField.tsx';
import { SourceField } from '#features/publication/lazy/SourceField.tsx';
import { VisibilityChoice } from '#features/publication/lazy/VisibilityChoice.tsx';
import { visibilityTexts } from '#features/publication/lazy/visibility-texts.ts';
import { licenseNames } from '#features/publication/license-names.ts';
import { scheduleText } from '#features/publication/schedule.ts';
import type { CardFormState } from './card-form.ts';

const panelFields = ['visibility', 'publishAt', 'license', 'source'] as const;

interface PublishPanelProps {
  form: CardFormState;
  scheduleInput: RefObject<HTMLInputElement | null>;
  /** The button that opens it. */
  toggle: RefObject<HTMLButtonElement | null>;
}

/** Who can read the card, when, and under which licence. Closed it says so in a line. */
export function PublishPanel({ form, scheduleInput, toggle }: PublishPanelProps) {
  const id = useId();
  const [isOpened, setIsOpened] = useState(false);
  const { watch, setValue } = form.fields;
  const visibility = watch('visibility') ?? 'public';
  const license = watch('license') ?? 'all-rights';
  const publishAt = Number(watch('publishAt')) || undefined;
  // A field with an error must be reachable.
  const open = isOpened || panelFields.some((field) => form.errorOf(field) !== undefined);
  const when = publishAt !== undefined && visibility === 'public' ? scheduleText(publishAt) : undefined;
  const summary = [when ?? visibilityTexts[visibility].label, licenseNames[license]].join(' · ');
  return (
    <section className="publish-panel" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <button
          ref={toggle}
          type="button"
          className="publish-toggle"
          aria-expanded={open}
          aria-controls={`${id}-fields`}
          onClick={() => setIsOpened(!open)}
        >
          <span>
            Publishing <span className="publish-summary">{summary}</span>
          </span>
          <ChevronDown size={20} aria-hidden="true" />
        </button>
      </h2>
      <div id={`${id}-fields`} className="stack publish-fields" hidden={!open}>
        <VisibilityChoice
          value={visibility}
          stored="draft"
          onChange={(next) => {
            setValue('visibility', next);
            if (next !== 'public') setValue('publishAt', '');
          }}
        />
        {visibility === 'public' && (
          <ScheduleField
            value={publishAt}
            onChange={(next) => setValue('publishAt', next ?? '')}
            error={form.errorOf('publishAt')}
            input={scheduleInput}
          />
        )}
        <LicenseChoice
          value={license}
          onChange={(next) => setValue('license', next)}
          error={form.errorOf('license')}
        />
        <SourceField {...form.register('source')} error={form.errorOf('source')} />
      </div>
    </section>
  );
}
