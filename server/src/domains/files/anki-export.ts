import { Worker } from 'node:worker_threads';
import { retentionTargets } from '@gyan/contract/learning.ts';
import type { Db } from '#db/pool.ts';
import { findMemories, listReviewsOf } from '#domains/learning/memories.ts';
import { getSettings } from '#domains/learning/settings.ts';
import type { Storage } from '#domains/storage/storage.ts';
import type { Viewer } from '#http/viewer.ts';
import { mathJaxInHtml, mathJaxInText } from '#lib/formulas.ts';
import { escapeHtml } from '#lib/html.ts';
import { createSemaphore } from '#lib/semaphore.ts';
import type { ZipFile } from '#lib/zip.ts';
import type { AnkiCollection, AnkiNote } from './anki-writer.ts';
import { htmlOfText } from './content.ts';
import { type Exported, type ExportedCard, pictureFiles, textFile } from './exported.ts';

/** Ids of decks are times in Anki; ours are early ones, which no user's deck has. */
const deckBase = { chain: 1_000_000_000_000, subject: 1_100_000_000_000 };

/** The files of an Anki package; with `scheduling`, when the cards are due for the viewer. */
export async function* ankiFiles(
  deps: { db: Db; storage: Storage },
  viewer: Viewer,
  exported: Exported,
  { scheduling }: { scheduling: boolean },
): AsyncGenerator<ZipFile> {
  const collection = await toCollection(deps.db, viewer, exported, scheduling);
  yield { name: 'collection.anki21', content: [await writeInThread(collection)] };
  const names: string[] = [];
  const numbered = (picture: string) => {
    names.push(picture);
    return String(names.length - 1);
  };
  for await (const file of pictureFiles(deps.storage, exported, numbered)) yield file;
  yield textFile('media', JSON.stringify(Object.fromEntries(names.entries())));
}

async function toCollection(
  db: Db,
  viewer: Viewer,
  exported: Exported,
  scheduling: boolean,
): Promise<AnkiCollection> {
  const root = {
    id: deckBase[exported.kind] + exported.id,
    name: deckName(exported.title),
    desc: htmlOfText(exported.desc ?? ''),
  };
  const isSubject = exported.kind === 'subject';
  const decks = exported.chains.map(({ id, title, desc }) => ({
    id: deckBase.chain + id,
    name: isSubject ? `${root.name}::${deckName(title)}` : root.name,
    desc: htmlOfText(desc ?? ''),
  }));
  // Anki has a note once; a card of two chains is in the deck of the first.
  const cards = new Map<number, AnkiNote>();
  for (const chain of exported.chains) {
    for (const card of chain.cards) {
      if (!cards.has(card.id)) cards.set(card.id, toNote(card, deckBase.chain + chain.id));
    }
  }
  const settings = await getSettings(db, viewer.userId);
  if (scheduling) await addMemories(db, viewer, cards);
  return {
    decks: isSubject ? [root, ...decks] : decks,
    notes: [...cards.values()],
    now: Date.now(),
    retention: retentionTargets[settings.retention],
  };
}

/** Two colons begin a deck inside a deck. */
const deckName = (title: string) => title.replace(/:{2,}/g, ':');

async function addMemories(db: Db, viewer: Viewer, notes: Map<number, AnkiNote>): Promise<void> {
  const ids = [...notes.keys()];
  for (const { cardId, aside, memory } of await findMemories(db, viewer.userId, ids)) {
    const note = notes.get(cardId);
    if (!note) continue;
    const { phase, stability, difficulty, dueAt, scheduledDays, reps, lapses } = memory;
    note.memory = {
      phase,
      stability,
      difficulty,
      dueAt: dueAt.getTime(),
      intervalDays: scheduledDays,
      reps,
      lapses,
      isAside: aside,
    };
  }
  for (const { cardId, at, grade, ms } of await listReviewsOf(db, viewer.userId, ids)) {
    notes.get(cardId)?.reviews.push({ at: at.getTime(), grade, ms });
  }
}

function toNote(card: ExportedCard, deckId: number): AnkiNote {
  const alt = card.altText === null ? '' : ` alt="${escapeHtml(card.altText)}"`;
  return {
    guid: card.guid,
    createdAt: card.createdAt.getTime(),
    changedAt: card.changedAt.getTime(),
    deckId,
    fields: {
      Title: escapeHtml(card.title),
      Picture: card.picture === null ? '' : `<img src="${card.picture}"${alt}>`,
      Text: card.htmlDesc === null ? htmlOfText(mathJaxInText(card.text)) : mathJaxInHtml(card.htmlDesc),
      Video: card.videoId === null ? '' : `https://www.youtube.com/watch?v=${card.videoId}`,
      Author: escapeHtml(card.author),
      License: card.license,
      Source: escapeHtml(card.source ?? ''),
      Link: escapeHtml(card.link),
    },
    tags: card.tags,
    regions:
      card.picture === null
        ? []
        : card.regions.map(({ text, ...region }) => ({ ...region, text: escapeHtml(text) })),
    memory: null,
    reviews: [],
  };
}

const limitThreads = createSemaphore(2);

const writeInThread = (collection: AnkiCollection) => limitThreads(() => startThread(collection));

function startThread(collection: AnkiCollection): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const worker = new Worker(new URL('anki-writer-thread.ts', import.meta.url), {
    workerData: collection,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: 160 },
  });
  worker.once('message', (bytes: Uint8Array) => resolve(bytes));
  worker.once('error', reject);
  worker.once('exit', (code) => reject(new Error(`The writer of a collection ended with ${code}.`)));
  return promise;
}
