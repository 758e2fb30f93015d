import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const assets = fileURLToPath(new URL('../../../web/dist/client/assets', import.meta.url));

/** The family names in our style sheets, and how the built font files begin. */
const families = {
  'Atkinson Hyperlegible Next': 'atkinson-hyperlegible-next-latin-wght-normal',
  Fraunces: 'fraunces-latin-wght-normal',
  'Noto Sans Devanagari': 'noto-sans-devanagari-devanagari-wght-normal',
};

/**
 * The product's fonts for pages that the web app does not render. Empty if the web app is not built; the pages then use
 * system fonts.
 */
export async function fontFaces(): Promise<string> {
  const files = await readdir(assets).catch(() => []);
  return Object.entries(families)
    .map(([family, start]) => {
      const file = files.find((name) => name.startsWith(start) && name.endsWith('.woff2'));
      return file === undefined
        ? ''
        : `@font-face { font-family: "${family}"; font-weight: 100 900; font-display: swap; src: url("/assets/${file}") format("woff2"); }\n`;
    })
    .join('');
}
