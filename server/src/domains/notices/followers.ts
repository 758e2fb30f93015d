import sql, { raw, type Sql } from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';
import { isListed } from '#domains/visibility/view.ts';
import { enqueue } from '#jobs/queue.ts';

/** Something new, with the followers who are still to be told of it: those after `afterId`. */
export interface News {
  followedKind: 'chain' | 'subject' | 'user' | 'topic';
  followedId: number;
  /** What the notice is about. */
  objectKind: 'card' | 'chain' | 'subject';
  objectId: number;
  ownerId: number;
  actorId: number;
  /** The new card, or the new chain by its negative id. */
  actId: number;
  /** Followers of this chain get a notice of the chain instead. */
  closerChainId: number | null;
  afterId: number;
}

declare module '#jobs/queue.ts' {
  interface JobPayloads {
    'notices.tellFollowers': News;
  }
}

/** What is not public is no news. */
const isCardListed = (cardId: number) =>
  sql`exists (select from cards where id = ${cardId} and ${raw(isListed('cards'))})`;

/** A card was added to a chain: tells the followers of the chain and of the subjects it is in. */
export function tellOfCardInChain(
  tx: Transaction,
  { chainId, cardId, actorId }: { chainId: number; cardId: number; actorId: number },
): Promise<void> {
  const targets = sql`
    select 'chain' as followed, id, 'chain' as object, id, owner_id, null::bigint from chains
    where id = ${chainId} and ${raw(isListed('chains'))} and ${isCardListed(cardId)}
    union all
    select 'subject', subjects.id, 'subject', subjects.id, subjects.owner_id, ${chainId}
    from subject_chains
    join subjects on subjects.id = subject_chains.subject_id
    join chains on chains.id = subject_chains.chain_id
    where subject_chains.chain_id = ${chainId} and ${raw(isListed('subjects'))} and ${raw(isListed('chains'))}
      and ${isCardListed(cardId)}`;
  return tellFollowers(tx, targets, { actorId, actId: cardId });
}

export function tellOfChainInSubject(
  tx: Transaction,
  { subjectId, chainId, actorId }: { subjectId: number; chainId: number; actorId: number },
): Promise<void> {
  const targets = sql`
    select 'subject', subjects.id, 'subject', subjects.id, subjects.owner_id, null::bigint
    from subjects, chains
    where subjects.id = ${subjectId} and ${raw(isListed('subjects'))}
      and chains.id = ${chainId} and ${raw(isListed('chains'))}`;
  return tellFollowers(tx, targets, { actorId, actId: -chainId });
}

/** A chain became public: tells the followers of the subjects it is in, unless it was public and had cards before. */
export function tellOfNewChain(
  tx: Transaction,
  { chainId, actorId }: { chainId: number; actorId: number },
): Promise<void> {
  const targets = sql`
    select 'subject', subjects.id, 'subject', subjects.id, subjects.owner_id, null::bigint
    from subject_chains
    join subjects on subjects.id = subject_chains.subject_id
    join chains on chains.id = subject_chains.chain_id
    where chains.id = ${chainId} and ${raw(isListed('subjects'))} and ${raw(isListed('chains'))}
      and (chains.announced_at is null or chains.announced_at = now())`;
  return tellFollowers(tx, targets, { actorId, actId: -chainId });
}

/**
 * A card was published for the first time in this transaction: tells the followers of its owner, its topics and the
 * chains and subjects that it is in already, each once.
 */
export async function tellOfNewCard(
  tx: Transaction,
  { cardId, ownerId }: { cardId: number; ownerId: number },
): Promise<void> {
  const [isNew] = await tx.query(sql`
    select from cards where id = ${cardId} and ${raw(isListed('cards'))} and announced_at = now()`);
  if (!isNew) return;
  const chains = await tx.query<{ chainId: number }>(sql`
    select chain_id as "chainId" from chain_cards where card_id = ${cardId} order by chain_id`);
  for (const { chainId } of chains) await tellOfCardInChain(tx, { chainId, cardId, actorId: ownerId });
  const targets = sql`
    select 'user', ${ownerId}::bigint, 'card', ${cardId}::bigint, ${ownerId}::bigint, null::bigint
    union all
    select 'topic', topic_id, 'card', ${cardId}, ${ownerId}, null from card_topics where card_id = ${cardId}`;
  await tellFollowers(tx, targets, { actorId: ownerId, actId: cardId });
}

/** The first thousand followers of each target at once, the others by jobs. */
async function tellFollowers(
  tx: Transaction,
  targets: Sql,
  event: { actorId: number; actId: number },
): Promise<void> {
  const told = await tx.query<Omit<News, 'actorId' | 'actId' | 'afterId'> & { lastId: number | null }>(sql`
    select followed_kind as "followedKind", followed_id as "followedId", object_kind as "objectKind",
      object_id as "objectId", owner_id as "ownerId", closer_chain as "closerChainId",
      tell_followers(followed_kind::follow_kind, followed_id, object_kind::notice_object, object_id, owner_id,
        ${event.actorId}, ${event.actId}, closer_chain, 0) as "lastId"
    from (${targets}) as target (followed_kind, followed_id, object_kind, object_id, owner_id, closer_chain)`);
  for (const { lastId, ...news } of told) await tellRestLater(tx, { ...news, ...event }, lastId);
}

async function tellRestLater(
  tx: Transaction,
  news: Omit<News, 'afterId'>,
  lastId: number | null,
): Promise<void> {
  if (lastId !== null) await enqueue(tx, 'notices.tellFollowers', { ...news, afterId: lastId });
}

/** The next thousand. Followers who were told before are not told again. */
export async function tellNextFollowers(tx: Transaction, news: News): Promise<void> {
  await lockPlaces(tx, news);
  if (!(await isStillNews(tx, news))) return;
  const [row] = await tx.query<{ lastId: number | null }>(sql`
    select tell_followers(${news.followedKind}, ${news.followedId}, ${news.objectKind}, ${news.objectId},
      ${news.ownerId}, ${news.actorId}, ${news.actId}, ${news.closerChainId}, ${news.afterId}) as "lastId"`);
  await tellRestLater(tx, news, row?.lastId ?? null);
}

/** Nothing is removed from a locked chain or subject, and no locked card is deleted. */
async function lockPlaces(tx: Transaction, { actId, objectId }: News): Promise<void> {
  if (actId < 0) {
    await tx.query(sql`select from subjects where id = ${objectId} for no key update`);
    return;
  }
  await tx.query(sql`select from cards where id = ${actId} for no key update`);
  await tx.query(sql`
    select from chains where id in (select chain_id from chain_cards where card_id = ${actId})
    order by id for no key update`);
}

async function isStillNews(tx: Transaction, { objectKind, objectId, actId }: News): Promise<boolean> {
  const places = {
    card: sql`select from cards where id = ${objectId} and ${raw(isListed('cards'))}`,
    chain: sql`
      select from chain_cards join chains on chains.id = chain_id
      where chain_id = ${objectId} and card_id = ${actId} and ${raw(isListed('chains'))} and ${isCardListed(actId)}`,
    subject: sql`
      select from subject_chains as chapter
      join subjects on subjects.id = chapter.subject_id
      join chains on chains.id = chapter.chain_id
      where subjects.id = ${objectId} and ${raw(isListed('subjects'))} and ${raw(isListed('chains'))}
        and (chains.id = -(${actId}::bigint) or ${isCardListed(actId)} and exists (
          select from chain_cards where chain_id = chains.id and card_id = ${actId}
        ))`,
  };
  return (await tx.query(sql`${places[objectKind]} limit 1`)).length > 0;
}
