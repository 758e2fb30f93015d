import { alignClasses, inks } from '@gyan/contract/rich-text.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { xssCorpus } from '../../test/xss-corpus.ts';
import { cleanRichText, RichTextSizeError } from './rich-text.ts';

const classAttribute = (classes: readonly string[]) => `(?: class="(?:${classes.join('|')})")?`;
const aligned = classAttribute(alignClasses);

/** Every allowed opening tag, written out so that a change of the list is noticed. */
const openings = new RegExp(
  [
    `<(?:p|h5|h6)${aligned}>`,
    '<ol(?: start="[1-9][0-9]{0,3}")?>',
    '<(?:pre|code|blockquote|ul|li|strong|em|u|s)>',
    `<span class="(?:${inks.map(({ className }) => className).join('|')})">`,
    '<a href="(?:https?://|mailto:)[^"<>]*" rel="noopener nofollow ugc" target="_blank">',
    '<br>',
  ].join('|'),
  'y',
);
const closings = /<\/(?:p|h5|h6|ol|pre|code|blockquote|ul|li|strong|em|u|s|span|a)>/y;
const words = /(?:[^<>&\p{Cc}\u202d\u202e]|[\n\t]|&(?:amp|lt|gt);)+/uy;

/** A strict parser: anything unexpected is an error. */
function readStrictly(html: string): void {
  const open: string[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(html)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  while (at < html.length) {
    if (take(words) !== undefined) continue;
    const opening = take(openings);
    const tag = opening?.match(/^<([a-z0-9]+)/)?.[1];
    if (tag !== undefined) {
      if (tag !== 'br') open.push(tag);
      continue;
    }
    const closing = take(closings);
    if (closing === undefined || closing !== `</${open.pop()}>`) {
      throw new Error(`unexpected ${JSON.stringify(html.slice(at, at + 80))} in ${html}`);
    }
  }
  if (open.length > 0) throw new Error(`left open: ${open.join(', ')}`);
}

function clean(html: string): string {
  return cleanRichText(html).html;
}

describe('what people write', () => {
  it.each([
    ['<p>A <strong>bold</strong> word</p>', '<p>A <strong>bold</strong> word</p>'],
    [
      '<b>a</b><i>b</i><del>c</del><ins>d</ins><strike>e</strike>',
      '<p><strong>a</strong><em>b</em><s>c</s><u>d</u><s>e</s></p>',
    ],
    ['<h1>Big</h1><h4>Less</h4><h5>h</h5><h6>s</h6>', '<h5>Big</h5><h5>Less</h5><h5>h</h5><h6>s</h6>'],
    ['<h2>Two</h2><h3>Three</h3>', '<h5>Two</h5><h5>Three</h5>'],
    ['no tags & such', '<p>no tags &amp; such</p>'],
    ['<p class="align-center big">x</p>', '<p class="align-center">x</p>'],
    ['<span class="a ink-3">x</span><span class="ink-9">y</span>', '<p><span class="ink-3">x</span>y</p>'],
    ['<span>a</span><strong>b</strong>c', '<p>a<strong>b</strong>c</p>'],
    ['<p><a>a</a><em>b</em>c</p>', '<p>a<em>b</em>c</p>'],
    ['<div>a<div>b</div>c</div>', '<p>a</p><p>b</p><p>c</p>'],
    ['<p>a</p><p></p><p><br></p><p>b</p><p>&nbsp;</p>', '<p>a</p><p></p><p>b</p>'],
    ['<p>a<br>b<br></p>', '<p>a<br>b</p>'],
    [
      '<ul><li>a<li>b<ol start="3"><li>c</ol></ul>',
      '<ul><li><p>a</p></li><li><p>b</p><ol start="3"><li><p>c</p></li></ol></li></ul>',
    ],
    ['<ul>a<li>b</ul>', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
    ['<li>a</li>', '<ul><li><p>a</p></li></ul>'],
    ['<blockquote>a<p>b</p></blockquote>', '<blockquote><p>a</p><p>b</p></blockquote>'],
    ['<pre><code class="x">\n a\n  <b>b</b> &lt;\n</code></pre>', '<pre><code> a\n  b &lt;</code></pre>'],
    ['<strong><p>a</p><p>b</p></strong>', '<p><strong>a</strong></p><p><strong>b</strong></p>'],
    ['<strong>a<strong>b</strong></strong>', '<p><strong>ab</strong></p>'],
    ['<code>a</code> <code>b</code>', '<p><code>a</code> <code>b</code></p>'],
    ['<table><tr><td>1</td><td>2</td></tr></table>', '<p>1</p><p>2</p>'],
    ['<ul></ul><blockquote> </blockquote><p><strong></strong></p>', ''],
    ['<p>नमस्ते 👩🏽‍🔬 שלום</p>', '<p>नमस्ते 👩🏽‍🔬 שלום</p>'],
    ['<p> a  <strong> b</strong> </p>', '<p>a <strong>b</strong></p>'],
    ['<strong> </strong>a<em> </em>b', '<p>a<em> </em>b</p>'],
    ['<p>a<br> b</p>', '<p>a<br>b</p>'],
    ['<p>a<br><br><br><br>b</p>', '<p>a<br><br>b</p>'],
    ['<pre>a<br>b</pre><pre>\n\n</pre>', '<pre><code>a\nb</code></pre>'],
    ['<ul><ul><li>a</li></ul></ul>', '<ul><li><ul><li><p>a</p></li></ul></li></ul>'],
    ['<ul><li>a</li>b<li>c</li></ul>', '<ul><li><p>a</p></li><li><p>b</p></li><li><p>c</p></li></ul>'],
    ['<blockquote><ul><li>a</li></ul></blockquote>', '<blockquote><ul><li><p>a</p></li></ul></blockquote>'],
    [
      '<h5 class="align-right">a</h5><h6 class="align-center">b</h6><pre class="align-center">c</pre>',
      '<h5 class="align-right">a</h5><h6 class="align-center">b</h6><pre><code>c</code></pre>',
    ],
    [
      '<ol start="1"><li>a</ol><ol start="12345"><li>b</ol><ol start="07"><li>c</ol>',
      '<ol><li><p>a</p></li></ol><ol><li><p>b</p></li></ol><ol><li><p>c</p></li></ol>',
    ],
    [
      '<span class="ink-1"><strong><span class="ink-2">x</span></strong></span>',
      '<p><strong><span class="ink-2">x</span></strong></p>',
    ],
    ['<p>a &quot; &amp; &lt;b&gt;</p>', '<p>a " &amp; &lt;b&gt;</p>'],
    ['<ul>'.repeat(20) + 'x', `${'<ul><li>'.repeat(6)}<p>x</p>${'</li></ul>'.repeat(6)}`],
    ['<blockquote>'.repeat(20) + 'x', `${'<blockquote>'.repeat(12)}<p>x</p>${'</blockquote>'.repeat(12)}`],
  ])('%s becomes %s', (written, kept) => {
    expect(clean(written)).toBe(kept);
  });

  it('keeps links that lead to the web or to a mailbox, says what they are, and drops all others', () => {
    const kept = (href: string) =>
      `<p><a href="${href}" rel="noopener nofollow ugc" target="_blank">x</a></p>`;
    expect(clean('<a href="HTTPS://Example.com/a b?c=1&d=2#e">x</a>')).toBe(
      kept('https://example.com/a%20b?c=1&amp;d=2#e'),
    );
    expect(clean('<a href="mailto:a@b.example">x</a>')).toBe(kept('mailto:a@b.example'));
    expect(clean(`<a href='mailto:"a"@b.example'>x</a>`)).toBe(kept('mailto:&quot;a&quot;@b.example'));
    for (const href of [
      'javascript:alert(1)',
      '/feed',
      '//x.example',
      'https://good@evil.example',
      'https://:word@evil.example',
      'data:,x',
      '',
    ]) {
      expect(clean(`<a href="${href}">x</a>`)).toBe('<p>x</p>');
    }
  });

  it('reads as plain text, paragraphs apart and items close together', () => {
    const { text } = cleanRichText(
      '<h5>Tides</h5><p>Sun &amp; moon&nbsp;pull.<br>Always.</p><ul><li>high</li><li>low &lt;1 m</li></ul><p></p><p>\u0000Done\u202e.</p>',
    );
    expect(text).toBe('Tides\n\nSun & moon\u00a0pull.\nAlways.\n\nhigh\nlow <1 m\n\nDone.');
  });
});

describe('what attackers write', () => {
  it('comes in more than four hundred forms', () => {
    expect(xssCorpus.length).toBeGreaterThan(400);
  });

  it.each(xssCorpus.map((vector, index) => [index, vector]))(
    '%i leaves nothing but rich text: %s',
    (_, vector) => {
      for (const written of [
        vector,
        `<p>${vector}</p>`,
        `<ul><li>a${vector}<a href="https://a.example">${vector}`,
      ]) {
        const kept = cleanRichText(written);
        readStrictly(kept.html);
        expect(cleanRichText(kept.html)).toEqual(kept);
      }
    },
  );

  it.each(['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'title', 'template', 'noembed'])(
    'is gone with what it holds in %s',
    (tag) => {
      expect(clean(`<p>a<${tag}>b</${tag}>c</p>`)).toBe('<p>ac</p>');
    },
  );

  it('is told apart by a reader that would notice', () => {
    for (const bad of [
      '<script>',
      '<p onclick="x">y</p>',
      '<p class="align-center fixed">x</p>',
      '<a href="javascript:x" rel="noopener nofollow ugc" target="_blank">x</a>',
      '<a href="https://x">y</a>',
      '<span class="ink-9">x</span>',
      '<p>x',
      '<p>x</strong></p>',
      '<p style="x">y</p>',
      'a < b',
      '&copy;',
      '<!-- x -->',
    ]) {
      expect(() => readStrictly(bad), bad).toThrow(/unexpected|left open/);
    }
  });
});

describe('any markup at all', () => {
  const names = [
    'p',
    'div',
    'strong',
    'b',
    'a',
    'span',
    'ul',
    'ol',
    'li',
    'blockquote',
    'pre',
    'code',
    'br',
    'h1',
    'h6',
    'table',
    'td',
    'svg',
    'math',
    'style',
    'iframe',
    'noscript',
    'template',
    'x',
  ];
  const opening = fc
    .tuple(
      fc.constantFrom(...names),
      fc.constantFrom(
        '',
        ' class="ink-2"',
        ' class="ink-5 align-right"',
        ' href="https://a.example/?a=1&amp;b"',
        ' href="mailto:x y"',
        ' onclick=x',
        ' start="7"',
        '/',
      ),
    )
    .map(([name, attributes]) => `<${name}${attributes}>`);
  const closing = fc.constantFrom(...names).map((name) => `</${name}>`);
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.constantFrom(
      ' ',
      '\n',
      'a ',
      ' b',
      '&nbsp;',
      '&lt;',
      '&amp;amp;',
      '&#0;',
      '&#x202e;',
      '<',
      '>',
      '"',
      '<!--',
      '-->',
      ']]>',
      '\u0000',
      '\ud83d',
    ),
  );
  const markup = fc
    .array(fc.oneof(opening, closing, text), { maxLength: 60 })
    .map((pieces) => pieces.join(''));

  it('ends up in the one shape, which cleaning does not change', () => {
    fc.assert(
      fc.property(markup, (written) => {
        const kept = cleanRichText(written);
        readStrictly(kept.html);
        expect(cleanRichText(kept.html)).toEqual(kept);
      }),
      { numRuns: 3000 },
    );
  });

  it('is never deeper than lists can be shown, however deep it was', () => {
    const kept = cleanRichText('<ul><li>a<li>b'.repeat(40));
    readStrictly(kept.html);
    expect(cleanRichText(kept.html)).toEqual(kept);
    expect(kept.text.split('\n')).toHaveLength(80);
  });
});

describe('too much', () => {
  it('is refused by size, counted in bytes', () => {
    expect(clean('a'.repeat(64 * 1024 - 7))).toHaveLength(64 * 1024);
    expect(() => clean('a'.repeat(64 * 1024 + 1))).toThrow(
      expect.objectContaining({ name: 'RichTextSizeError', message: 'This text is too long.' }),
    );
    expect(() => clean('ä'.repeat(40 * 1024))).toThrow(RichTextSizeError);
    // Would be empty after cleaning, but cleaning would take long.
    expect(() => clean('<!---->'.repeat(10 * 1024))).toThrow(RichTextSizeError);
    // Would be too long to send again.
    expect(() => clean('&'.repeat(64 * 1024))).toThrow(RichTextSizeError);
    expect(() => clean('<p><a href="https://a.example">b</a></p>'.repeat(1_500))).toThrow(RichTextSizeError);
  });

  it('is refused by depth, whatever hides it', () => {
    expect(clean(`${'<b>'.repeat(100)}x`)).toBe('<p><strong>x</strong></p>');
    for (const deeper of ['<b>', '<div>', '<b><!--</b>-->', '<x title="</x>">', '<b></i>', '<svg>']) {
      expect(() => clean(`${deeper.repeat(101)}x`), deeper).toThrow('This text is nested too deeply.');
    }
    // Closed elements do not raise the limit.
    expect(() => clean(`${'<b></b>'.repeat(60)}${'<b>'.repeat(101)}x`)).toThrow(RichTextSizeError);
    expect(clean(`${'<b></b>'.repeat(200)}${'<b>'.repeat(100)}x`)).toBe('<p><strong>x</strong></p>');
  });

  it.each(['<', '< ', '<<b', '&', '<1'])('costs under 20 ms for 64,000 characters of %j', (piece) => {
    const written = piece.repeat(64_000 / piece.length);
    expect(cpuMs(written)).toBeLessThan(20);
  });

  it('keeps a bare < as text, wherever it stands', () => {
    expect(cleanRichText('1 < 2 <<b>3</b>')).toEqual({
      html: '<p>1 &lt; 2 &lt;<strong>3</strong></p>',
      text: '1 < 2 <3',
    });
    expect(clean('<a href="https://a.example/?<1">x</a>')).toContain('href="https://a.example/?%3C1"');
    expect(cleanRichText('<'.repeat(15_000)).text).toBe('<'.repeat(15_000));
    expect(clean('a<!-- < -->b<script>1 < 2</script><')).toBe('<p>ab&lt;</p>');
  });

  it.each([
    ['nested tags', '<div>'],
    ['open tags', '<a'],
    ['unclosed paragraphs', '<p>'],
    ['closing tags', '</p>'],
    ['deep tags and strangers', `${'<b>'.repeat(99)}${'</i>'.repeat(900)}`],
    ['brackets', '<'],
    ['items', '<li>a'],
    ['attributes', `<a ${'b=1 '.repeat(16_000)}>`],
    ['a long address', `<a href="https://a.example/${'x'.repeat(65_000)}">x</a>`],
    ['many classes', `<p class="${'a '.repeat(32_000)}">x</p>`],
    ['entities', '&amp;'],
    ['words', 'a '],
    ['code', `<pre>${' \n'.repeat(32_000)}`],
    ['frames', '<iframe>'],
    ['comments', '<!--'],
    ['closing brackets', '>'],
  ])('does not hang on 64 KiB of %s', (_, piece) => {
    expect(cpuMs(piece.repeat(Math.floor((64 * 1024) / piece.length)))).toBeLessThan(300);
  });
});

/** CPU time of cleaning a text, the best of three: load on the machine does not count, a slow algorithm does. */
function cpuMs(written: string): number {
  const times = Array.from({ length: 3 }, () => {
    const began = process.threadCpuUsage();
    try {
      cleanRichText(written);
    } catch (error) {
      expect(error).toBeInstanceOf(RichTextSizeError);
    }
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
