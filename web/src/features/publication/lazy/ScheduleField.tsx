import type { RefObject } from 'react';
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { localTimeOf, millisecondsOfLocal, ownZone } from '../schedule.ts';

interface ScheduleFieldProps {
  /** Milliseconds; undefined for now. */
  value: number | undefined;
  onChange: (publishAt: number | undefined) => void;
  error: string | undefined;
  /** For `refuseHalfTyped`. */
  input: RefObject<HTMLInputElement | null>;
}

/** Date and time in the zone of the browser. */
export function ScheduleField({ value, onChange, error, input }: ScheduleFieldProps) {
  return (
    <Field
      label="Publish later"
      hint={`Date and time, ${ownZone()}. Left empty, it is published now.`}
      error={error}
      optional
    >
      <TextInput
        ref={input}
        type="datetime-local"
        defaultValue={value === undefined ? '' : localTimeOf(value)}
        onChange={({ target }) => onChange(millisecondsOfLocal(target.value))}
      />
    </Field>
  );
}
