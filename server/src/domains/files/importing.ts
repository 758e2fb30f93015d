import { createHash } from 'node:crypto';
import type { ImportPreview } from '@gyan/contract/files.ts';
import type { Database, Transaction } from '#db/pool.ts';
import { setList } from '#db/ranked-list.ts';
import { type CardEdit, type CardRow, isEdited } from '#domains/cards/columns.ts';
import { settleScene, storeEdit } from '#domains/cards/edits.ts';
import { hashtagsIn, mergeTags } from '#domains/cards/tags.ts';
import { insertCard, lockCard } from '#domains/cards/write-queries.ts';
import { createCollection } from '#domains/collections/actions.ts';
import { chains } from '#domains/collections/collection.ts';
import { type EarlierReview, storeEarlierReviews } from '#domains/learning/reviews.ts';
import {
  enqueuePhotoDeletion,
  findStoredPhoto,
  type PreparedPhoto,
  preparePhoto,
  savePhoto,
} from '#domains/media/actions.ts';
import { storageKey } from '#domains/media/files.ts';
import { unavailableOnError } from '#domains/media/storage-errors.ts';
import type { Storage } from '#domains/storage/storage.ts';
import { getLicense } from '#domains/users/queries.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { findKnownCards } from './guids.ts';
import { findChainWith, insertImported, listCardIds, lockImports } from './queries.ts';
import type { ReadCard, ReadReview } from './read-file.ts';
import type { OpenFile } from './reader.ts';

export interface ImportDeps {
  db: Database;
  storage: Storage;
}

export interface Imported {
  chainId: number;
  newCount: number;
  updatedCount: number;
}

/** Stops an import that was cancelled, and tells how far it is. */
export interface ImportSteps {
  /** Called after each picture and each batch of cards; throws to stop. */
  progress(done: number): Promise<void>;
  /** Called at the end of the transaction; throws to undo it. */
  finish(tx: Transaction, imported: Imported): Promise<void>;
}

const batchSize = 100;
const statementMs = 60_000;

export async function previewFile(
  db: Database,
  viewer: Viewer,
  { summary }: OpenFile,
): Promise<ImportPreview> {
  const guids = summary.guids.filter((guid) => guid !== null);
  const known = await findKnownCards(db, viewer, guids);
  const chain = await findKnownChain(db, viewer, [...known.values()], summary.cardCount);
  return {
    title: chain?.title ?? summary.title,
    ...(chain ? { chapterId: chain.id } : {}),
    postCount: summary.cardCount,
    newCount: summary.cardCount - known.size,
    updatedCount: known.size,
    pictureCount: summary.pictures.length,
    reviewCount: summary.reviewCount,
    problemVec: summary.problems,
    sampleVec: summary.sample,
  };
}

/** The viewer's chain that already has most cards of the file. */
async function findKnownChain(
  db: Database | Transaction,
  viewer: Viewer,
  cardIds: number[],
  cardCount: number,
) {
  const chain = await findChainWith(db, viewer.userId, cardIds);
  return chain && chain.cardCount * 2 > cardCount ? chain : undefined;
}

/** How many steps an import takes. */
export function stepsOf({ summary }: OpenFile): number {
  return summary.pictures.length + summary.cardCount;
}

/** Imports all of a file, or nothing: pictures are stored first, everything else in one transaction. */
export async function importCards(
  deps: ImportDeps,
  viewer: Viewer,
  file: OpenFile,
  steps: ImportSteps,
): Promise<Imported> {
  const pictures = new Map<string, PreparedPhoto>();
  try {
    for (const [index, name] of file.summary.pictures.entries()) {
      const picture = await takePicture(deps, file, name);
      if (picture) pictures.set(name, picture);
      await steps.progress(index + 1);
    }
    return await deps.db.transaction(async (tx) => {
      await tx.allow(statementMs);
      await lockImports(tx, viewer.userId);
      const imported = await new Import(tx, viewer, file, pictures, steps).run();
      await steps.finish(tx, imported);
      return imported;
    });
  } catch (error) {
    await dropPictures(deps, [...pictures.values()]).catch(() => {});
    throw error;
  }
}

/** Undefined if it cannot be read; its card is imported without it. */
async function takePicture(
  deps: ImportDeps,
  file: OpenFile,
  name: string,
): Promise<PreparedPhoto | undefined> {
  try {
    const bytes = await file.picture(name);
    return (await findOwnPicture(deps, name, bytes)) ?? (await preparePhoto(deps, bytes));
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code === 'unavailable') throw error;
    return undefined;
  }
}

/** A picture of our own exports, which are named by their key, so that it is not encoded once more. */
async function findOwnPicture(
  deps: ImportDeps,
  name: string,
  bytes: Uint8Array,
): Promise<PreparedPhoto | undefined> {
  const key = /(?:^|\/)([0-9a-f]{40})\.webp$/.exec(name)?.[1];
  const stored =
    key === undefined ? undefined : await unavailableOnError(deps.storage.get(storageKey(key, 'lg')));
  const isSame = stored !== undefined && Buffer.compare(stored, bytes) === 0;
  return key !== undefined && isSame ? findStoredPhoto(deps, key) : undefined;
}

/** Deletes stored pictures that nothing shows: a job looks whether that is so. */
async function dropPictures({ db }: ImportDeps, pictures: readonly PreparedPhoto[]): Promise<void> {
  for (const picture of pictures) {
    await db.transaction(async (tx) => enqueuePhotoDeletion(tx, (await savePhoto(tx, picture)).id));
  }
}

