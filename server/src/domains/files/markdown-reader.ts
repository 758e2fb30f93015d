import { posix } from 'node:path';
import { importLimits } from '@gyan/contract/files.ts';
import { License } from '@gyan/contract/licenses.ts';
import { inputLimits, lengths } from '@gyan/contract/limits.ts';
import { splitTags } from '@gyan/contract/tags.ts';
import { isBlank } from '@gyan/contract/text.ts';
import { youtubeVideoId } from '@gyan/contract/video.ts';
import { RichTextSizeError } from '#lib/rich-text.ts';
import { Archive } from './archive.ts';
import {
  type CardText,
  fitting,
  fittingTags,
  plainText,
  shortText,
  shortTitle,
  textOfHtml,
} from './content.ts';
import { type FrontMatter, type Page, readPage } from './front-matter.ts';
import { htmlOfMarkdown } from './markdown.ts';
import { type FileReader, Problems, type ReadCard, type ReadSummary } from './read-file.ts';
import { FileRefusal } from './refusal.ts';

const isMarkdown = (name: string) => /\.(?:md|markdown)$/i.test(name);
const isPicture = (name: string) => /\.(?:png|jpe?g|webp|gif|avif)$/i.test(name);
/** Files that systems add to an archive and do not show, like those of the Finder of macOS. */
const isHidden = (name: string) => /(?:^|\/)(?:__MACOSX\/|\.[^/]*$)/.test(name);
const isIndex = (name: string) => /(?:^|\/)(?:index|readme)\.(?:md|markdown)$/i.test(name);

/** Opens a zip of Markdown files: one card per file, in the order of their front matter, then of their names. */
export function openMarkdown(path: string): FileReader {
  const archive = new Archive(path);
  try {
    return new MarkdownReader(archive);
  } catch (error) {
    archive.close();
    throw error;
  }
}

class MarkdownReader implements FileReader {
  readonly summary: ReadSummary;
  readonly #archive: Archive;
  #names: string[] = [];

  constructor(archive: Archive) {
    this.#archive = archive;
    this.summary = this.#summarise();
  }

  cards(from: number, count: number): ReadCard[] {
    const problems = new Problems();
    return this.#names.slice(from, from + count).flatMap((name) => this.#readCard(name, problems) ?? []);
  }

  picture(name: string): Buffer {
    return this.#archive.read(name, inputLimits.imageBytes);
  }

  close(): void {
    this.#archive.close();
  }

  #summarise(): ReadSummary {
    const problems = new Problems();
    const files = this.#archive.names.filter((name) => !isHidden(name));
    const others = files.filter((name) => !isMarkdown(name) && !isPicture(name));
    problems.add('Files that are neither Markdown nor pictures are left out.', others.length);
    const found = files.filter((name) => isMarkdown(name) && !isIndex(name));
    if (found.length === 0) throw new FileRefusal('There is no Markdown file in this archive.');
    const read = found.flatMap((name) => {
      const card = this.#readCard(name, problems);
      return card ? { name, card, order: this.#orderOf(name) } : [];
    });
    if (read.length === 0)
      throw new FileRefusal('There is no file in this archive that could become a card.');
    const inOrder = read.toSorted(
      (one, other) =>
        compare(folderOf(one.name), folderOf(other.name)) ||
        one.order - other.order ||
        compare(one.name, other.name),
    );
    this.#names = inOrder.map(({ name }) => name);
    const cards = inOrder.map(({ card }) => card);
    const pictures = new Set(cards.flatMap(({ picture }) => picture ?? []));
    return {
      ...this.#head(files),
      cardCount: cards.length,
      guids: cards.map(({ guid }) => guid),
      pictures: [...pictures],
      reviewCount: 0,
      problems: problems.list(),
      sample: cards.slice(0, 5).map(({ title, text }) => ({ title, text: text.slice(0, 300) })),
    };
  }

