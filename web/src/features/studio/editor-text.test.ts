import { describe, expect, it } from 'vitest';
import { cardHeadings, htmlOfText, textOfHtml, titleOfHtml } from './editor-text.ts';

describe('a description that changes editors', () => {
  it('keeps its paragraphs and lines', () => {
    const text = 'Light bends.\nAlways.\n\nGlass < air & "water"';
    expect(htmlOfText(text)).toBe(
      '<p>Light bends.<br>Always.</p><p>Glass &lt; air &amp; &quot;water&quot;</p>',
    );
    expect(textOfHtml(htmlOfText(text))).toBe(text);
  });

  it('puts every item of a list on a line of its own', () => {
    const html = '<p>Two:</p><ul><li><p>prism</p></li><li><p>lens</p></li></ul><p>Done.</p>';
    expect(textOfHtml(html)).toBe('Two:\n\nprism\nlens\n\nDone.');
  });

  it('keeps the lines of code', () => {
    expect(textOfHtml('<pre><code>a = 1\nb = 2</code></pre>')).toBe('a = 1\nb = 2');
  });

  it('is nothing when there is nothing', () => {
    expect(htmlOfText('  \n\n ')).toBe('');
    expect(textOfHtml('<p></p>')).toBe('');
  });
});

describe('the title of a card without one', () => {
  it.each([
    ['<p>First.</p><h5>Why <em>light</em> bends</h5>', 'Why light bends'],
    ['<p>Light bends in glass. It slows down.</p>', 'Light bends in glass'],
    ['<p>Light bends</p><p>and more</p>', 'Light bends'],
    ['', 'Explain refraction'],
  ])('of %s is %s', (html, title) => expect(titleOfHtml(html, 'Explain refraction')).toBe(title));

  it('is short', () => {
    expect([...titleOfHtml(`<p>${'wave '.repeat(60)}</p>`, '')].length).toBeLessThanOrEqual(100);
  });
});

it('a heading from elsewhere stays a heading', () => {
  expect(cardHeadings('<h1>Tides</h1><H3 class="x">High</H3><h6>Low</h6><hr><p>h1</p>')).toBe(
    '<h5>Tides</h5><h5 class="x">High</h5><h6>Low</h6><hr><p>h1</p>',
  );
});
