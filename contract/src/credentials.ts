import * as z from 'zod/mini';
import { lengths } from './limits.ts';
import { checkText, isBlank, isStorable, missingOr, textLength } from './text.ts';

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
export const CurrentPassword = z.nullish(
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
