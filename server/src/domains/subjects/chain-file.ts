import { chainFileLimits, chainFileTexts } from '@gyan/contract/chain-file.ts';
import { License } from '@gyan/contract/licenses.ts';
import { inputLimits, lengths } from '@gyan/contract/limits.ts';
import { checkTags, splitTags } from '@gyan/contract/tags.ts';
import { optionalText, requiredText } from '@gyan/contract/text.ts';
import { badVideoUrl, youtubeVideoId } from '@gyan/contract/video.ts';
import * as z from 'zod/mini';
import { type CardContent, mapTexts } from '#domains/cards/columns.ts';
import { type Description, describe } from '#domains/cards/content.ts';
import { hashtagsIn, mergeTags } from '#domains/cards/tags.ts';
import { isKey } from '#domains/storage/keys.ts';
import { importsFolder } from '#domains/storage/storage.ts';
import { ProblemError } from '#http/problems.ts';
import { JsonSyntaxError, type LocatedJson, parseLocatedJson } from '#lib/located-json.ts';

/** A chain file, validated and normalised. */
export interface LoadedFile {
  subjects: LoadedSubject[];
  chains: LoadedChain[];
  /** Throws with the problems at these paths. */
  refuse(problems: readonly FileProblem[]): never;
}

export interface LoadedSubject {
  title: string;
  desc: string | null;
  photo: string | undefined;
}

export interface LoadedChain {
  title: string;
  desc: string | null;
  subject: string | undefined;
  cards: LoadedCard[];
}

export interface LoadedCard extends Omit<CardContent, 'photoId' | 'sceneId' | 'license'> {
  license: License | undefined;
  videoId: string | null;
  photo: string | undefined;
}

export interface FileProblem {
  path: PropertyKey[];
  message: string;
}

/** The key of an object under `imports/`; undefined if the name is invalid. */
export function importKey(name: string): string | undefined {
  const key = `${importsFolder}/${name}`;
  return isKey(key) ? key : undefined;
}

const Title = requiredText({
  label: 'Title',
  max: lengths.title,
  missing: 'Title needs to be specified',
  isName: true,
});
const Desc = optionalText({ label: 'Description', max: lengths.desc, lines: 'many' });
const Photo = optionalText({ label: 'Photo', max: lengths.objectName }).check(
  z.refine(
    (name) => name === undefined || importKey(name) !== undefined,
    'Photo must name an image inside the imports folder',
  ),
);

const Tags = z.pipe(
  z.pipe(
    z.nullish(z.union([z.string(), z.array(z.string('A tag must be text'))], 'Tags must be a list of texts')),
    z.transform((tags: string | string[] | null | undefined) =>
      Array.isArray(tags) ? tags.join(' ') : (tags ?? undefined),
    ),
  ),
  z.optional(z.string()).check(checkTags),
);

const Card = z.object({
  title: requiredText({
    label: 'Card title',
    max: lengths.title,
    missing: 'Card title needs to be specified',
    isName: true,
  }),
  text: optionalText({ label: 'Text', max: lengths.cardText, lines: 'many' }),
  htmlDesc: optionalText({ label: 'Description', max: inputLimits.richTextBytes, lines: 'many' }),
  tags: Tags,
  videoUrl: optionalText({ label: 'Video URL', max: lengths.url }).check(
    z.refine((url) => url === undefined || youtubeVideoId(url) !== undefined, badVideoUrl),
  ),
  photo: Photo,
  license: z.optional(License),
  ...chainFileTexts,
});

const atMost = (max: number, what: string) => z.maxLength(max, `There can be at most ${max} ${what} here`);

