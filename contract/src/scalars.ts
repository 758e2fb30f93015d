import * as z from 'zod/mini';
import { checkText, isBlank, isStorable } from './text.ts';

const decimalId = /^[1-9]\d{0,15}$/;
const badId = 'Not a valid id';

/** An id in answers. */
export const Id = z.int().check(z.minimum(1));

export const Count = z.int().check(z.minimum(0));

/** One message for every invalid id. */
const idNumber = z.int({ error: badId, abort: true }).check(z.minimum(1, badId));

/** An id in requests: the number or its decimal string. */
export const IdInput = z.pipe(
  z.pipe(
    z.union([idNumber, z.string(badId).check(z.regex(decimalId, badId))], badId),
    z.transform((value: number | string) => Number(value)),
  ),
  idNumber,
);

const absent = (value: unknown) => value === undefined || value === null || value === '';

/** An optional id; an empty form field and `-1` mean none. */
export const OptionalIdInput = z.pipe(
  z.pipe(
    z.nullish(
      z.union(
        [z.literal(-1, badId), idNumber, z.string(badId).check(z.regex(/^(?:-1|[1-9]\d{0,15})?$/, badId))],
        badId,
      ),
    ),
    z.transform((value: number | string | null | undefined) =>
      absent(value) || Number(value) === -1 ? undefined : Number(value),
    ),
  ),
  z.optional(idNumber),
);

/** An id, or another key of the same object: a card's `urlText`, a request's token. */
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
      z.union([z.int({ error: message, abort: true }).check(z.minimum(1, message)), name], message),
      z.transform((value: number | string) =>
        typeof value === 'string' && decimalId.test(value) && Number.isSafeInteger(Number(value))
          ? Number(value)
          : value,
      ),
    ),
    z.union([Id, z.string()]),
  );
}

/** An item's position in its list. Omitted means last. */
export const RankInput = z.nullish(z.number('Rank must be a number'));

/**
 * Nanoseconds since the Unix epoch. Exceeds the safe integers of a double: for display only, not for sorting.
 */
export const Nanoseconds = z.number();

const notBoolean = 'Must be true or false';

/** A boolean in a JSON body. */
export const Flag = z.boolean(notBoolean);

/** A boolean in a query string or form. */
export const FlagText = z.pipe(
  z.pipe(
    z.union([z.boolean(notBoolean), z.enum(['true', 'false', '1', '0'], notBoolean)], notBoolean),
    z.transform(
      (value: boolean | 'true' | 'false' | '1' | '0') => value === true || value === 'true' || value === '1',
    ),
  ),
  z.boolean(),
);

export const Role = z.enum(['kRegular', 'kCreator', 'kAdmin', 'kSuperAdmin']);
export type Role = z.infer<typeof Role>;

/** The roles an admin can assign. */
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

/** The answer of a call that returns no data. */
export const Done = z.object({});
