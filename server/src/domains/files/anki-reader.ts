import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { importLimits } from '@gyan/contract/files.ts';
import { License } from '@gyan/contract/licenses.ts';
import { lengths } from '@gyan/contract/limits.ts';
import { isBlank } from '@gyan/contract/text.ts';
import { youtubeVideoId } from '@gyan/contract/video.ts';
import { AnkiCollectionReader, type AnkiNoteRow, type AnkiNoteType } from './anki-collection.ts';
import { Media } from './anki-media.ts';
import { cardFields, cardNoteTypeName } from './anki-note-types.ts';
import { Archive } from './archive.ts';
import { type CardText, fittingTags, plainText, shortText, shortTitle, textOfHtml } from './content.ts';
import { type FileReader, Problems, type ReadCard, type ReadReview, type ReadSummary } from './read-file.ts';
import { FileRefusal, tooManyBytes } from './refusal.ts';

const notes = {
  picture: 'A card has one picture; further ones are left out.',
  missing: 'Pictures that the package does not have are left out.',
  large: 'Pictures that are too large are left out.',
  sound: 'Sounds are left out.',
  long: 'Notes whose text is longer than a card can hold are left out.',
  empty: 'Notes without any text are left out.',
  reviews: 'Only the latest reviews are taken.',
} as const;

const batchSize = 200;

/** Opens an Anki package; `folder` is for the unpacked collection. */
export async function openAnki(path: string, folder: string): Promise<FileReader> {
  const archive = new Archive(path);
  try {
    const isZstd = archive.has('collection.anki21b');
    const collection = new AnkiCollectionReader(await unpackCollection(archive, folder));
    const media = new Media(archive, isZstd);
    return new AnkiReader(archive, collection, media);
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function unpackCollection(archive: Archive, folder: string): Promise<string> {
  const path = join(folder, 'collection');
  // Packages of current versions have an old collection too, which only asks to update Anki.
  const names = ['collection.anki21b', 'collection.anki21', 'collection.anki2'];
  const name = names.find((each) => archive.has(each));
  if (name === undefined) throw new FileRefusal('This is not an Anki package: it has no collection.');
  if (name !== 'collection.anki21b') {
    await archive.unpack(name, path);
    return path;
  }
  const packed = join(folder, 'packed');
  await archive.unpack(name, packed);
  await unpackZstdFile(packed, path);
  return path;
}

async function unpackZstdFile(from: string, to: string): Promise<void> {
  let bytes = 0;
  try {
    await pipeline(
      createReadStream(from),
      createZstdDecompress(),
      async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          bytes += piece.length;
          if (bytes > importLimits.unpackedBytes) throw tooManyBytes(importLimits.unpackedBytes);
          yield piece;
        }
      },
      (pieces: AsyncIterable<Buffer>) => writeFile(to, pieces, { flag: 'wx', mode: 0o600 }),
    );
  } catch (error) {
    if (error instanceof FileRefusal) throw error;
    throw new FileRefusal('The collection of this package is damaged.', 'invalid_input', error);
  }
}

class AnkiReader implements FileReader {
  readonly summary: ReadSummary;
  readonly #archive: Archive;
  readonly #collection: AnkiCollectionReader;
  readonly #media: Media;
  /** Those that become cards. */
  readonly #noteIds: number[] = [];

  constructor(archive: Archive, collection: AnkiCollectionReader, media: Media) {
    this.#archive = archive;
    this.#collection = collection;
    this.#media = media;
    this.summary = this.#summarise();
  }

