import type { Storage } from '#domains/storage/storage.ts';
import type { ZipFile } from '#lib/zip.ts';
import { type Exported, type ExportedCard, fileName, pictureFiles, textFile } from './exported.ts';
import { writePage } from './front-matter.ts';
import { markdownOfHtml } from './markdown.ts';

/** One Markdown file per card, an index, and the pictures. The chains of a subject are folders. */
export async function* markdownFiles(storage: Storage, exported: Exported): AsyncGenerator<ZipFile> {
  yield textFile('index.md', indexPage(exported));
  for (const [index, chain] of exported.chains.entries()) {
    const folder = exported.kind === 'chain' ? '' : `${numbered(index, chain.title)}/`;
    if (folder !== '') yield textFile(`${folder}index.md`, indexPage(chain));
    for (const [order, card] of chain.cards.entries()) {
      yield textFile(`${folder}${numbered(order, card.title)}.md`, cardPage(card, order, folder));
    }
  }
  yield* pictureFiles(storage, exported, (picture) => `pictures/${picture}`);
}

const numbered = (index: number, title: string) => `${String(index + 1).padStart(3, '0')}-${fileName(title)}`;

const indexPage = ({ title, desc, link }: { title: string; desc: string | null; link?: string }) =>
  writePage({ title, link: link ?? null }, desc ?? '');

function cardPage(card: ExportedCard, order: number, folder: string): string {
  const markdown = card.htmlDesc === null ? undefined : markdownOfHtml(card.htmlDesc);
  const format = card.htmlDesc === null ? 'plain' : markdown === undefined ? 'html' : null;
  return writePage(
    {
      title: card.title,
      order: order + 1,
      tags: card.tags,
      license: card.license,
      author: card.author,
      source: card.source,
      link: card.link,
      picture: card.picture === null ? null : `${folder === '' ? '' : '../'}pictures/${card.picture}`,
      alt: card.altText,
      video: card.videoId === null ? null : `https://www.youtube.com/watch?v=${card.videoId}`,
      id: card.guid,
      // Text that is not Markdown: as it was typed, or HTML with what Markdown cannot say.
      format,
    },
    markdown ?? card.htmlDesc ?? card.text,
  );
}
