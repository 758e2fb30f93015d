import * as z from 'zod/mini';
import { lengths } from './limits.ts';
import { checkText, isBlank, isStorable, missingOr, textLength } from './text.ts';

/** Bidi controls, zero-width characters, soft hyphens and the blank Braille pattern: two addresses that look alike could differ by them. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** White space would reach mail headers; a domain has nothing that a URL reads as more than a host. */
const addressShape = /^([^\s\p{Cc}@]+)@([^\s\p{Cc}@:/?#[\]\\%]+)$/u;

/**
 * The one form in which an address is stored, compared and counted: its domain after UTS #46 mapping, in lower case and as ASCII,
 * its local part in NFC as it was typed. Undefined for what is no address, an address literal included.
 */
export function canonicalEmail(text: string): string | undefined {
  if (!isStorable(text) || invisible.test(text)) return undefined;
  const [, local = '', typed = ''] = addressShape.exec(text.trim()) ?? [];
  const domain = domainToAscii(typed);
  if (local === '' || domain === undefined) return undefined;
  const email = `${local.normalize('NFC')}@${domain}`;
  return email.includes('.') && textLength(email) <= lengths.email ? email : undefined;
}

/** What this package needs of the platforms it runs on. */
declare const URL: { canParse(url: string): boolean; new (url: string): { hostname: string } };

/** Every browser and Node map the host of a URL by UTS #46, so that no table of characters is needed here. */
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
/** A password chosen before passwords were normalised was measured as typed; one that fits either way may be the right one. */
const inAnyForm = (text: string) => [textLength(text), ...inNfc(text)];

/** `missing` is what an empty field says; without it an empty password is a short one. One of the `measured` lengths has to fit. */
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

/** Settings and reset, where an empty field has its own sentence. */
export const NewPassword = password('Password is required');

/** The present password beside an act that asks for it again; whether it is right is the server's answer. */
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