class Import {
  readonly #tx: Transaction;
  readonly #viewer: Viewer;
  readonly #file: OpenFile;
  readonly #pictures: Map<string, PreparedPhoto>;
  readonly #steps: ImportSteps;
  readonly #photoIds = new Map<string, number>();
  #known = new Map<string, number>();
  #newCount = 0;
  #updatedCount = 0;

  constructor(
    tx: Transaction,
    viewer: Viewer,
    file: OpenFile,
    pictures: Map<string, PreparedPhoto>,
    steps: ImportSteps,
  ) {
    this.#tx = tx;
    this.#viewer = viewer;
    this.#file = file;
    this.#pictures = pictures;
    this.#steps = steps;
  }

  async run(): Promise<Imported> {
    const { summary } = this.#file;
    for (const [name, picture] of this.#pictures) {
      this.#photoIds.set(name, (await savePhoto(this.#tx, picture)).id);
    }
    const guids = summary.guids.filter((guid) => guid !== null);
    this.#known = await findKnownCards(this.#tx, this.#viewer, guids);
    const known = await findKnownChain(this.#tx, this.#viewer, [...this.#known.values()], summary.cardCount);
    const cardIds: number[] = [];
    for (let from = 0; from < summary.cardCount; from += batchSize) {
      cardIds.push(...(await this.#importBatch(from)));
      await this.#steps.progress(summary.pictures.length + Math.min(summary.cardCount, from + batchSize));
    }
    const chainId = known?.id ?? (await this.#createChain());
    // Cards that the chain has and the file has not come last.
    const before = known ? await listCardIds(this.#tx, known.id) : [];
    await setList(this.#tx, chains.items, chainId, [...new Set([...cardIds, ...before])]);
    return { chainId, newCount: this.#newCount, updatedCount: this.#updatedCount };
  }

  async #createChain(): Promise<number> {
    const { title, desc } = this.#file.summary;
    const content = { title, desc, photoId: null, visibility: 'draft' } as const;
    return (await createCollection(this.#tx, this.#viewer, chains, content)).id;
  }

  async #importBatch(from: number): Promise<number[]> {
    const cards = await this.#file.cards(from, batchSize);
    const license = await getLicense(this.#tx, this.#viewer.userId);
    const ids: number[] = [];
    const notes = new Map<string, number>();
    const reviews: EarlierReview[] = [];
    for (const card of cards) {
      const knownId = card.guid === null ? undefined : (this.#known.get(card.guid) ?? notes.get(card.guid));
      const known = knownId === undefined ? undefined : await lockCard(this.#tx, knownId);
      const id = known ? await this.#update(known, card) : await this.#insert(card, card.license ?? license);
      ids.push(id);
      if (card.guid !== null) notes.set(card.guid, id);
      reviews.push(...card.reviews.map((review) => toReview(id, review)));
    }
    await insertImported(
      this.#tx,
      this.#viewer.userId,
      Array.from(notes, ([guid, cardId]) => ({ guid, cardId })),
    );
    const now = Date.now();
    const past = reviews.filter(({ at }) => at > 0 && at <= now);
    if (past.length > 0) await storeEarlierReviews(this.#tx, this.#viewer.userId, past);
    return ids;
  }

  async #insert(card: ReadCard, license: CardEdit['license']): Promise<number> {
    this.#newCount += 1;
    return insertCard(this.#tx, {
      ...this.#contentOf(card),
      source: card.source ?? card.link,
      license,
      sceneId: null,
      ownerId: this.#viewer.userId,
      type: card.videoId === null ? 'kCustom' : 'kVideo',
      videoId: card.videoId,
      aiPrompt: null,
      aiModelName: null,
      visibility: 'draft',
      publishAt: null,
    });
  }

  /** What the file lacks stays. A locked card stays as it is, and a published one complete. */
  async #update(known: CardRow, card: ReadCard): Promise<number> {
    const content = this.#contentOf(card);
    const hasPicture = content.photoId !== null;
    const photoId = hasPicture ? content.photoId : known.photoId;
    const edited: CardEdit = {
      ...known,
      ...content,
      photoId,
      sceneId: photoId === known.photoId ? known.sceneId : null,
      altText: hasPicture && content.altText !== null ? content.altText : known.altText,
      source: card.source ?? known.source,
      license: known.keptLicense ?? card.license ?? known.license,
    };
    if (known.locked || (known.visibility !== 'draft' && isIncomplete(edited))) return known.id;
    this.#updatedCount += 1;
    const after = await settleScene(this.#tx, known, edited);
    if (isEdited(known, after)) {
      await storeEdit(this.#tx, known, after, { editorId: this.#viewer.userId });
    }
    return known.id;
  }

  #contentOf(card: ReadCard) {
    const photoId = card.picture === null ? null : (this.#photoIds.get(card.picture) ?? null);
    return {
      title: card.title,
      text: card.text,
      htmlDesc: card.htmlDesc,
      tags: mergeTags(card.tags, hashtagsIn(card.text)),
      photoId,
      altText: photoId === null ? null : card.altText,
    };
  }
}

/** Videos and drawings need no text. A drawing whose picture is replaced is a card like others. */
function isIncomplete({ title, text, type, sceneId }: CardEdit): boolean {
  const needsText = type === 'kDrawn' ? sceneId === null : type !== 'kVideo';
  return title === '' || (text === '' && needsText);
}

/** The id comes from the review's key, so that a second import of it is ignored. */
function toReview(postId: number, { key, at, grade, ms }: ReadReview): EarlierReview {
  const hex = createHash('sha256').update(key).digest('hex');
  const reviewId = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return { reviewId: [...reviewId, hex.slice(20, 32)].join('-'), postId, at, grade, ms };
}
