import * as z from 'zod/mini';
import { lengths } from './limits.ts';
import { checkText, isBlank, isStorable, missingOr, textLength } from './text.ts';

/**
 * Bidi controls, zero-width characters, soft hyphens and the blank Braille pattern: they make different
 * addresses look alike.
 */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
/**
 * White space could reach mail headers; the domain excludes characters that a URL treats as more than a host.
 */
const addressShape = /^([^\s\p{Cc}@]+)@([^\s\p{Cc}@:/?#[\]\\%]+)$/u;

/**
 * The canonical form in which an e-mail address is stored, compared and counted: the domain in lower-case
 * ASCII after UTS #46 mapping, the local part in NFC as typed. Undefined if the text is no address; address
 * literals are refused.
 */
export function canonicalEmail(text: string): string | undefined {
  if (!isStorable(text) || invisible.test(text)) return undefined;
  const [, local = '', typed = ''] = addressShape.exec(text.trim()) ?? [];
  const domain = domainToAscii(typed);
  if (local === '' || domain === undefined) return undefined;
  const email = `${local.normalize('NFC')}@${domain}`;
  return email.includes('.') && textLength(email) <= lengths.email ? email : undefined;
}

/** The platform API that this package needs. */
declare const URL: { canParse(url: string): boolean; new (url: string): { hostname: string } };

/** Browsers and Node map the host of a URL by UTS #46, so this package needs no table of characters. */
function domainToAscii(domain: string): string | undefined {
  const url = `http://${domain}`;
  const host = domain !== '' && URL.canParse(url) ? new URL(url).hostname : '';
  const isIPv4 = /^[\d.]+$/.test(host);
  return host.split('.').includes('') || isIPv4 ? undefined : host;
}

const badEmail = 'Invalid email address';

export const Email = z.string(badEmail).check(
  z.overwrite((text) => canonicalEmail(text) ?? text),
  checkText((text) => (canonicalEmail(text) === undefined ? badEmail : undefined), {
    minimum: 3,
    maximum: lengths.email,
  }),
);

const shortPassword = `Password should be atleast ${lengths.passwordMin} characters`;

const inNfc = (text: string) => [textLength(text.normalize('NFC'))];
/** Passwords chosen before normalisation were measured as typed, so either form may have the valid length. */
const inAnyForm = (text: string) => [textLength(text), ...inNfc(text)];

/**
 * `missing` is the message for an empty field; without it an empty password counts as too short. One of the
 * `measured` lengths must be valid.
 */
/* @__NO_SIDE_EFFECTS__ */
function password(missing: string, measured = inNfc) {
  return z.string(missingOr(missing, 'Password must be text')).check(
    checkText(
      (text) => {
        if (text === '') return missing;
        if (!isStorable(text)) return 'Password contains characters that cannot be stored';
        const found = measured(text);
        if (Math.max(...found) < lengths.passwordMin) return shortPassword;
        return Math.min(...found) > lengths.passwordMax
          ? `Password can have at most ${lengths.passwordMax} characters`
          : undefined;
      },
      { minimum: lengths.passwordMin, maximum: lengths.passwordMax },
    ),
  );
}

/** Sign-up. */
export const Password = password(shortPassword);

/** Sign-in. */
export const TypedPassword = password(shortPassword, inAnyForm);

/** Settings and reset, where an empty field has its own message. */
export const NewPassword = password('Password is required');

/** The current password, for actions that require it again; only the server can check it. */
export const CurrentPassword = z.nullish(
  z
    .string('Password must be text')
    .check(
      checkText((text) =>
        isStorable(text) && Math.min(...inAnyForm(text)) <= lengths.passwordMax
          ? undefined
          : 'Password is not valid',
      ),
    ),
);

/** A secret from a link or a sign-in provider. */
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
