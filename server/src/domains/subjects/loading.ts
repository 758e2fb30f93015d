import type { ParsedBody } from '@gyan/contract/calls.ts';
import { chainFileLimits } from '@gyan/contract/chain-file.ts';
import { firstLicense, type License } from '@gyan/contract/licenses.ts';
import type { Db, Transaction, TransactionalDb } from '#db/pool.ts';
import { putInList, setList } from '#db/ranked-list.ts';
import { type CardEdit, isEdited } from '#domains/cards/columns.ts';
import { needsText } from '#domains/cards/content.ts';
import { settleScene, storeEdit } from '#domains/cards/edits.ts';
import { insertCard } from '#domains/cards/write-queries.ts';
import { createCollection } from '#domains/collections/actions.ts';
import { chains, subjects } from '#domains/collections/collection.ts';
import { insertCollection, lockCollection, updateCollection } from '#domains/collections/write-queries.ts';
import { enqueuePhotoDeletion, savePhoto } from '#domains/media/actions.ts';
import { unavailableOnError } from '#domains/media/storage-errors.ts';
import type { Storage } from '#domains/storage/storage.ts';
import { recordAudit } from '#domains/users/audit.ts';
import { getLicense } from '#domains/users/queries.ts';
import { invalidField, ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import {
  type FileProblem,
  importKey,
  type LoadedCard,
  type LoadedChain,
  type LoadedFile,
  missingText,
  readChainFile,
} from './chain-file.ts';
import {
  type CardInChain,
  findChainModels,
  listCardsIn,
  lockChainFileLoad,
  lockChainsWithCards,
} from './chain-file-queries.ts';
import { type LoadedPictures, takePictures } from './loaded-pictures.ts';
import { type FilePlan, matchFile, planOf } from './loading-plan.ts';
import { enterSubject } from './write-queries.ts';

interface LoadDeps {
  db: Db;
  storage: Storage;
}

export interface PreparedChains {
  file: LoadedFile;
  pictures: LoadedPictures;
  dryRun: boolean;
}

export async function prepareStoredChains(
  deps: LoadDeps,
  { objectName, dryRun = false }: ParsedBody<'POST /r/chapters'>,
): Promise<PreparedChains> {
  return prepareChains(deps, await readObject(deps.storage, objectName), dryRun);
}

export async function prepareUploadedChains(
  deps: LoadDeps,
  { chainFile, dryRun = false }: ParsedBody<'POST /r/chapters_file'>,
): Promise<PreparedChains> {
  if (Buffer.byteLength(chainFile) > chainFileLimits.bytes) throw fileTooLarge();
  return prepareChains(deps, chainFile, dryRun);
}

/** Reads the file and decodes its pictures; a dry run only checks that they exist. */
async function prepareChains(deps: LoadDeps, text: string, dryRun: boolean): Promise<PreparedChains> {
  const file = readChainFile(text);
  return { file, pictures: await takePictures(deps, file, { look: dryRun }), dryRun };
}

const fileTooLarge = () => new ProblemError('too_large', 'A chain file can have at most 4 MB.');

/**
 * Loads a file completely or not at all; loading it again changes nothing. Returns the JSON of the chains or, in a dry
 * run, of what would change.
 */
export async function loadChains(
  db: TransactionalDb,
  viewer: Viewer,
  { file, pictures, dryRun }: PreparedChains,
): Promise<string> {
  if (dryRun) {
    const plan = await matchFile(db, viewer, file);
    return JSON.stringify({ chapterModelVec: [], planVec: planOf(file, plan) });
  }
  return db.transaction(async (tx) => {
    const loading = new Loading(tx, viewer, file, pictures);
    return findChainModels(tx, await loading.run(), viewer);
  });
}

async function readObject(storage: Storage, name: string): Promise<string> {
  const key = importKey(name);
  if (key === undefined) {
    throw invalidField('objectName', 'Object name must name a file inside the imports folder');
  }
  const bytes = await unavailableOnError(storage.get(key));
  if (!bytes) throw new ProblemError('not_found', `There is no object “${name}” in the imports folder.`);
  if (bytes.byteLength > chainFileLimits.bytes) throw fileTooLarge();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidField('objectName', 'This file is not text in UTF-8');
  }
}

