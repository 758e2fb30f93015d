import fc from 'fast-check';
import { expect, it } from 'vitest';
import { verificationEmail } from './emails.ts';
import { renderEmail } from './render.ts';

const publicUrl = 'https://gyan.example';

it('says the same in HTML and in text', () => {
  const url = `${publicUrl}/ve?rt=abc&x=1`;
  const email = renderEmail(verificationEmail({ firstName: 'Asha', url }), publicUrl);
  expect(email.html).toContain('Welcome, Asha');
  expect(email.html).toContain('href="https://gyan.example/ve?rt=abc&amp;x=1"');
  expect(email.text).toContain('Welcome, Asha');
  expect(email.text).toContain(`\n${url}\n`);
});

it('escapes whatever stands in an e-mail', () => {
  const anything = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => `<b>"'&${text}`);
  fc.assert(
    fc.property(anything, anything, anything, (heading, paragraph, footnote) => {
      const { html } = renderEmail(
        { subject: heading, preview: paragraph, heading, paragraphs: [paragraph], footnote },
        publicUrl,
      );
      const empty = renderEmail(
        { subject: '', preview: '', heading: '', paragraphs: [''], footnote: 'x' },
        publicUrl,
      );
      expect(tags(html)).toEqual(tags(empty.html));
    }),
  );
});

it('keeps a subject on one line', () => {
  const content = { subject: 'Hello\r\nBcc: x@example.org', preview: '', heading: '', paragraphs: [] };
  expect(renderEmail(content, publicUrl).subject).toBe('Hello Bcc: x@example.org');
});

it.each(['https://evil.example/ve', 'https://gyan.example.evil.example/', 'javascript:alert(1)'])(
  'refuses to lead its reader to %s',
  (url) => {
    const content = {
      subject: 's',
      preview: 'p',
      heading: 'h',
      paragraphs: [],
      action: { label: 'Go', url },
    };
    expect(() => renderEmail(content, publicUrl)).toThrow('public address');
  },
);

it.each(['visit evil.example now', 'https://evil.example', '<b>Asha</b>', 'x'.repeat(80), '\u202E', ''])(
  'does not greet a stranger with %j',
  (firstName) => {
    expect(verificationEmail({ firstName, url: `${publicUrl}/ve` }).heading).toBe('Welcome');
  },
);

it.each(['Asha', 'Jean-Luc', "D'Arcy", 'आशा', 'J. R.'])('greets %s by name', (firstName) => {
  expect(verificationEmail({ firstName, url: `${publicUrl}/ve` }).heading).toBe(`Welcome, ${firstName}`);
});

function tags(html: string): string[] {
  return html.match(/<[^>]*>/g) ?? [];
}
