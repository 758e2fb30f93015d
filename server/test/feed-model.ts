import type { FeedItemModel } from '@gyan/contract/feed.ts';
import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';

/**
 * The rows that a feed is computed from, as plain lists. Rows written by triggers are left out on purpose.
 */
export interface FeedRows {
  people: { id: number; leaving: boolean; admin: boolean }[];
  contents: Content[];
  likes: { kind: Kind; content: number; by: number; at: number }[];
  comments: { card: number; by: number; at: number }[];
  connections: { one: number; other: number }[];
  blocks: { one: number; other: number }[];
  interests: { by: number; topic: number }[];
  cardTopics: { card: number; topic: number }[];
}

export type Kind = 'card' | 'chain' | 'subject';
const kinds = ['subject', 'chain', 'card'];
const actions = ['create', 'like', 'comment'];

interface Content {
  kind: Kind;
  id: number;
  owner: number;
  at: number;
  great: boolean;
  /** Not public, or a chain or subject without public cards of users who stay. */
  unlisted: boolean;
  greatAt: number | null;
  score: number;
}

interface Item {
  action: string;
  stream: number;
  at: number;
  great: boolean;
}

export interface Entry {
  content: string;
  type: string;
  by: number;
  /** The other connections who did the same: two of them and how many. */
  others: number[];
  otherCount: number;
}

const micros = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;

const stays = (column: string) => `${column} in (select id from users where leaving_at is null)`;
const isUnlisted = {
  card: `visibility <> 'public'`,
  chain: `visibility <> 'public' or id not in (
    select chain_id from chain_cards join cards on cards.id = card_id
    where cards.visibility = 'public' and ${stays('owner_id')})`,
  subject: `visibility <> 'public' or id not in (
    select subject_id from subject_chains join chains on chains.id = chain_id join chain_cards using (chain_id)
    join cards on cards.id = card_id
    where cards.visibility = 'public' and chains.visibility = 'public'
      and ${stays('cards.owner_id')} and ${stays('chains.owner_id')})`,
};

export async function readFeedRows(db: Db): Promise<FeedRows> {
  const contents = (['card', 'chain', 'subject'] as const).map(
    (kind) => `select '${kind}' as kind, id, owner_id as owner, ${micros('created_at')} as at, great, score,
      ${kind === 'card' ? micros('great_at') : 'null'} as "greatAt", ${isUnlisted[kind]} as unlisted from ${kind}s`,
  );
  const likes = ['card', 'chain', 'subject'].map(
    (kind) =>
      `select '${kind}' as kind, ${kind}_id as content, user_id as by, ${micros('created_at')} as at from ${kind}_likes`,
  );
  const list = (rows: string) => `(select coalesce(json_agg(rows), '[]'::json) from (${rows}) as rows)`;
  const [rows] = await db.query<FeedRows>({
    name: '',
    text: `select
      ${list(`select id, leaving_at is not null as leaving, role in ('kAdmin', 'kSuperAdmin') as admin from users`)} as people,
      ${list(contents.join(' union all '))} as contents,
      ${list(likes.join(' union all '))} as likes,
      ${list(`select card_id as card, owner_id as by, ${micros('created_at')} as at from comments`)} as comments,
      ${list('select user_id as one, other_id as other from connections')} as connections,
      ${list('select user_id as one, blocked_id as other from blocks')} as blocks,
      ${list('select user_id as by, topic_id as topic from user_topics')} as interests,
      ${list('select card_id as card, topic_id as topic from card_topics')} as "cardTopics"`,
    values: [],
  });
  if (!rows) throw new Error('The statement returned no row.');
  return rows;
}

export const keyOf = (kind: string, id: number) => `${kind} ${id}`;

/** The objects that the viewer may see. */
export function visibleContents(rows: FeedRows, viewer: number): Content[] {
  const me = rows.people.find(({ id }) => id === viewer);
  const hidden = new Set(rows.people.filter(({ leaving }) => leaving).map(({ id }) => id));
  for (const { one, other } of rows.blocks) {
    if (one === viewer) hidden.add(other);
    if (other === viewer && !me?.admin) hidden.add(one);
  }
  return rows.contents.filter(({ owner, unlisted }) => !unlisted && !hidden.has(owner));
}