  /** The title and description of the chain, from the index file that is least deep. */
  #head(files: readonly string[]): Pick<ReadSummary, 'title' | 'desc'> {
    const [index] = files
      .filter(isIndex)
      .toSorted((one, other) => one.split('/').length - other.split('/').length);
    const { matter, body } =
      index === undefined ? { matter: {} as FrontMatter, body: '' } : this.#readPage(index);
    const heading = /^#[ \t](.+)$/m.exec(body)?.[1];
    const folder = files[0]?.includes('/') ? files[0].split('/')[0] : undefined;
    const desc = body.replace(/^#[ \t].+$/m, '').trim();
    return {
      title: shortTitle(one(matter.title) || heading || folder || '') || 'Markdown',
      desc: desc === '' || Array.from(desc).length > lengths.desc ? null : desc,
    };
  }

  #readPage(name: string): Page {
    const bytes = this.#archive.read(name, importLimits.unpackedBytes);
    try {
      return readPage(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch (error) {
      throw new FileRefusal(`“${name}” is not text in UTF-8.`, 'invalid_input', error);
    }
  }

  #orderOf(name: string): number {
    const order = Number(one(this.#readPage(name).matter.order) || 'none');
    return Number.isFinite(order) ? order : Number.POSITIVE_INFINITY;
  }

  #readCard(name: string, problems: Problems): ReadCard | undefined {
    const { matter, body } = this.#readPage(name);
    const text = readText(matter, withoutTitle(matter, body));
    if (!text) {
      problems.add('Files whose text is longer than a card can hold are left out.');
      return undefined;
    }
    const heading = /^#[ \t](.+)$/m.exec(body)?.[1];
    const title = shortTitle(one(matter.title) || heading || baseName(name));
    const shown = /!\[([^\]]*)\]\(<?([^()\s>]+)>?\)/.exec(body);
    const picture = this.#findPicture(name, one(matter.picture) || (shown?.[2] ?? ''), problems);
    const license = License.safeParse(one(matter.license) || one(matter.licence));
    const tags = many(matter.tags).flatMap(splitTags);
    return {
      guid: one(matter.id) || null,
      title,
      ...text,
      tags: fittingTags(tags, problems),
      picture,
      altText: picture === null ? null : shortText(one(matter.alt) || shown?.[1], lengths.altText),
      source: shortText(one(matter.source), lengths.source),
      link: shortText(one(matter.link), lengths.source),
      license: license.success ? license.data : null,
      videoId: youtubeVideoId(one(matter.video)) ?? null,
      reviews: [],
    };
  }

  #findPicture(name: string, reference: string, problems: Problems): string | null {
    if (isBlank(reference)) return null;
    const candidates = [
      posix.join(posix.dirname(name), decode(reference)),
      posix.normalize(decode(reference)),
    ];
    const found = candidates.find((candidate) => isPicture(candidate) && this.#archive.has(candidate));
    if (found === undefined) problems.add('Pictures that are not in the archive are left out.');
    else if (this.#archive.sizeOf(found) > inputLimits.imageBytes) {
      problems.add('Pictures that are too large are left out.');
      return null;
    }
    return found ?? null;
  }
}

/** A heading that is the title is not part of the text. */
function withoutTitle(matter: FrontMatter, body: string): string {
  return one(matter.title) ? body : body.replace(/^#[ \t].+$/m, '');
}

function readText(matter: FrontMatter, body: string): CardText | undefined {
  const format = one(matter.format);
  if (format === 'plain') return fitting(plainText(body));
  try {
    return textOfHtml(format === 'html' ? body.trim() : htmlOfMarkdown(body));
  } catch (error) {
    if (error instanceof RichTextSizeError) return undefined;
    throw error;
  }
}

const one = (value: FrontMatter[string] | undefined) => (Array.isArray(value) ? value[0] : value) ?? '';
const many = (value: FrontMatter[string] | undefined) =>
  Array.isArray(value) ? value : value ? [value] : [];

const folderOf = (name: string) => posix.dirname(name);
const baseName = (name: string) =>
  posix
    .basename(name)
    .replace(/\.[^.]*$/, '')
    .replace(/^\d+[-_. ]+/, '')
    .replace(/[-_]+/g, ' ');

const collator = new Intl.Collator('en', { numeric: true });
const compare = (first: string, second: string) => collator.compare(first, second);

function decode(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}
