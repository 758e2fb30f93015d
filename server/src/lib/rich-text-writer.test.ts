import { expect, it } from 'vitest';
import { RichTextWriter } from './rich-text-writer.ts';

/** `+ul` opens, `-ul` closes, `br` breaks, `"…` is text; what is still open stays so. */
function write(...steps: (string | [tag: string, attributes: Record<string, string>])[]): string {
  const writer = new RichTextWriter();
  for (const step of steps) {
    if (Array.isArray(step)) writer.open(...step);
    else if (step.startsWith('+')) writer.open(step.slice(1), {});
    else if (step.startsWith('-')) writer.close(step.slice(1));
    else if (step === 'br') writer.break();
    else writer.text(step.slice(1));
  }
  return writer.end().html;
}

it.each([
  [
    'keeps what stood in a list outside of an item together',
    ['+ul', '"a', '+p', '"b'],
    '<ul><li><p>a</p><p>b</p></li></ul>',
  ],
  [
    'makes the next item the neighbour of an implied one (ul)',
    ['+ul', '"a', '+li', '"b'],
    '<ul><li><p>a</p></li><li><p>b</p></li></ul>',
  ],
  [
    'makes the next item the neighbour of an implied one (ol)',
    ['+ol', '"a', '+li', '"b'],
    '<ol><li><p>a</p></li><li><p>b</p></li></ol>',
  ],
  ['takes a tag it does not know for the end of a block', ['"a', '+div', '"b'], '<p>a</p><p>b</p>'],
  [
    'takes white space outside of a block for nothing, not for an empty paragraph',
    ['"a', '+p', '+div', '"\n', '-p', '"b'],
    '<p>a</p><p>b</p>',
  ],
  ['passes over the end of what never began', ['"a', '-strong', '-ul', '"b'], '<p>ab</p>'],
  ['drops breaks before the first word', ['+p', 'br', 'br', '"a'], '<p>a</p>'],
  ['drops breaks after the last word', ['+p', '"a', 'br', '-p'], '<p>a</p>'],
  ['keeps two breaks at the most', ['+p', '"a', 'br', 'br', 'br', '"b'], '<p>a<br><br>b</p>'],
  [
    'writes breaks outside of marks',
    ['+p', '+strong', '"a', 'br', '"b'],
    '<p><strong>a</strong><br><strong>b</strong></p>',
  ],
  [
    'writes a space once',
    ['+p', '"a ', '+strong', '"b', '-strong', '"c', '"  ', '"d'],
    '<p>a <strong>b</strong>c d</p>',
  ],
  [
    'closes what was never closed',
    ['+blockquote', '+ul', '+li', '"a'],
    '<blockquote><ul><li><p>a</p></li></ul></blockquote>',
  ],
  [
    'goes on in the same item after something was closed in it',
    ['+ul', '+li', '+blockquote', '+p', '"a', '-p', '-blockquote', '+p', '"b'],
    '<ul><li><blockquote><p>a</p></blockquote><p>b</p></li></ul>',
  ],
  ['gives an item without a list one', ['+li', '"a', '-li', '"b'], '<ul><li><p>a</p></li></ul><p>b</p>'],
  [
    'makes a gap of empty paragraphs between others, and of no others',
    ['+p', '-p', '+p', '"a', '-p', '+p', '-p', '+p', '-p', '+p', '"b', '-p', '+p', '"c', '-p', '+p', '-p'],
    '<p>a</p><p></p><p>b</p><p>c</p>',
  ],
  [
    'leaves empty lines around code out, and keeps those inside',
    ['+pre', '"\n \n', '"a\n\n  b', 'br', '"c\n\n'],
    '<pre><code>a\n\n  b\nc</code></pre>',
  ],
] as const)('%s', (_, steps, html) => {
  expect(write(...steps)).toBe(html);
});

it('lets the outer link and the inner colour win, and a mark inside itself count once', () => {
  expect(write(['a', { href: 'https://one' }], '"x', ['a', { href: 'https://two' }], '"y')).toBe(
    '<p><a href="https://one">xy</a></p>',
  );
  expect(write(['span', { class: 'red' }], '"x', ['span', { class: 'blue' }], '"y', '-span', '"z')).toBe(
    '<p><span class="red">x</span><span class="blue">y</span><span class="red">z</span></p>',
  );
  expect(write('+em', '"x', '+em', '"y', '-em', '"z')).toBe('<p><em>xyz</em></p>');
});

it('goes so deep and no deeper, and loses nothing', () => {
  const lists = Array.from({ length: 9 }, () => '+ul');
  for (const before of [[], ['+blockquote']]) {
    const html = write(...before, ...lists, '"a', '+li', '"b');
    expect(html.match(/<ul>/g)).toHaveLength(6);
    expect(html).toContain('<li><p>a</p><p>b</p></li>');
  }
});

it('makes a gap before a list, and none inside of it', () => {
  expect(
    write('+p', '"a', '-p', '+p', '-p', '+ul', '+p', '-p', '+li', '"b', '-li', '+p', '-p', '+li', '"c'),
  ).toBe('<p>a</p><p></p><ul><li><p>b</p></li><li><p>c</p></li></ul>');
});

it('says as text what it says as HTML, an item a line', () => {
  const writer = new RichTextWriter();
  writer.text('Before');
  for (const item of ['one', 'two']) {
    writer.open('li', {});
    writer.text(item);
    writer.close('li');
  }
  writer.open('pre', {});
  writer.text('\n\ncode\n');
  writer.close('pre');
  writer.open('p', {});
  writer.text('after');
  writer.break();
  writer.text('all');
  expect(writer.end().text).toBe('Before\n\none\ntwo\n\ncode\n\nafter\nall');
});
