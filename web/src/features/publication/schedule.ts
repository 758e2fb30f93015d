import { ApiProblem } from '#lib/api-problem.ts';

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** The browser's zone, by name. */
export const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');

/** A moment as the value of a date and time field, in the browser's zone. */
export function localTimeOf(milliseconds: number): string {
  const date = new Date(milliseconds);
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** Undefined for an empty field, and for one with a date and no time: see `refuseHalfTyped`. */
export function millisecondsOfLocal(value: string): number | undefined {
  const milliseconds = new Date(value).getTime();
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

/** “Will be published on 3 March 2027 at 09:00”. */
export function scheduleText(milliseconds: number): string {
  const moment = new Date(milliseconds).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' });
  return `Will be published on ${moment}`;
}

/**
 * Throws when the field has a date without a time, or the other way round. Its value is empty then, and no
 * event tells of it, so it is read when the form is sent.
 */
export function refuseHalfTyped(input: Pick<HTMLInputElement, 'validity'> | null): void {
  if (!input?.validity.badInput) return;
  const message = 'Give both a date and a time.';
  throw new ApiProblem({
    status: 400,
    code: 'invalid_input',
    detail: message,
    fields: [{ field: 'publishAt', message }],
  });
}