const File = z.object({
  version: z.literal(1, 'Version must be 1'),
  subjects: z.optional(
    z
      .array(z.object({ title: Title, desc: Desc, photo: Photo }, 'A subject must be an object'), {
        error: 'Subjects must be a list',
      })
      .check(atMost(chainFileLimits.subjects, 'subjects')),
  ),
  chains: z
    .array(
      z.object(
        {
          title: Title,
          desc: Desc,
          subject: optionalText({ label: 'Subject', max: lengths.title, isName: true }),
          cards: z
            .array(z.object(Card.shape, 'A card must be an object'), { error: 'Cards must be a list' })
            .check(atMost(chainFileLimits.cardsInChain, 'cards')),
        },
        'A chain must be an object',
      ),
      { error: 'Chains must be a list' },
    )
    .check(z.minLength(1, 'There is no chain in this file'), atMost(chainFileLimits.chains, 'chains')),
});

/** Checks the whole file and reports every problem at once. */
export function readChainFile(text: string): LoadedFile {
  const json = locate(text);
  const parsed = z.safeParse(File, json.value, { error: () => 'This must be an object' });
  if (!parsed.success) {
    refuse(
      json,
      parsed.error.issues.map(({ path, message }) => ({ path, message })),
    );
  }
  const problems: FileProblem[] = [];
  const { subjects = [], chains } = parsed.data;
  const file: LoadedFile = {
    subjects: subjects.map(({ title, desc, photo }) => ({ title, desc: desc ?? null, photo })),
    chains: chains.map(({ title, desc, subject, cards }, chainIndex) => ({
      title,
      desc: desc ?? null,
      subject,
      cards: cards.map((card, cardIndex) => {
        const path = ['chains', chainIndex, 'cards', cardIndex];
        const description = describeCard(card, path, problems);
        return {
          ...description,
          title: card.title,
          tags: mergeTags(splitTags(card.tags ?? ''), hashtagsIn(description.text)),
          videoId: youtubeVideoId(card.videoUrl ?? '') ?? null,
          photo: card.photo,
          license: card.license,
          ...mapTexts((_, { inFile }) => card[inFile] ?? null),
        };
      }),
    })),
    refuse: (found) => refuse(json, found),
  };
  const titles = subjects.map(({ title }) => title);
  for (const [index, title] of titles.entries()) {
    if (titles.indexOf(title) < index)
      problems.push({ path: ['subjects', index, 'title'], message: `There is another subject “${title}”` });
  }
  const cardCount = file.chains.reduce((sum, { cards }) => sum + cards.length, 0);
  if (cardCount > chainFileLimits.cards) {
    problems.push({
      path: ['chains'],
      message: `There can be at most ${chainFileLimits.cards} cards in a file`,
    });
  }
  if (problems.length > 0) refuse(json, problems);
  return file;
}

function describeCard(
  card: { text?: string | undefined; htmlDesc?: string | undefined },
  path: PropertyKey[],
  problems: FileProblem[],
): Description {
  try {
    return describe({ htmlDesc: card.htmlDesc, statusText: card.text });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    problems.push({ path: [...path, 'htmlDesc'], message: error.message });
    return { htmlDesc: null, text: '' };
  }
}

export function missingText(path: PropertyKey[]): FileProblem {
  return { path: [...path, 'text'], message: 'Card description needs to be specified' };
}

function locate(text: string): LocatedJson {
  try {
    return parseLocatedJson(text, { maxDepth: inputLimits.jsonDepth });
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw invalidFile([`line ${error.line}, column ${error.column}: ${error.message}`]);
  }
}

function refuse(json: LocatedJson, problems: readonly FileProblem[]): never {
  throw invalidFile(
    problems.map(({ path, message }) => {
      const where = path.length > 0 ? ` ${spell(path)}:` : '';
      return `line ${json.lineOf(path)}:${where} ${message}`;
    }),
  );
}

/** The most problems that one answer lists. */
const mostProblems = 50;

function invalidFile(messages: readonly string[]): ProblemError {
  return new ProblemError('invalid_input', messages[0], {
    fields: messages.slice(0, mostProblems).map((message) => ({ field: 'objectName', message })),
  });
}

/** `chains[0].cards[3].title` */
function spell(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}
