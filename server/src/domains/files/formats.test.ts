import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { mathJaxInHtml, mathJaxInText } from '#lib/formulas.ts';
import { cleanRichText } from '#lib/rich-text.ts';
import { openAnki } from './anki-reader.ts';
import { type AnkiNote, occlusionNote, writeCollection } from './anki-writer.ts';
import { htmlOfText, textOfHtml } from './content.ts';
import { openCsv, parseCsv } from './csv-reader.ts';
import { readPage, writePage } from './front-matter.ts';
import { htmlOfMarkdown, markdownOfHtml } from './markdown.ts';
import { withFile } from './reader.ts';

const folder = mkdtempSync(join(tmpdir(), 'gyan-formats-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, bytes: Uint8Array | string) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

const line = fc.string({ unit: 'grapheme', maxLength: 40 });
const lines = fc.array(line, { maxLength: 5 }).map((parts) => parts.join('\n'));

describe('plain text', () => {
  it('is the same after HTML', () => {
    fc.assert(
      fc.property(lines, (typed) => {
        const text = typed.replace(/[\r\0\u2028\u2029\u0085\v\f\u00a0]/g, '').trim();
        expect(textOfHtml(htmlOfText(text))).toEqual({ text, htmlDesc: null });
      }),
    );
  });
});

const word = fc.stringMatching(/^[a-z*_`#>.\-[\]~\\0-9]{1,8}$/);
const inline = fc
  .array(fc.tuple(fc.constantFrom('', 'strong', 'em', 's', 'code'), word), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.map(([tag, text]) => (tag ? `<${tag}>${text}</${tag}>` : text)).join(' '));
const block = fc.oneof(
  inline.map((text) => `<p>${text}</p>`),
  inline.map((text) => `<h5>${text}</h5>`),
  inline.map((text) => `<blockquote><p>${text}</p></blockquote>`),
  fc
    .array(inline, { minLength: 1, maxLength: 3 })
    .map((all) => `<ul>${all.map((one) => `<li><p>${one}</p></li>`).join('')}</ul>`),
  fc
    .array(inline, { minLength: 1, maxLength: 3 })
    .map((all) => `<ol>${all.map((one) => `<li><p>${one}</p></li>`).join('')}</ol>`),
  word.map((text) => `<pre><code>${text}\n  ${text}</code></pre>`),
);

describe('rich text', () => {
  it('is the same after Markdown, or is not written as Markdown', () => {
    let written = 0;
    let all = 0;
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (blocks) => {
        const { html } = cleanRichText(blocks.join(''));
        const markdown = markdownOfHtml(html);
        all += 1;
        if (markdown === undefined) return;
        written += 1;
        expect(htmlOfMarkdown(markdown)).toBe(html);
      }),
      { numRuns: 300 },
    );
    // Otherwise the property would hold without any Markdown.
    expect(written / all).toBeGreaterThan(0.4);
  });

  it('reads Markdown as people write it', () => {
    const html = htmlOfMarkdown(
      '# Light\n\nIt is **fast**,\nand _straight_.\n\n- one\n- two\n  1. deep\n\n> said\n\n`a*b` and [site](https://example.org/x)',
    );
    expect(html).toContain('<h5>Light</h5><p>It is <strong>fast</strong>, and <em>straight</em>.</p>');
    expect(html).toContain('<li><p>two</p><ol><li><p>deep</p></li></ol></li>');
    expect(html).toContain('<blockquote><p>said</p></blockquote>');
    expect(html).toContain('<code>a*b</code> and <a href="https://example.org/x"');
  });
});

describe('front matter', () => {
  it('is the same after reading', () => {
    const matter = fc.record({
      title: line,
      source: line,
      tags: fc.array(line.filter(Boolean), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(matter, lines, (values, typed) => {
        const body = typed.replaceAll('\r', '');
        const page = readPage(writePage(values, body));
        expect(page.matter.title).toBe(values.title);
        expect(page.matter.source).toBe(values.source);
        expect(page.matter.tags ?? []).toEqual(values.tags);
        expect(page.body.trim()).toBe(body.trim());
      }),
    );
  });
});

describe('a table', () => {
  it('has the same fields after reading', () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 20 });
    const table = fc.array(fc.array(cell, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 8 });
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(table, (rows) => {
        const csv = [['title', 'text', 'tags', 'picture'], ...rows]
          .map((row) => row.map(quote).join(','))
          .join('\r\n');
        expect(parseCsv(csv).slice(1)).toEqual(rows);
      }),
    );
  });

  it('keeps title, text, tags, order and the address of the picture', () => {
    const path = write('t.csv', 'Title;Text;Tags;Picture\nB;two;x y;https://example.org/b.png\nA;one;;\n');
    const cards = openCsv(path, 't.csv').cards(0, 10);
    expect(cards.map(({ title, text, tags, source }) => ({ title, text, tags, source }))).toEqual([
      { title: 'B', text: 'two', tags: ['x', 'y'], source: 'https://example.org/b.png' },
      { title: 'A', text: 'one', tags: [], source: null },
    ]);
  });
});

/** The most memory that the process which reads files for this one has used, in megabytes. */
function readerMemory(): number {
  const tasks = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const read = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8');
    } catch {
      return '';
    }
  };
  const status = tasks
    .filter((pid) => read(pid, 'cmdline').includes('reader-process.ts'))
    .map((pid) => read(pid, 'status'))
    .find((text) => text.includes(`PPid:\t${process.pid}\n`));
  return Number(/VmHWM:\s+(\d+) kB/.exec(status ?? '')?.[1]) / 1024;
}

const noteOf = (index: number, fields: Partial<AnkiNote['fields']> = {}): AnkiNote => ({
  guid: `gyan-0123456789ab-${index}`,
  createdAt: 1_700_000_000_000,
  changedAt: 1_700_000_000_000,
  deckId: 1_000_000_000_001,
  fields: {
    Title: `Card ${index}`,
    Picture: `<img src="${index % 100}.webp" alt="Picture ${index}">`,
    Text: `${'Some words about it. '.repeat(20)}<b>${index}</b>`,
    Video: '',
    Author: 'Meera',
    License: 'cc-by',
    Source: '',
    Link: '',
    ...fields,
  },
  tags: ['one', `tag-${index % 7}`],
  regions: [],
  memory: null,
  reviews: [],
});

const packageOf = (notes: AnkiNote[]) => ({
  'collection.anki21': writeCollection({
    decks: [{ id: 1_000_000_000_001, name: 'Deck', desc: '' }],
    notes,
    now: Date.now(),
    retention: 0.9,
  }),
  media: strToU8(JSON.stringify(Object.fromEntries(Array.from({ length: 100 }, (_, n) => [n, `${n}.webp`])))),
  ...Object.fromEntries(Array.from({ length: 100 }, (_, n) => [String(n), new Uint8Array(10).fill(n)])),
});

describe('an Anki package', () => {
  it('gives back every one of 600 notes, and takes less than a second of CPU per 200', async () => {
    const notes = Array.from({ length: 600 }, (_, index) => noteOf(index));
    const before = process.cpuUsage();
    const files = packageOf(notes);
    const path = write('600.apkg', zipSync(files));
    const { user, system } = process.cpuUsage(before);
    const cpuMs = (user + system) / 1000;
    expect(cpuMs / 3).toBeLessThan(1000);
    const reader = await openAnki(path, mkdtempSync(join(folder, 'a-')));
    const cards = reader.cards(0, 600);
    expect(
      cards.map(({ guid, title, tags, picture, altText, license }) => ({
        guid,
        title,
        tags,
        picture,
        altText,
        license,
      })),
    ).toEqual(
      notes.map(({ guid, tags }, index) => ({
        guid,
        title: `Card ${index}`,
        tags,
        picture: `${index % 100}.webp`,
        altText: `Picture ${index}`,
        license: 'cc-by',
      })),
    );
    expect(reader.picture('7.webp')).toEqual(Buffer.alloc(10, 7));
    reader.close();
  });

  it.runIf(process.platform === 'linux')(
    'of 5,000 notes is read within 250 MB of memory',
    async () => {
      const notes = Array.from({ length: 5_000 }, (_, index) => noteOf(index));
      const path = write('5000.apkg', zipSync(packageOf(notes), { level: 1 }));
      const megabytes = await withFile({ path, format: 'apkg', fileName: 'x' }, async (file) => {
        expect(file.summary.cardCount).toBe(5_000);
        for (let from = 0; from < 5_000; from += 100) {
          expect(await file.cards(from, 100)).toHaveLength(100);
        }
        return readerMemory();
      });
      expect(megabytes).toBeGreaterThan(30);
      expect(megabytes).toBeLessThan(250);
    },
    60_000,
  );

  it('has formulas for MathJax, and gives back what was typed', async () => {
    const typed = 'With $a < b$ and $$\\frac{1}{2}$$ it costs \\$5.';
    const exported = htmlOfText(mathJaxInText(typed));
    expect(exported).toBe('With \\(a &lt; b\\) and \\[\\frac{1}{2}\\] it costs \\$5.');
    const rich = '<p>So <strong>$x^2$</strong></p><pre><code>$y$</code></pre>';
    expect(mathJaxInHtml(rich)).toBe('<p>So <strong>\\(x^2\\)</strong></p><pre><code>$y$</code></pre>');
    const notes = [noteOf(1, { Text: exported }), noteOf(2, { Text: mathJaxInHtml(rich) })];
    const reader = await openAnki(
      write('math.apkg', zipSync(packageOf(notes))),
      mkdtempSync(join(folder, 'm-')),
    );
    expect(reader.cards(0, 10)).toMatchObject([{ text: typed, htmlDesc: null }, { htmlDesc: rich }]);
    reader.close();
  });

  it('has a note of image occlusion for a card with regions, which an import does not take twice', async () => {
    const box = { x: 0.1, y: 0.25, w: 0.5, h: 0.125 };
    const drawn = {
      ...noteOf(1),
      regions: [
        { id: 'a', text: 'Heart', box },
        { id: 'b', text: 'Lung', box },
      ],
    };
    expect(occlusionNote(drawn).slice(0, 3)).toEqual([
      '{{c1::image-occlusion:rect:left=.1000:top=.2500:width=.5000:height=.1250:oi=1}}<br>' +
        '{{c2::image-occlusion:rect:left=.1000:top=.2500:width=.5000:height=.1250:oi=1}}',
      '<img src="1.webp" alt="Picture 1">',
      'Card 1',
    ]);
    const path = write('drawn.apkg', zipSync(packageOf([drawn])));
    const reader = await openAnki(path, mkdtempSync(join(folder, 'b-')));
    expect(reader.cards(0, 10).map(({ guid }) => guid)).toEqual([drawn.guid]);
    reader.close();
  });
});