  cards(from: number, count: number): ReadCard[] {
    const ids = this.#noteIds.slice(from, from + count);
    const problems = new Problems();
    const reviews = Map.groupBy(this.#collection.reviews(ids), ({ noteId }) => noteId);
    return this.#collection.notes(ids).flatMap((note) => {
      const card = this.#toCard(note, problems);
      if (!card) return [];
      const own = (reviews.get(note.id) ?? []).map(
        ({ id, ease, ms }): ReadReview => ({
          key: `${note.guid} ${id}`,
          at: id,
          grade: ease as ReadReview['grade'],
          ms: Math.min(Math.max(0, ms), 3_600_000),
        }),
      );
      return Object.assign(card, { reviews: own.slice(-mostReviewsOfCard) });
    });
  }

  picture(name: string): Buffer {
    return this.#media.read(name);
  }

  close(): void {
    this.#collection.close();
    this.#archive.close();
  }

  #summarise(): ReadSummary {
    const problems = new Problems();
    const pictures = new Set<string>();
    const guids: string[] = [];
    const sample: ReadSummary['sample'] = [];
    let reviewCount = 0;
    const { noteIds, deckNames } = this.#collection;
    for (let start = 0; start < noteIds.length; start += batchSize) {
      const batch = this.#collection.notes(noteIds.slice(start, start + batchSize));
      const taken: number[] = [];
      for (const note of batch) {
        const card = this.#toCard(note, problems);
        if (!card) continue;
        taken.push(note.id);
        guids.push(note.guid);
        if (card.picture !== null) pictures.add(card.picture);
        if (sample.length < 5) sample.push({ title: card.title, text: card.text.slice(0, 300) });
      }
      this.#noteIds.push(...taken);
      const perNote = Map.groupBy(this.#collection.reviews(taken), ({ noteId }) => noteId);
      for (const own of perNote.values()) {
        reviewCount += Math.min(own.length, mostReviewsOfCard);
        problems.add(notes.reviews, Math.max(0, own.length - mostReviewsOfCard));
      }
    }
    if (guids.length === 0)
      throw new FileRefusal('There is no note in this package that could become a card.');
    if (reviewCount > importLimits.reviews) {
      throw new FileRefusal('This package has more reviews than can be imported at once.', 'too_large');
    }
    return {
      title: shortTitle(commonDeck(deckNames)) || 'Anki',
      desc: null,
      cardCount: guids.length,
      guids,
      pictures: [...pictures],
      reviewCount,
      problems: problems.list(),
      sample,
    };
  }

  #toCard(note: AnkiNoteRow, problems: Problems): Omit<ReadCard, 'reviews'> | undefined {
    const type = this.#collection.noteTypes.get(note.noteTypeId) ?? unknownType(note);
    const field = (name: string) => note.fields[type.fields.indexOf(name)] ?? '';
    if (isOcclusion(type)) {
      // Our own exports have such a note beside the card itself.
      if (/^gyan-.*-io$/.test(note.guid)) return undefined;
      const picture = this.#pictureOf([field('Image')], problems);
      const title = plainOf(field('Header')) || plainOf(field('Back Extra')) || 'Picture';
      return this.#card(note, title, textOf(field('Back Extra'), problems), picture, problems);
    }
    if (isOwn(type)) return this.#ownCard(note, field, problems);
    const [first = '', ...others] = type.isCloze ? note.fields.map(withoutCloze) : note.fields;
    const titleHtml = type.isCloze ? (note.fields[0] ?? '').replace(cloze, '…') : first;
    const title = plainOf(titleHtml) || plainOf(others.join(' '));
    const picture = this.#pictureOf(note.fields, problems);
    // A long or formatted front side would lose something as a title.
    // Titles have no formulas.
    const isText = !type.isCloze && withDollars(first) === first;
    const isWhole = isText && plainOf(first) === shortTitle(plainOf(first));
    const body = (isWhole ? others : [first, ...others]).filter((html) => !isBlank(plainOf(html)));
    const text = textOf(body.join(body.length > 1 ? '<br><br>' : ''), problems);
    return this.#card(note, title, text, picture, problems);
  }

  #ownCard(
    note: AnkiNoteRow,
    field: (name: string) => string,
    problems: Problems,
  ): Omit<ReadCard, 'reviews'> | undefined {
    const picture = this.#pictureOf([field('Picture')], problems);
    const card = this.#card(
      note,
      plainOf(field('Title')),
      textOf(field('Text'), problems),
      picture,
      problems,
    );
    const license = License.safeParse(plainOf(field('License')));
    const alt = /\balt="([^"]*)"/.exec(field('Picture'))?.[1];
    return (
      card && {
        ...card,
        license: license.success ? license.data : null,
        source: shortText(plainOf(field('Source')), lengths.source),
        link: shortText(plainOf(field('Link')), lengths.source),
        altText: shortText(plainOf(alt ?? ''), lengths.altText),
        videoId: youtubeVideoId(plainOf(field('Video'))) ?? null,
      }
    );
  }

  #card(
    note: AnkiNoteRow,
    title: string,
    text: CardText | undefined,
    picture: string | null,
    problems: Problems,
  ): Omit<ReadCard, 'reviews'> | undefined {
    if (!text) {
      problems.add(notes.long);
      return undefined;
    }
    if (title === '' && text.text === '' && picture === null) {
      problems.add(notes.empty);
      return undefined;
    }
    return {
      guid: note.guid,
      title: shortTitle(title),
      ...text,
      tags: fittingTags(note.tags, problems),
      picture,
      altText: null,
      source: null,
      link: null,
      license: null,
      videoId: null,
    };
  }

  #pictureOf(fields: readonly string[], problems: Problems): string | null {
    const names = fields.flatMap((html) => (html.match(image) ?? []).flatMap(nameIn));
    const local = [...new Set(names)];
    const present = local.filter((name) => this.#media.has(name));
    const fitting = present.filter((name) => this.#media.fits(name));
    problems.add(notes.missing, local.length - present.length);
    problems.add(notes.large, present.length - fitting.length);
    problems.add(notes.picture, Math.max(0, fitting.length - 1));
    return fitting[0] ?? null;
  }
}

