const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first graphemes of the first and the last word, in any script; empty for an empty name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => firstGrapheme(word ?? '').toLocaleUpperCase()).join('');
}

function firstGrapheme(word: string): string {
  for (const { segment } of segmenter.segment(word)) return segment;
  return '';
}
