import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { xssCorpus } from '#test/xss-corpus.ts';
import { formulasInHtml, formulasInText } from './formulas.ts';

const x = '<math><mi>x</mi></math>';

describe('a formula in a text', () => {
  it.each([
    ['$x$', x],
    ['so $x$, then', `so ${x}, then`],
    ['$$x$$', '<math display="block"><mi>x</mi></math>'],
    ['$$ x $$', '<math display="block"><mi>x</mi></math>'],
    ['$x$ and $x$', `${x} and ${x}`],
    ['$x$$x$', `${x}${x}`],
    ['$5, $6 or $x$', `$5, $6 or ${x}`],
    ['\\$5 & $x$', `$5 &amp; ${x}`],
    ['\\$x\\$', '$x$'],
    ['$x\\$$', '<math><mrow><mi>x</mi><mi>$</mi></mrow></math>'],
    ['$x<y$', '<math><mrow><mi>x</mi><mo>&lt;</mo><mi>y</mi></mrow></math>'],
    ['$\\nothing$ <b> $x$', `$\\nothing$ &lt;b&gt; ${x}`],
  ])('%s is shown', (text, html) => {
    expect(formulasInText(text)).toBe(html);
  });

  it.each([
    'no dollar',
    '$5',
    'from $5 to $6',
    '$ x$',
    '$x $',
    '$x$5',
    '$x',
    '$$',
    '$$$$',
    '$$x$',
    '$x\n\ny$',
    '$\\nothing$',
    '$\\frac{1}$',
    '$}$',
    `$${'x'.repeat(1_001)}$`,
  ])('%j is no formula, and stays as it is', (text) => {
    expect(formulasInText(text)).toBeNull();
  });

  it('in rich text is not looked for in code or across marks', () => {
    expect(formulasInHtml('<p>a &lt; $x$ <em>$x$</em> <code>$x$</code></p><pre><code>$x$</code></pre>')).toBe(
      `<p>a &lt; ${x} <em>${x}</em> <code>$x$</code></p><pre><code>$x$</code></pre>`,
    );
    expect(formulasInHtml('<p>$x<em>y$</em></p>')).toBeNull();
    expect(formulasInHtml('<p>$5 "quoted" &amp; more</p>')).toBeNull();
    expect(formulasInHtml('<p>\\$5</p>')).toBe('<p>$5</p>');
  });
});

const bombs = [
  '\\def\\a{\\a\\a}\\a',
  '\\gdef\\a{x}\\a',
  '\\newcommand{\\a}{x}\\a',
  '\\let\\a=\\frac\\a12',
  'x^{'.repeat(240) + '}'.repeat(240),
  '\\sqrt{'.repeat(140) + '}'.repeat(140),
  `\\begin{matrix}${'&'.repeat(900)}\\end{matrix}`,
  `\\ce{${'H2O->'.repeat(190)}}`,
  `\\ce{${'('.repeat(900)}}`,
];

describe('hostile TeX', () => {
  it.each(bombs)('%s stays text', (tex) => {
    expect(formulasInText(`$${tex}$`)).toBeNull();
  });

  it.each([
    '\\href{https://evil.example}{x}',
    '\\url{javascript:alert(1)}',
    '\\includegraphics{/x.png}',
    '\\class{a}{x}',
    '\\id{a}{x}',
    '\\style{color:red}{x}',
    '\\data{a=b}{x}',
    '\\color{red}{x}',
    '\\textcolor{red}{x}',
    '\\colorbox{red}{x}',
    '\\boxed{x}\\vec{a}\\mathcal{L}\\cancel{x}',
    '\\label{a}\\ref{a}\\eqref{a}',
    '\\kern-99em\\rule{999em}{999em}\\raisebox{99em}{x}\\hspace{999em}',
    '\\text{<img src=x onerror=alert(1)>}',
    '\\begin{pmatrix}1&2\\end{pmatrix}',
  ])('%s brings no link, id, class, style or large space', (tex) => {
    const html = formulasInText(`$${tex}$`) ?? '';
    expect(html).not.toMatch(
      /<[^>]*\s(?:href|id|class|style|src|mathcolor|mathbackground)=|<(?!\/?m)|[2-9]\dem|\d{3}em/,
    );
  });

  it('in the amount a text can have is rendered within bounds', () => {
    const texts = [
      `$${'x+'.repeat(499)}$ `.repeat(20),
      '$x_1$ '.repeat(3_300),
      `$\\ce{${'H2O->'.repeat(50)}}$ `.repeat(70),
      `$${"'".repeat(990)}$ `.repeat(20),
    ];
    for (const text of texts) expect((formulasInText(text) ?? '').length).toBeLessThan(130_000);
    // Each dollar is looked at once.
    expect(formulasInText('$a '.repeat(100_000))).toBeNull();
  });

  const tex = fc.array(
    fc.oneof(
      fc.constantFrom(
        '\\frac',
        '{',
        '}',
        '^',
        '_',
        '$',
        '$$',
        '\\$',
        '\\',
        '&',
        '\\\\',
        ' ',
        '\n',
        '<',
        '>',
        '"',
        'x',
        '5',
      ),
      fc.constantFrom(
        '\\left(',
        '\\right)',
        '\\text{',
        '\\ce{',
        '\\href{',
        '\\begin{matrix}',
        '\\end{matrix}',
        '\\char"',
      ),
      fc.constantFrom(...xssCorpus),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 20 },
  );

  it('of any kind gives only MathML', () => {
    fc.assert(
      fc.property(tex, (parts) => {
        const html = formulasInText(`$${parts.join('')}$`) ?? '';
        expect(html.replaceAll(/<\/?m[a-z]+(?: [a-z]+="[\w .+-]*")*>|<none><\/none>/g, '')).not.toMatch(/</);
      }),
      { numRuns: 2_000 },
    );
  });
});