const mostReviewsOfCard = 500;

const isOwn = ({ name, fields }: AnkiNoteType) =>
  // Anki appends a suffix to the name of a type that was changed.
  name.startsWith(cardNoteTypeName) && cardFields.every((field) => fields.includes(field));

const isOcclusion = ({ fields, isCloze }: AnkiNoteType) =>
  isCloze && fields.includes('Occlusion') && fields.includes('Image');

const unknownType = ({ fields }: AnkiNoteRow): AnkiNoteType => ({
  name: '',
  isCloze: false,
  fields: fields.map((_, index) => String(index)),
});

/** `Biology` for `Biology::Cells` and `Biology::Plants`; the whole name of a single deck. */
function commonDeck(names: readonly string[]): string {
  const [parts = [], ...others] = names.map((name) => name.split('::'));
  const length = others.reduce((common, name) => {
    const differs = parts.findIndex((part, index) => name[index] !== part);
    return Math.min(common, differs === -1 ? parts.length : differs);
  }, parts.length);
  return parts.slice(0, Math.max(1, length)).join(' – ');
}

const image = /<img\b[^<>]*>/gi;
const imageSource = /\bsrc *= *(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const sound = /\[(?:sound:[^\]]*|anki:[^\]]*)\]/gi;
const cloze = /\{\{c\d{1,3}::((?:(?!::|\}\}|\{\{).)*)(?:::[^{}]*)?\}\}/gs;

const withoutCloze = (html: string) => html.replace(cloze, '$1');

/** The file that an image element shows, if it names one. */
function nameIn(element: string): string[] {
  const [whole, double, single, bare] = imageSource.exec(element) ?? [];
  if (whole === undefined) return [];
  const name = (double ?? single ?? bare ?? '').replaceAll('&amp;', '&');
  try {
    return [decodeURIComponent(name)];
  } catch {
    return [name];
  }
}

const formulas = {
  inLine: /\\\(((?:\\[^)<>]|[^\\<>$]|<br>){1,1000}?)\\\)(?!\d)/g,
  onItsOwnLine: /\\\[((?:\\[^\]<>]|[^\\<>$]|<br>){1,1000}?)\\\]/g,
  latex: /\[(\${1,2})\]([^<>$]{1,1000}?)\[\/\1\]/g,
};

/** Formulas of MathJax and LaTeX as cards have them. */
function withDollars(html: string): string {
  return html
    .replace(formulas.inLine, (_, tex: string) => `$${tex.trim()}$`)
    .replace(formulas.onItsOwnLine, (_, tex: string) => `$$${tex}$$`)
    .replace(formulas.latex, (_, dollars: string, tex: string) => dollars + tex.trim() + dollars);
}

function textOf(html: string, problems: Problems): CardText | undefined {
  problems.add(notes.sound, html.match(sound)?.length ?? 0);
  const shown = withDollars(html.replace(sound, '').replace(image, ''));
  return isBlank(shown) ? plainText('') : textOfHtml(shown);
}

function plainOf(html: string): string {
  const shown = html.replace(sound, '').replace(image, ' ');
  return isBlank(shown) ? '' : (textOfHtml(shown)?.text.replace(/\s+/gu, ' ').trim() ?? '');
}
