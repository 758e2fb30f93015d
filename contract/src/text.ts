import * as z from 'zod/mini';

const invisibleOnly = /^[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Length in code points; `length` counts UTF-16 units. */
export function textLength(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) count += 1;
  return count;
}

/** True if nothing is visible: spaces, controls, zero-width and other ignorable characters. */
export function isBlank(text: string): boolean {
  return invisibleOnly.test(text);
}

/** PostgreSQL refuses NUL in text, and a lone surrogate has no UTF-8. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * Trims white space. Joiners at the ends stay: they change the shape of the last letter in Devanagari and
 * Persian. Browsers send line breaks in multipart forms as CRLF; they are stored as LF.
 */
export function tidyLines(text: string): string {
  return text.replace(/\r\n?/gu, '\n').trim();
}

/** The same for a single line: line breaks, tabs and runs of spaces become one space. */
export function tidyLine(text: string): string {
  return isStorable(text) ? text.replace(/[\s\p{Cc}]+/gu, ' ').trim() : text;
}

/** Tibetan uses up to eight combining marks per base character, other scripts fewer. */
const mostMarks = 8;
const markRun = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]{9,}/gu;

/**
 * Removes what lets a name change how the surrounding text is displayed: bidi controls, and more combining
 * marks per base character than any script uses. Invisible characters stay and do not reset the count.
 */
export function removeMisleadingCharacters(text: string): string {
  return text.replace(/\p{Bidi_Control}/gu, '').replace(markRun, (run) => {
    let marks = 0;
    return run.replace(/\p{M}/gu, (mark) => (++marks > mostMarks ? '' : mark));
  });
}

/** A single line displayed as the name of a user or object. */
export function tidyName(text: string): string {
  return tidyLine(removeMisleadingCharacters(text));
}

export interface TextRules {
  /** The field's name in messages. */
  label: string;
  /** Maximum, in code points. */
  max: number;
  /** The message for a missing or empty field. */
  missing?: string;
  lines?: 'one' | 'many';
  /** A name or a title: see `tidyName`. */
  isName?: boolean;
}

/** The error message for a tidied text, or undefined. */
function textProblem(text: string, { label, max }: TextRules): string | undefined {
  if (!isStorable(text)) return `${label} contains characters that cannot be stored`;
  // A text has at least half as many code points as UTF-16 units, so most texts need no counting.
  if (text.length > max && textLength(text) > max) return `${label} can have at most ${max} characters`;
  return undefined;
}

/**
 * Reports at most one problem of a text, and adds its maximum length to the JSON Schema, which counts code
 * points too.
 */
export function checkText(
  problem: (text: string) => string | undefined,
  length: { minimum?: number; maximum?: number } = {},
): z.core.$ZodCheck<string> {
  const check = z.check<string>(({ value, issues }) => {
    const message = problem(value);
    // Without `continue` zod skips the later checks of this field; those of the form still run.
    if (message !== undefined) issues.push({ code: 'custom', input: value, message });
  });
  // oxlint-disable-next-line no-underscore-dangle -- zod's API for checks that add to the JSON Schema
  check._zod.onattach.push(({ _zod: { bag } }) => {
    Object.assign(bag, length);
  });
  return check;
}

/** The message for a missing value, and the one for a wrong type. */
export function missingOr(missing: string, wrongType: string) {
  return { error: (issue: { input?: unknown }) => (issue.input == null ? missing : wrongType) };
}

const upTo = ({ max }: TextRules) => (Number.isFinite(max) ? { maximum: max } : {});

const tidy = ({ lines = 'one', isName = false }: TextRules) =>
  z.overwrite<string>(isName ? tidyName : lines === 'one' ? tidyLine : tidyLines);

/** A required text with at least one visible character. */
/* @__NO_SIDE_EFFECTS__ */
export function requiredText(rules: TextRules) {
  const missing = rules.missing ?? `${rules.label} is required`;
  return z.string(missingOr(missing, `${rules.label} must be text`)).check(
    tidy(rules),
    checkText((text) => (isBlank(text) && isStorable(text) ? missing : textProblem(text, rules)), {
      minimum: 1,
      ...upTo(rules),
    }),
  );
}

const anyText = (rules: TextRules) =>
  z.string(`${rules.label} must be text`).check(
    tidy(rules),
    checkText((text) => textProblem(text, rules), upTo(rules)),
  );

/** An optional text; empty means omitted. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalText(rules: TextRules) {
  return z.pipe(
    z.pipe(
      z.nullish(anyText(rules)),
      z.transform((text: string | null | undefined) => (text == null || isBlank(text) ? undefined : text)),
    ),
    z.optional(z.string()),
  );
}

/** For edits: omitted means unchanged (`undefined`), empty means removed (`null`). */
/* @__NO_SIDE_EFFECTS__ */
export function clearableText(rules: TextRules) {
  return z.pipe(
    z.pipe(
      z.nullish(anyText(rules)),
      z.transform((text: string | null | undefined) =>
        text === undefined ? undefined : text === null || isBlank(text) ? null : text,
      ),
    ),
    z.nullish(z.string()),
  );
}
