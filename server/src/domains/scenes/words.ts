import { lengths } from '@gyan/contract/limits.ts';
import type { Scene } from '@gyan/contract/scenes.ts';
import { isBlank, textLength, tidyLine } from '@gyan/contract/text.ts';

/** Characters that search reads; more would leave no room for the text of the card. */
const maxSearchLength = 4_000;

interface SceneTexts {
  labels: string[];
  /** Of all other items. */
  texts: string[];
}

function textsOf({ items }: Scene): SceneTexts {
  const labels: string[] = [];
  const texts: string[] = [];
  for (const item of items) {
    if (!('text' in item) || item.text === undefined || isBlank(item.text)) continue;
    (item.type === 'label' ? labels : texts).push(tidyLine(item.text));
  }
  return { labels, texts };
}

/** The texts of a picture, for search. */
export function wordsOf(scene: Scene): string {
  const { labels, texts } = textsOf(scene);
  return shorten([...labels, ...texts].join('\n'), maxSearchLength);
}

/** The image description of a card whose author wrote none. */
export function altTextOf(scene: Scene): string {
  const { labels, texts } = textsOf(scene);
  const picture = 'photo' in scene.background ? 'picture' : 'drawing';
  const shown = texts.length > 0 ? texts.join(', ') : picture;
  return shorten(
    labels.length > 0 ? `Diagram: ${shown}, labelled ${labels.join(', ')}` : `Diagram: ${shown}`,
    lengths.altText,
  );
}

function shorten(text: string, longest: number): string {
  if (textLength(text) <= longest) return text;
  return `${[...text]
    .slice(0, longest - 1)
    .join('')
    .trimEnd()}…`;
}
