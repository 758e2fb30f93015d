import { Scene, type SceneItem } from '@gyan/contract/scenes.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakLine, indentLines } from './indent.ts';
import { countParts, maxOutlineParts, parseOutline } from './outline.ts';
import { fillTemplate, templateNames, templates } from './templates.ts';

const sceneOf = (ratio: number, items: SceneItem[]) => ({
  version: 1,
  ratio,
  background: { color: 'white' },
  items,
});

const labelsOf = (items: readonly SceneItem[]) => items.filter((item) => item.type === 'label');

const ratio = fc.double({ min: 0.2, max: 5, noNaN: true });
const name = fc.constantFrom(...templateNames);

/** Words as people write them, in two scripts. */
const word = fc.constantFrom('sun', 'river', 'nucleus', 'membrane', 'photosynthesis', 'केंद्रक', 'झिल्ली', 'सूर्य');
const words = fc.array(word, { minLength: 1, maxLength: 2 }).map((list) => list.join(' '));
const outlineOf = (parts: string[], indents: boolean[]) =>
  parts.map((part, index) => (index > 0 && indents[index] ? `  ${part}` : part)).join('\n');
const reasonable = fc
  .tuple(
    fc.array(words, { minLength: 1, maxLength: 8 }),
    fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  )
  .map(([parts, indents]) => outlineOf(parts, indents));

describe.each(templateNames)('the template %s', (template) => {
  it('makes a valid scene of any text, with an id for each item', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), ratio, (outline, pageRatio) => {
        const scene = sceneOf(pageRatio, fillTemplate(template, outline, pageRatio));
        expect(Scene.safeParse(scene).error?.issues).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });

  it('keeps labels apart and inside the page', () => {
    const pageRatio = fc.constantFrom(4 / 3, 16 / 9, 1, 3 / 4);
    fc.assert(
      fc.property(reasonable, pageRatio, (outline, page) => {
        const labels = labelsOf(fillTemplate(template, outline, page));
        labels.forEach((label, index) => {
          const { x, y, w, h } = label.box;
          expect(Math.max(x + w, y + h)).toBeLessThanOrEqual(1.0001);
          for (const other of labels.slice(index + 1)) {
            const across = Math.min(x + w, other.box.x + other.box.w) - Math.max(x, other.box.x);
            const down = Math.min(y + h, other.box.y + other.box.h) - Math.max(y, other.box.y);
            const overlap = across > 0.001 && down > 0.001;
            expect(overlap, `${label.text} and ${other.text} in\n${outline}`).toBe(false);
          }
        });
      }),
      { numRuns: 100 },
    );
  });

  it('draws its example with a label for each part that is recalled', () => {
    const items = fillTemplate(template, templates[template].example, 16 / 9);
    expect(labelsOf(items).length).toBeGreaterThanOrEqual(3);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  });
});

it.each(['cycle', 'steps', 'layers', 'tree', 'timeline', 'whole'] as const)(
  'lists the labels of the template %s in the order of the outline',
  (template) => {
    const outline = ['One', 'Two', 'Three', 'Four', 'Five'];
    const items = fillTemplate(template, outline.join('\n'), 4 / 3);
    expect(labelsOf(items).map(({ text }) => text)).toEqual(outline);
  },
);

it('draws the same for the same outline, but for the ids', () => {
  fc.assert(
    fc.property(name, reasonable, (template, outline) => {
      const draw = () => {
        let count = 0;
        return fillTemplate(template, outline, 1.5, { newId: () => `i${(count += 1)}` });
      };
      expect(draw()).toEqual(draw());
    }),
    { numRuns: 30 },
  );
});

describe('an outline', () => {
  it('reads indents as levels, whatever their width, and drops bullets', () => {
    expect(parseOutline('- Sun\n\t1. Core\n\t2. Corona\nMoon\n    Craters\n  Seas')).toEqual([
      {
        text: 'Sun',
        parts: [
          { text: 'Core', parts: [] },
          { text: 'Corona', parts: [] },
        ],
      },
      {
        text: 'Moon',
        parts: [
          { text: 'Craters', parts: [] },
          { text: 'Seas', parts: [] },
        ],
      },
    ]);
  });

  it('takes lines that are indented less than the first as equals', () => {
    expect(parseOutline('    One\nTwo\n  Three')).toEqual([
      { text: 'One', parts: [] },
      { text: 'Two', parts: [{ text: 'Three', parts: [] }] },
    ]);
  });

  it('keeps every line that is not blank, up to the limit', () => {
    const line = fc.tuple(fc.nat(6), fc.constantFrom('', 'one', 'two three', '- four', '5. five'));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 80 }), (lines) => {
        const outline = lines.map(([indent, text]) => ' '.repeat(indent) + text).join('\n');
        const filled = lines.filter(([, text]) => text !== '').length;
        expect(countParts(parseOutline(outline))).toBe(Math.min(filled, maxOutlineParts));
      }),
    );
  });
});

describe('typing an outline', () => {
  it('keeps the indent on a new line', () => {
    expect(breakLine({ text: 'Sun\n  Core', start: 10, end: 10 })).toEqual({
      text: 'Sun\n  Core\n  ',
      start: 13,
      end: 13,
    });
  });

  it('indents the lines of the selection and takes it back', () => {
    const selected = { text: 'Sun\nCore\nCorona\nMoon', start: 5, end: 12 };
    const moved = indentLines(selected, 1);
    expect(moved.text).toBe('Sun\n  Core\n  Corona\nMoon');
    expect(indentLines(moved, -1)).toEqual(selected);
  });
});
