/** One source for the HTML and the text of a letter. Everything in it is plain text. */
export interface Letter {
  subject: string;
  /** What an inbox shows beside the subject. */
  preview: string;
  heading: string;
  paragraphs: readonly string[];
  action?: { label: string; url: string };
  /** Small print below the action. */
  footnote?: string;
}

/** An address in this installation, whatever host a request came in by. */
export function letterUrl(publicUrl: string, path: `/${string}`, query: Record<string, string> = {}): string {
  const url = new URL(publicUrl + path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

export function verifyLetter(input: { firstName: string; url: string }): Letter {
  return {
    subject: 'Confirm your e-mail address for Gyan',
    preview: 'One press and your account is ready.',
    heading: `Welcome${greeting(input.firstName)}`,
    paragraphs: [
      'You signed up for Gyan with this address. Please confirm that it is yours, and you can start to like, comment and learn together with others.',
    ],
    action: { label: 'Confirm my address', url: input.url },
    footnote:
      'The link works once, within 24 hours. If you did not sign up, ignore this letter: nothing happens without the link.',
  };
}

/**
 * Anybody can type anybody's address into a sign-up form, so a name must not be able to carry a message
 * or an address that mail programs would turn into a link.
 */
function greeting(firstName: string): string {
  const name = firstName.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  const plain = name.length > 0 && name.length <= 40 && /^[\p{L}\p{M}\p{N}' ’.-]+$/u.test(name);
  return plain && !/\.\S/.test(name) ? `, ${name}` : '';
}
