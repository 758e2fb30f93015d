import * as z from 'zod/mini';

const invisibleOnly = /^[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Length as a person counts it: one per code point, where `length` counts UTF-16 units. */
export function textLength(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) count += 1;
  return count;
}

/** True when nothing would be seen: spaces, controls, zero-width and other ignorable characters. */
export function isBlank(text: string): boolean {
  return invisibleOnly.test(text);
}

/** PostgreSQL refuses NUL in text, and half a surrogate pair has no UTF-8. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * Drops white space around a text. Joiners at its ends stay: they decide how the last letter of a
 * word looks in Devanagari and Persian.
 */
export function tidyLines(text: string): string {
  return text.trim();
}

/** The same for a text of one line: line breaks, tabs and runs of space become one space. */
export function tidyLine(text: string): string {
  return isStorable(text) ? text.replace(/[\s\p{Cc}]+/gu, ' ').trim() : text;
}

/** Tibetan stacks up to eight on one letter, other scripts fewer. */
const mostMarks = 8;
const markRun = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]{9,}/gu;

/**
 * Drops what lets a name change how the text around it is shown: bidi controls, and more combining marks on one letter
 * than any script uses. Invisible characters stay, and do not start a new letter.
 */
export function withoutDisguise(text: string): string {
  return text.replace(/\p{Bidi_Control}/gu, '').replace(markRun, (run) => {
    let marks = 0;
    return run.replace(/\p{M}/gu, (mark) => (++marks > mostMarks ? '' : mark));
  });
}

/** One line that is shown as the name of a person or thing. */
export function tidyName(text: string): string {
  return tidyLine(withoutDisguise(text));
}

export interface TextRules {
  /** What the field is called in a sentence. */
  label: string;
  /** Most code points. */
  max: number;
  /** Said when the field is missing or empty. */
  missing?: string;
  lines?: 'one' | 'many';
  /** A name or a title: see `tidyName`. */
  isName?: boolean;
}

/** What is wrong with a tidied text, in a sentence, or nothing. */
function textProblem(text: string, { label, max }: TextRules): string | undefined {
  if (!isStorable(text)) return `${label} contains characters that cannot be stored`;
  // A text has at least half as many code points as units: most never need to be counted.
  if (text.length > max && textLength(text) > max) return `${label} can have at most ${max} characters`;
  return undefined;
}

/** Says at most one thing about a text, and tells the docs how long it may be (JSON Schema counts code points too). */
export function checkText(
  problem: (text: string) => string | undefined,
  length: { minimum?: number; maximum?: number } = {},
): z.core.$ZodCheck<string> {
  const check = z.check<string>(({ value, issues }) => {
    const message = problem(value);
    // Without `continue` the field's later checks keep quiet; those of the form around it still speak.
    if (message !== undefined) issues.push({ code: 'custom', input: value, message });
  });
  // oxlint-disable-next-line no-underscore-dangle -- zod's own door for checks that describe what they accept
  check._zod.onattach.push(({ _zod: { bag } }) => {
    Object.assign(bag, length);
  });
  return check;
}

/** The sentence for a value that is not there, and the one for a value of another type. */
export function missingOr(missing: string, wrongType: string) {
  return { error: (issue: { input?: unknown }) => (issue.input == null ? missing : wrongType) };
}

const upTo = ({ max }: TextRules) => (Number.isFinite(max) ? { maximum: max } : {});

const tidy = ({ lines = 'one', isName = false }: TextRules) =>
  z.overwrite<string>(isName ? tidyName : lines === 'one' ? tidyLine : tidyLines);

/** A text that has to be there, with something to see in it. */
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

/** A text that may be left out; empty means left out. */
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

/** For edits: left out means unchanged (`undefined`), empty means removed (`null`). */
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
