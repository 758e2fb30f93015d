import type { AnswerOf, ParsedBody, ParsedQuery } from '@gyan/contract/calls.ts';
import type { License } from '@gyan/contract/licenses.ts';
import { mostCopiedCards } from '@gyan/contract/limits.ts';
import type { Database, Db, Transaction, TransactionalDb } from '#db/pool.ts';
import { setList } from '#db/ranked-list.ts';
import {
  checkChange,
  checkManaged as checkManagedCard,
  found as foundCard,
  saveEdit,
} from '#domains/cards/actions.ts';
import type { CardRow } from '#domains/cards/columns.ts';
import { comparedFields } from '#domains/cards/comparison.ts';
import { findCardAnswer } from '#domains/cards/detail-queries.ts';
import { checkComplete } from '#domains/cards/edits.ts';
import { canRemix } from '#domains/cards/policy.ts';
import { findComparedContent } from '#domains/cards/revision-queries.ts';
import { findCard, insertCard, lockCard, lockCardForShare } from '#domains/cards/write-queries.ts';
import { checkManaged, createCollection, found } from '#domains/collections/actions.ts';
import { chains } from '#domains/collections/collection.ts';
import { findCollection, lockVisibleForShare } from '#domains/collections/write-queries.ts';
import { copyPrompts } from '#domains/learning/prompt-queries.ts';
import { invalidField, ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { type Compared, changedFields, takeFields } from './fields.ts';
import {
  findCopiedChain,
  findPair,
  listPairsIn,
  lockCardsIn,
  type Pair,
  updateOrigin,
  updateOriginOfChain,
} from './queries.ts';

/** Copies a card or a chain into the viewer's drafts; returns the JSON of the copy. */
export function remix(
  db: TransactionalDb,
  viewer: Viewer,
  { kind, id, copyCards = false }: ParsedBody<'POST /r/remix'>,
): Promise<string> {
  return db.transaction((tx) =>
    kind === 'post' ? remixCard(tx, viewer, id) : remixChain(tx, viewer, id, copyCards),
  );
}

async function remixCard(tx: Transaction, viewer: Viewer, id: number): Promise<string> {
  const original = foundCard(await lockCardForShare(tx, viewer, id));
  checkRemix(viewer, original);
  const copyId = await copyCard(tx, viewer, original);
  return foundCard(await findCardAnswer(tx, 'card-after-edit', copyId, viewer));
}

/** Links the cards, which any chain may do, or copies them all. */
async function remixChain(
  tx: Transaction,
  viewer: Viewer,
  chainId: number,
  copyCards: boolean,
): Promise<string> {
  const original = found('chain', await lockVisibleForShare(tx, chains, viewer, chainId));
  const cards = await lockCardsIn(tx, viewer, chainId);
  if (copyCards) {
    if (cards.length > mostCopiedCards) {
      throw new ProblemError('too_large', `At most ${mostCopiedCards} cards can be copied at once.`);
    }
    for (const card of cards) checkRemix(viewer, card);
  }
  const { title, desc } = original;
  const { id, rank } = await createCollection(tx, viewer, chains, {
    title,
    desc,
    photoId: null,
    visibility: 'draft',
  });
  const ids: number[] = [];
  for (const card of cards) ids.push(copyCards ? await copyCard(tx, viewer, card) : card.id);
  await setList(tx, chains.items, id, ids);
  await updateOriginOfChain(tx, id, chainId);
  return findCopiedChain(tx, viewer, id, rank ?? 0);
}

function checkRemix(viewer: Viewer, card: CardRow): void {
  if (!canRemix(viewer, card)) {
    throw new ProblemError('license_forbids', 'The licence of this card does not allow to copy it.');
  }
}

/** The picture is shared: it is deleted when nothing shows it any more. */
async function copyCard(tx: Transaction, viewer: Viewer, original: CardRow): Promise<number> {
  const isOwn = original.ownerId === viewer.userId;
  const copyId = await insertCard(tx, {
    ...original,
    ownerId: viewer.userId,
    // What others asked a model is not shown to the reader of a card.
    aiPrompt: isOwn ? original.aiPrompt : null,
    visibility: 'draft',
    publishAt: null,
  });
  await copyPrompts(tx, original.id, copyId);
  const content = foundCard(await findComparedContent(tx, original.id));
  await updateOrigin(tx, copyId, {
    remixOf: original.id,
    base: comparedFields(content),
    keptLicense: isOwn ? original.keptLicense : keptLicense(original.license),
  });
  return copyId;
}

/** The copy of another user's card keeps its licence. CC0 asks for nothing. */
function keptLicense(license: License): License | null {
  return license === 'cc0' ? null : license;
}

const unchanged: AnswerOf<'GET /r/remix_changes'> = { changed: false, fieldVec: [], changedPostVec: [] };

export async function getChanges(
  db: Db,
  viewer: Viewer,
  { postId, chapterId }: ParsedQuery<'GET /r/remix_changes'>,
): Promise<AnswerOf<'GET /r/remix_changes'>> {
  if ((postId === undefined) === (chapterId === undefined)) {
    throw invalidField('postId', 'Either postId or chapterId needs to be specified');
  }
  if (chapterId !== undefined) {
    checkManaged(chains, viewer, await findCollection(db, chains, chapterId), 'compare');
    const changed = (await listPairsIn(db, viewer, chapterId)).filter(
      (pair) => offeredFields(pair).length > 0,
    );
    const changedPostVec = changed.map(({ id, urlText, title }) => ({ id, urlText, title }));
    return { ...unchanged, changed: changedPostVec.length > 0, changedPostVec };
  }
  const card = checkManagedCard(viewer, await findCard(db, postId as number));
  const pair = await findPair(db, viewer, card.id);
  const fieldVec = pair ? offeredFields(pair) : [];
  return { ...unchanged, changed: fieldVec.length > 0, fieldVec };
}

/** Nothing is offered that the licence of the original does not allow any more. */
function offeredFields(pair: Pair): ReturnType<typeof changedFields> {
  return mayTake(pair) ? changedFields(comparedPair(pair)) : [];
}

const comparedPair = ({ base, copy, original }: Pair): Compared => ({
  base,
  theirs: comparedFields(original),
  mine: comparedFields(copy),
});

const mayTake = ({ ownerId, originalOwnerId, original }: Pair): boolean =>
  canRemix({ userId: ownerId, role: 'kCreator' }, { ownerId: originalOwnerId, license: original.license });

/** Takes fields of the original into the copy. The offer ends, also for those that were not taken. */
export async function takeChanges(
  db: Database,
  viewer: Viewer,
  { postId, fieldVec }: ParsedBody<'PUT /r/remix_take'>,
): Promise<string> {
  return db.transaction(async (tx) => {
    const copy = checkChange(viewer, await lockCard(tx, postId));
    const pair = await findPair(tx, viewer, postId);
    if (pair) await takeFrom(tx, viewer, copy, pair, fieldVec);
    return foundCard(await findCardAnswer(tx, 'card-after-edit', postId, viewer));
  });
}

async function takeFrom(
  tx: Transaction,
  viewer: Viewer,
  copy: CardRow,
  pair: Pair,
  fieldVec: ParsedBody<'PUT /r/remix_take'>['fieldVec'],
): Promise<void> {
  if (fieldVec.length > 0 && !mayTake(pair)) {
    throw new ProblemError('license_forbids', 'The licence of the original does not allow this any more.');
  }
  const offered = changedFields(comparedPair(pair)).map(({ field }) => field);
  const fields = offered.filter((field) => fieldVec.includes(field));
  const isOwn = pair.originalOwnerId === copy.ownerId;
  // What is taken is under the licence that the original has now.
  const now = isOwn ? pair.originalKeptLicense : keptLicense(pair.original.license);
  const kept = fields.length > 0 ? now : copy.keptLicense;
  await updateOrigin(tx, copy.id, {
    remixOf: pair.originalId,
    base: comparedFields(pair.original),
    keptLicense: kept,
  });
  const taken = takeFields(copy, pair.original, fields);
  const after = kept === null ? taken : { ...taken, license: kept };
  checkComplete(after, after);
  await saveEdit(tx, viewer, { ...copy, keptLicense: kept }, after);
}