class Loading {
  readonly #tx: Transaction;
  readonly #viewer: Viewer;
  readonly #file: LoadedFile;
  readonly #pictures: LoadedPictures;
  readonly #photoIds = new Map<string, number>();
  /** Found while loading; any of them refuses the file. */
  readonly #problems: FileProblem[] = [];
  #license: License = firstLicense;

  constructor(tx: Transaction, viewer: Viewer, file: LoadedFile, pictures: LoadedPictures) {
    this.#tx = tx;
    this.#viewer = viewer;
    this.#file = file;
    this.#pictures = pictures;
  }

  /** Returns the chains, in the order of the file. */
  async run(): Promise<number[]> {
    const plan = await this.#lock();
    this.#license = await getLicense(this.#tx, this.#viewer.userId);
    await this.#savePictures();
    const subjectIds = await this.#loadSubjects(plan);
    const cards = await this.#cardsByChain(plan);
    const ids: number[] = [];
    for (const [index, chain] of this.#file.chains.entries()) {
      const known = plan.chains[index];
      const id = known?.id ?? (await this.#insertChain(chain));
      // Chains of other users are not changed.
      if (known === undefined || known.ownerId === this.#viewer.userId) {
        const changes = [
          known === undefined,
          known !== undefined &&
            (await updateCollection(this.#tx, chains, known, { ...known, desc: chain.desc })),
          await this.#loadCards(id, index, cards.get(id) ?? []),
        ];
        if (changes.includes(true)) await this.#record(id);
      }
      const subjectId = chain.subject === undefined ? undefined : subjectIds.get(chain.subject);
      if (subjectId !== undefined && known?.subjectId !== subjectId) {
        await putInList(this.#tx, subjects.items, { parentId: subjectId, itemId: id });
      } else if (known === undefined) {
        await putInList(this.#tx, chains.saved, { parentId: this.#viewer.userId, itemId: id });
      }
      ids.push(id);
    }
    if (this.#problems.length > 0) this.#file.refuse(this.#problems);
    return ids;
  }

  /** Matches the file twice: once to know what to lock, and again when the locks are held. */
  async #lock(): Promise<FilePlan> {
    await lockChainFileLoad(this.#tx, this.#viewer.userId);
    const unlocked = await matchFile(this.#tx, this.#viewer, this.#file);
    const known = [...unlocked.subjects.values()].toSorted((one, other) => one.id - other.id);
    for (const { id } of known) await enterSubject(this.#tx, id);
    await lockChainsWithCards(
      this.#tx,
      unlocked.chains.flatMap((chain) => chain?.id ?? []),
    );
    for (const { id } of known) await lockCollection(this.#tx, subjects, id);
    return matchFile(this.#tx, this.#viewer, this.#file);
  }

  async #savePictures(): Promise<void> {
    for (const [name, picture] of this.#pictures) {
      this.#photoIds.set(name, (await savePhoto(this.#tx, picture)).id);
    }
  }

  #photoId(name: string | undefined): number | null {
    return name === undefined ? null : (this.#photoIds.get(name) ?? null);
  }

  async #loadSubjects(plan: FilePlan): Promise<Map<string, number>> {
    const ids = new Map(Array.from(plan.subjects, ([title, { id }]) => [title, id]));
    for (const subject of this.#file.subjects) {
      const known = plan.subjects.get(subject.title);
      const photoId = this.#photoId(subject.photo) ?? known?.photoId ?? null;
      const visibility = known?.visibility ?? 'public';
      const content = { title: subject.title, desc: subject.desc, photoId, visibility };
      if (known === undefined) {
        const { id } = await createCollection(this.#tx, this.#viewer, subjects, content);
        ids.set(subject.title, id);
      } else if (await updateCollection(this.#tx, subjects, known, content)) {
        if (known.photoId !== null && known.photoId !== photoId)
          await enqueuePhotoDeletion(this.#tx, known.photoId);
      }
    }
    return ids;
  }

  async #cardsByChain(plan: FilePlan): Promise<Map<number, CardInChain[]>> {
    const cards = await listCardsIn(
      this.#tx,
      this.#viewer,
      plan.chains.flatMap((chain) => chain?.id ?? []),
    );
    return Map.groupBy(cards, ({ chainId }) => chainId);
  }

  #insertChain({ title, desc }: LoadedChain): Promise<number> {
    const content = { title, desc, photoId: null, visibility: 'public' } as const;
    return insertCollection(this.#tx, chains, { ...content, ownerId: this.#viewer.userId });
  }

  /**
   * Cards are matched by title, in order, first those that an export has. Those of them that are not in the file are
   * removed from the chain.
   */
  async #loadCards(chainId: number, chainIndex: number, before: readonly CardInChain[]): Promise<boolean> {
    const shownFirst = before.toSorted((one, other) => Number(other.isShown) - Number(one.isShown));
    const waiting = Map.groupBy(shownFirst, ({ title }) => title);
    const ids: number[] = [];
    let changed = false;
    for (const [index, card] of (this.#file.chains[chainIndex]?.cards ?? []).entries()) {
      const path = ['chains', chainIndex, 'cards', index];
      const known = waiting.get(card.title)?.shift();
      if (known === undefined) {
        if (needsText(typeOf(card), card)) this.#problems.push(missingText(path));
        else ids.push(await this.#insert(card));
        continue;
      }
      ids.push(known.id);
      if (known.ownerId !== this.#viewer.userId) continue;
      const edited = this.#edited(known, card);
      if (known.visibility !== 'draft' && needsText(edited.type, edited)) {
        this.#problems.push(missingText(path));
        continue;
      }
      const settled = await settleScene(this.#tx, known, edited);
      if (!isEdited(known, settled)) continue;
      if (known.locked) {
        this.#problems.push({ path, message: 'This card is locked. An admin has to unlock it first.' });
      } else {
        await storeEdit(this.#tx, known, settled, { editorId: this.#viewer.userId });
        changed = true;
      }
    }
    return (await setList(this.#tx, chains.items, chainId, withUnseen(ids, before))) || changed;
  }

  #insert(card: LoadedCard): Promise<number> {
    return insertCard(this.#tx, {
      ...card,
      ownerId: this.#viewer.userId,
      type: typeOf(card),
      photoId: this.#photoId(card.photo),
      sceneId: null,
      license: card.license ?? this.#license,
      aiPrompt: null,
      aiModelName: null,
      visibility: 'public',
      publishAt: null,
    });
  }

  /** A known card with the content of the file. Its visibility stays, and a licence that the file cannot change. */
  #edited(known: CardInChain, card: LoadedCard): CardEdit {
    const typeWithoutVideo = known.type === 'kVideo' ? 'kCustom' : known.type;
    const photoId = this.#photoId(card.photo);
    return {
      ...known,
      ...card,
      type: card.videoId === null ? typeWithoutVideo : 'kVideo',
      photoId,
      sceneId: photoId === known.photoId ? known.sceneId : null,
      license: known.keptLicense ?? card.license ?? known.license,
    };
  }

  async #record(id: number): Promise<void> {
    await recordAudit(this.#tx, {
      actorId: this.#viewer.userId,
      action: 'chain.load',
      target: { kind: 'chain', id },
    });
  }
}

const typeOf = (card: LoadedCard) => (card.videoId === null ? 'kCustom' : 'kVideo');

/** Adds the cards that an export does not have, each after the card it came after. */
function withUnseen(ids: readonly number[], before: readonly CardInChain[]): number[] {
  const list = [...ids];
  let place = 0;
  for (const { id, isShown } of before) {
    const at = list.indexOf(id);
    if (at >= 0) place = at + 1;
    else if (!isShown) list.splice(place++, 0, id);
  }
  return list;
}
