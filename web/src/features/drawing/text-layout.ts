import type { SceneWidth } from '@gyan/contract/scenes.ts';

/** The width of a text in em. */
export type Measure = (text: string) => number;

/** In page units. */
export const textSizes: Record<SceneWidth, number> = { 1: 24, 2: 32, 3: 44, 4: 64 };

export const lineHeight = 1.3;
/** From the top of a line to its baseline, in em. */
export const baseline = 0.95;
/** Space between a label's text and its edge, in em. */
export const labelPadding = { x: 0.45, y: 0.15 };

/** An estimate for where no font can be measured. */
export const roughMeasure: Measure = (text) =>
  [...text].reduce(
    (sum, letter) => sum + (/\p{M}/u.test(letter) ? 0 : /[il.,'|!:;]/u.test(letter) ? 0.28 : 0.54),
    0,
  );

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Breaks a word that is wider than the line. */
function breakWord(word: string, fits: (text: string) => boolean): string[] {
  const parts: string[] = [];
  let part = '';
  for (const { segment } of graphemes.segment(word)) {
    if (part !== '' && !fits(part + segment)) {
      parts.push(part);
      part = '';
    }
    part += segment;
  }
  return [...parts, part];
}

/** The lines of a text that is `size` high and at most `width` wide. Line breaks of the text stay. */
function wrapText(text: string, width: number, size: number, measure: Measure): string[] {
  // A little more, so that rounding does not break a line that was measured to fit.
  const fits = (line: string) => measure(line) * size <= width * 1.001 + 0.01;
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(/[^\S\u00a0]+/u).filter((part) => part !== '')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (fits(longer)) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      const parts = fits(word) ? [word] : breakWord(word, fits);
      lines.push(...parts.slice(0, -1));
      line = parts.at(-1) ?? '';
    }
    lines.push(line);
    return lines;
  });
}

export interface TextBlock {
  lines: string[];
  size: number;
  width: number;
  height: number;
}

function blockOf(lines: string[], size: number, measure: Measure): TextBlock {
  return {
    lines,
    size,
    width: Math.max(...lines.map(measure)) * size,
    height: lines.length * lineHeight * size,
  };
}

const smallest = 0.4;

/** A text in an area: smaller letters if it would not fit. */
export function fitText(
  text: string,
  area: { width: number; height: number },
  size: number,
  measure: Measure,
): TextBlock {
  for (let scale = 1; ; scale *= 0.92) {
    const block = blockOf(wrapText(text, area.width, size * scale, measure), size * scale, measure);
    if (block.height <= area.height * 1.001 + 0.01 || scale < smallest) return block;
  }
}

/** The size of a text that wraps at `width`. */
export const naturalText = (text: string, width: number, size: number, measure: Measure): TextBlock =>
  blockOf(wrapText(text, width, size, measure), size, measure);
