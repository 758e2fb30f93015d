import fc from 'fast-check';
import { expect, it } from 'vitest';
import { verifyLetter } from './letters.ts';
import { renderLetter } from './render.ts';

const publicUrl = 'https://gyan.example';

it('says the same in HTML and in text', () => {
  const url = `${publicUrl}/ve?rt=abc&x=1`;
  const letter = renderLetter(verifyLetter({ firstName: 'Asha', url }), publicUrl);
  expect(letter.html).toContain('Welcome, Asha');
  expect(letter.html).toContain('href="https://gyan.example/ve?rt=abc&amp;x=1"');
  expect(letter.text).toContain('Welcome, Asha');
  expect(letter.text).toContain(`\n${url}\n`);
});

it('escapes whatever stands in a letter', () => {
  const anything = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => `<b>"'&${text}`);
  fc.assert(
    fc.property(anything, anything, anything, (heading, paragraph, footnote) => {
      const { html } = renderLetter(
        { subject: heading, preview: paragraph, heading, paragraphs: [paragraph], footnote },
        publicUrl,
      );
      const empty = renderLetter(
        { subject: '', preview: '', heading: '', paragraphs: [''], footnote: 'x' },
        publicUrl,
      );
      expect(tags(html)).toEqual(tags(empty.html));
    }),
  );
});

it('keeps a subject on one line', () => {
  const letter = { subject: 'Hello\r\nBcc: x@example.org', preview: '', heading: '', paragraphs: [] };
  expect(renderLetter(letter, publicUrl).subject).toBe('Hello Bcc: x@example.org');
});

it.each(['https://evil.example/ve', 'https://gyan.example.evil.example/', 'javascript:alert(1)'])(
  'refuses to lead its reader to %s',
  (url) => {
    const letter = { subject: 's', preview: 'p', heading: 'h', paragraphs: [], action: { label: 'Go', url } };
    expect(() => renderLetter(letter, publicUrl)).toThrow('public address');
  },
);

it.each(['visit evil.example now', 'https://evil.example', '<b>Asha</b>', 'x'.repeat(80), '\u202E', ''])(
  'does not greet a stranger with %j',
  (firstName) => {
    expect(verifyLetter({ firstName, url: `${publicUrl}/ve` }).heading).toBe('Welcome');
  },
);

it.each(['Asha', 'Jean-Luc', "D'Arcy", 'आशा', 'J. R.'])('greets %s by name', (firstName) => {
  expect(verifyLetter({ firstName, url: `${publicUrl}/ve` }).heading).toBe(`Welcome, ${firstName}`);
});

function tags(html: string): string[] {
  return html.match(/<[^>]*>/g) ?? [];
}