/** Reference implementation of the member feed. */
export function modelFeed(
  rows: FeedRows,
  viewer: number,
  order: 'best' | 'newest',
): { own: Entry[]; rest: Entry[] } {
  const leaving = new Set(rows.people.filter((person) => person.leaving).map(({ id }) => id));
  const followed = new Set([
    viewer,
    ...rows.connections
      .filter(({ one, other }) => one === viewer && !leaving.has(other))
      .map(({ other }) => other),
  ]);
  const topics = new Set(rows.interests.filter(({ by }) => by === viewer).map(({ topic }) => topic));
  const own: { entry: Entry; order: number[] }[] = [];
  const rest: Content[] = [];
  for (const content of visibleContents(rows, viewer)) {
    const items: Item[] = [{ action: 'create', stream: content.owner, at: content.at, great: false }];
    for (const like of rows.likes) {
      if (like.kind === content.kind && like.content === content.id)
        items.push({ action: 'like', stream: like.by, at: like.at, great: false });
    }
    for (const comment of rows.comments) {
      if (content.kind === 'card' && comment.card === content.id)
        items.push({ action: 'comment', stream: comment.by, at: comment.at, great: false });
    }
    for (const { card, topic } of rows.cardTopics) {
      const at = content.great ? (content.greatAt ?? content.at) : content.at;
      if (content.kind === 'card' && card === content.id)
        items.push({ action: 'create', stream: -topic, at, great: content.great });
    }
    const news = items
      .filter(({ stream }) => (stream > 0 ? followed.has(stream) : topics.has(-stream)))
      .filter(({ stream, action }) => stream !== viewer || action === 'create')
      .toSorted((a, b) => compare(orderOf(b), orderOf(a)));
    const [newest] = news;
    if (!newest) rest.push(content);
    else {
      const by = newest.stream > 0 ? newest.stream : content.owner;
      const same = newest.action === 'create' ? [] : news.filter(({ action }) => action === newest.action);
      const others = [...new Set(same.map(({ stream }) => stream))].filter((stream) => stream !== by);
      own.push({
        entry: entryOf(content, newest.action, by, others),
        order: [newest.at, Number(newest.great), kinds.indexOf(content.kind), content.id],
      });
    }
  }
  const height = (content: Content) => [
    order === 'best' ? content.score : content.at,
    kinds.indexOf(content.kind),
    content.id,
  ];
  return {
    own: own.toSorted((a, b) => compare(b.order, a.order)).map(({ entry }) => entry),
    rest: rest
      .toSorted((a, b) => compare(height(b), height(a)))
      .map((content) => entryOf(content, 'create', content.owner)),
  };
}

const orderOf = (item: Item) => [item.at, Number(item.great), item.stream, actions.indexOf(item.action)];

const wireKind = { card: 'Post', chain: 'Chapter', subject: 'Subject' };

function entryOf(content: Content, action: string, by: number, others: number[] = []): Entry {
  const type = `k${wireKind[content.kind]}${action.charAt(0).toUpperCase()}${action.slice(1)}`;
  return {
    content: keyOf(content.kind, content.id),
    type,
    by,
    others: others.slice(0, 2),
    otherCount: others.length,
  };
}

function compare(a: number[], b: number[]): number {
  const index = a.findIndex((value, at) => value !== b[at]);
  return index === -1 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

/** Converts a feed item of the API to an entry of the model. */
export function entryOfItem(item: FeedItemModel): Entry {
  const content =
    'postModel' in item
      ? keyOf('card', item.postModel.id)
      : 'chapterModel' in item
        ? keyOf('chain', item.chapterModel.id)
        : keyOf('subject', item.subjectModel.id);
  return {
    content,
    type: item.feedItemType,
    by: item.connectionModel.userId,
    others: item.otherActorVec?.map(({ userId }) => userId) ?? [],
    otherCount: item.otherActorCount ?? 0,
  };
}

/** The feed counts other actors exactly only for viewers with few connections. */
export const withoutOthers = (entries: readonly Entry[]) =>
  entries.map(({ content, type, by }) => ({ content, type, by }));

/** Deletes everything except users and topics. */
export async function deleteFeedRows(db: Db): Promise<void> {
  for (const table of ['subjects', 'chains', 'cards', 'connections', 'blocks', 'user_topics'])
    await db.query({ name: '', text: `delete from ${table}`, values: [] });
  await db.query(sql`
    update users set leaving_at = null, connection_count = 0 where leaving_at is not null or connection_count <> 0`);
}
