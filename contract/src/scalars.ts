import * as z from 'zod/mini';
import { lengths } from './limits.ts';
import { checkText, isBlank, isStorable, missingOr, textLength } from './text.ts';

const decimalId = /^[1-9]\d{0,15}$/;
const badId = 'Not a valid id';

/** An id as answers carry it. */
export const Id = z.int();

/** An id as calls take it: the number or its decimal string. */
export const IdInput = z.pipe(
  z.pipe(
    z.union([z.int(badId), z.string(badId).check(z.regex(decimalId, badId))], badId),
    z.transform((value: number | string) => Number(value)),
  ),
  z.int(badId).check(z.minimum(1, badId)),
);

const absent = (value: unknown) => value === undefined || value === null || value === '';

/** An id that may be left out; an empty form field and `-1` mean none. */
export const OptionalIdInput = z.pipe(
  z.pipe(
    z.nullish(
      z.union([z.int(badId), z.string(badId).check(z.regex(/^(?:-1|[1-9]\d{0,15})?$/, badId))], badId),
    ),
    z.transform((value: number | string | null | undefined) =>
      absent(value) || Number(value) === -1 ? undefined : Number(value),
    ),
  ),
  z.optional(z.int(badId).check(z.minimum(1, badId))),
);

/** An id, or another name for the same thing: a card's `urlText`, a request's token. */
/* @__NO_SIDE_EFFECTS__ */
export function idOr(message: string, max: number) {
  const name = z.string(message).check(
    checkText((text) => (isStorable(text) && !isBlank(text) && text.length <= max ? undefined : message), {
      minimum: 1,
      maximum: max,
    }),
  );
  return z.pipe(
    z.pipe(
      z.union([z.int(message).check(z.minimum(1, message)), name], message),
      z.transform((value: number | string) =>
        typeof value === 'string' && decimalId.test(value) && Number.isSafeInteger(Number(value))
          ? Number(value)
          : value,
      ),
    ),
    z.union([z.int(), z.string()]),
  );
}

/** Where an item stands in its list. Left out means last. */
export const RankInput = z.nullish(z.number('Rank must be a number'));

/**
 * Nanoseconds since the Unix epoch. More than a double holds exactly, so never a safe integer: it is for
 * showing, not for ordering.
 */
export const Nanoseconds = z.number();

const notBoolean = 'Must be true or false';

/** True or false in a JSON body. */
export const Flag = z.boolean(notBoolean);

/** True or false in a query string or a form. */
export const FlagText = z.pipe(
  z.pipe(
    z.union([z.boolean(notBoolean), z.enum(['true', 'false', '1', '0'], notBoolean)], notBoolean),
    z.transform(
      (value: boolean | 'true' | 'false' | '1' | '0') => value === true || value === 'true' || value === '1',
    ),
  ),
  z.boolean(),
);

/** What the product asks of an address: an @ and a dot. White space in it would reach mail headers. */
export function isEmail(text: string): boolean {
  return /^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+$/u.test(text) && text.includes('.') && isStorable(text);
}

const badEmail = 'Invalid email address';

export const Email = z.string(badEmail).check(
  z.trim(),
  checkText((text) => (isEmail(text) && textLength(text) <= lengths.email ? undefined : badEmail), {
    minimum: 3,
    maximum: lengths.email,
  }),
);

const shortPassword = `Password should be atleast ${lengths.passwordMin} characters`;

/** `missing` is what an empty field says; without it an empty password is a short one. */
/* @__NO_SIDE_EFFECTS__ */
function password(missing: string) {
  return z.string(missingOr(missing, 'Password must be text')).check(
    checkText(
      (text) => {
        if (text === '') return missing;
        if (!isStorable(text)) return 'Password contains characters that cannot be stored';
        const length = textLength(text);
        if (length < lengths.passwordMin) return shortPassword;
        return length > lengths.passwordMax
          ? `Password can have at most ${lengths.passwordMax} characters`
          : undefined;
      },
      { minimum: lengths.passwordMin, maximum: lengths.passwordMax },
    ),
  );
}

/** Sign-in and sign-up. */
export const Password = password(shortPassword);

/** Settings and reset, where an empty field has its own sentence. */
export const NewPassword = password('Password is required');

/** The present password beside an act that asks for it again; whether it is right is the server's answer. */
export const CurrentPassword = z.optional(
  z
    .string('Password must be text')
    .check(
      checkText((text) =>
        isStorable(text) && textLength(text) <= lengths.passwordMax ? undefined : 'Password is not valid',
      ),
    ),
);

/** A secret from a link or a provider. */
/* @__NO_SIDE_EFFECTS__ */
export function token(missing: string, max: number = lengths.token) {
  return z.string(missing).check(
    z.trim(),
    checkText(
      (text) => {
        if (isBlank(text)) return missing;
        return isStorable(text) && text.length <= max ? undefined : 'This link or token is not valid';
      },
      { minimum: 1, maximum: max },
    ),
  );
}

export const Role = z.enum(['kRegular', 'kCreator', 'kAdmin', 'kSuperAdmin']);
export type Role = z.infer<typeof Role>;

/** The roles an admin can give. */
export const AssignableRole = z.enum(
  ['kRegular', 'kCreator', 'kAdmin'],
  'Role must be kRegular, kCreator or kAdmin',
);
export type AssignableRole = z.infer<typeof AssignableRole>;

export const Quality = z.enum(
  ['kQualityGreat', 'kQualityRegular'],
  'Quality must be kQualityGreat or kQualityRegular',
);
export type Quality = z.infer<typeof Quality>;

export const VideoProvider = z.enum(['kYoutube'], 'Video provider must be kYoutube');

/** The answer of a call that has nothing to say but that it is done. */
export const Done = z.object({});
