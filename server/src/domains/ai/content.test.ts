import { expect, it } from 'vitest';
import { toContent } from './content.ts';
import { PlainTextStream } from './plain-text-stream.ts';

it.each([
  ['<p>Light <b>scatters</b>.</p>', '<p>Light <strong>scatters</strong>.</p>'],
  ['```html\n<p>Fenced</p>\n```', '<p>Fenced</p>'],
  ['One.\n\nTwo,\ntwo.', '<p>One.</p><p>Two,<br>two.</p>'],
  [
    '## Tides\nThey *rise* and **fall**.',
    '<h5>Tides</h5><p>They <em>rise</em> and <strong>fall</strong>.</p>',
  ],
  [
    'Why:\n- sun\n- moon\n\n1. high\n2. low',
    '<p>Why:</p><ul><li><p>sun</p></li><li><p>moon</p></li></ul><ol><li><p>high</p></li><li><p>low</p></li></ol>',
  ],
  ['2 * 3 * 4 < 25 & `a<c>`', '<p>2 * 3 * 4 &lt; 25 &amp; <code>a&lt;c&gt;</code></p>'],
  ['<p>x</p><script>alert(1)</script><img src=x onerror=alert(1)>', '<p>x</p>'],
  ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['<p> </p>', ''],
])('%j becomes %s', (answer, content) => {
  expect(toContent(answer)).toBe(content);
});

it('can be read while it is written, wherever the pieces are cut', () => {
  const html =
    '<h5>Tides</h5><p>Sun &amp; moon, 1 < 2.</p><ul><li>high</li><li><strong>low</strong></li></ul>';
  const whole = new PlainTextStream().read(html);
  expect(whole).toBe('Tides\n\nSun & moon, 1 < 2.\n\nhigh\nlow\n\n\n');
  for (let at = 1; at < html.length; at += 1) {
    const plainText = new PlainTextStream();
    expect(plainText.read(html.slice(0, at)) + plainText.read(html.slice(at))).toBe(whole);
  }
});
