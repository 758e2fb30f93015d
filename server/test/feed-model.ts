import type { FeedItemModel } from '@gyan/contract/feed.ts';
import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';

/**
 * The rows that a feed is computed from, as plain lists. Rows written by triggers are left out on purpose.
 */
export interface World {
  people: { id: number; leaving: boolean; admin: boolean }[];
  things: Thing[];
  likes: { kind: Kind; thing: number; by: number; at: number }[];
  comments: { card: number; by: number; at: number }[];
  connections: { one: number; other: number }[];
  blocks: { one: number; other: number }[];
  interests: { by: number; topic: number }[];
  cardTopics: { card: number; topic: number }[];
}

export type Kind = 'card' | 'chain' | 'subject';
const kinds = ['subject', 'chain', 'card'];
const acts = ['create', 'like', 'comment'];

interface Thing {
  kind: Kind;
  id: number;
  owner: number;
  at: number;
  great: boolean;
  greatAt: number | null;
  score: number;
}

interface Item {
  act: string;
  stream: number;
  at: number;
  great: boolean;
}

export interface Entry {
  thing: string;
  type: string;
  by: number;
}

const micros = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;

export async function readWorld(db: Db): Promise<World> {
  const things = ['card', 'chain', 'subject'].map(
    (kind) => `select '${kind}' as kind, id, owner_id as owner, ${micros('created_at')} as at, great, score,
      ${kind === 'card' ? micros('great_at') : 'null'} as "greatAt" from ${kind}s`,
  );
  const likes = ['card', 'chain', 'subject'].map(
    (kind) =>
      `select '${kind}' as kind, ${kind}_id as thing, user_id as by, ${micros('created_at')} as at from ${kind}_likes`,
  );
  const list = (rows: string) => `(select coalesce(json_agg(rows), '[]'::json) from (${rows}) as rows)`;
  const [world] = await db.query<World>({
    name: '',
    text: `select
      ${list(`select id, leaving_at is not null as leaving, role in ('kAdmin', 'kSuperAdmin') as admin from users`)} as people,
      ${list(things.join(' union all '))} as things,
      ${list(likes.join(' union all '))} as likes,
      ${list(`select card_id as card, owner_id as by, ${micros('created_at')} as at from comments`)} as comments,
      ${list('select user_id as one, other_id as other from connections')} as connections,
      ${list('select user_id as one, blocked_id as other from blocks')} as blocks,
      ${list('select user_id as by, topic_id as topic from user_topics')} as interests,
      ${list('select card_id as card, topic_id as topic from card_topics')} as "cardTopics"`,
    values: [],
  });
  if (!world) throw new Error('There is always a world.');
  return world;
}

export const keyOf = (kind: string, id: number) => `${kind} ${id}`;

/** The objects that the viewer may see. */
export function visibleThings(world: World, viewer: number): Thing[] {
  const me = world.people.find(({ id }) => id === viewer);
  const hidden = new Set(world.people.filter(({ leaving }) => leaving).map(({ id }) => id));
  for (const { one, other } of world.blocks) {
    if (one === viewer) hidden.add(other);
    if (other === viewer && !me?.admin) hidden.add(one);
  }
  return world.things.filter(({ owner }) => !hidden.has(owner));
}

/** Reference implementation of the member feed. */
export function modelFeed(
  world: World,
  viewer: number,
  order: 'best' | 'newest',
): { own: Entry[]; rest: Entry[] } {
  const leaving = new Set(world.people.filter((person) => person.leaving).map(({ id }) => id));
  const followed = new Set([
    viewer,
    ...world.connections
      .filter(({ one, other }) => one === viewer && !leaving.has(other))
      .map(({ other }) => other),
  ]);
  const topics = new Set(world.interests.filter(({ by }) => by === viewer).map(({ topic }) => topic));
  const own: (Entry & { place: number[] })[] = [];
  const rest: Thing[] = [];
  for (const thing of visibleThings(world, viewer)) {
    const items: Item[] = [{ act: 'create', stream: thing.owner, at: thing.at, great: false }];
    for (const like of world.likes) {
      if (like.kind === thing.kind && like.thing === thing.id)
        items.push({ act: 'like', stream: like.by, at: like.at, great: false });
    }
    for (const comment of world.comments) {
      if (thing.kind === 'card' && comment.card === thing.id)
        items.push({ act: 'comment', stream: comment.by, at: comment.at, great: false });
    }
    for (const { card, topic } of world.cardTopics) {
      const at = thing.great ? (thing.greatAt ?? thing.at) : thing.at;
      if (thing.kind === 'card' && card === thing.id)
        items.push({ act: 'create', stream: -topic, at, great: thing.great });
    }
    const [newest] = items
      .filter(({ stream }) => (stream > 0 ? followed.has(stream) : topics.has(-stream)))
      .toSorted((a, b) => compare(orderOf(b), orderOf(a)));
    if (!newest) rest.push(thing);
    else
      own.push({
        ...entryOf(thing, newest.act, newest.stream > 0 ? newest.stream : thing.owner),
        place: [newest.at, Number(newest.great), kinds.indexOf(thing.kind), thing.id],
      });
  }
  const height = (thing: Thing) => [
    order === 'best' ? thing.score : thing.at,
    kinds.indexOf(thing.kind),
    thing.id,
  ];
  return {
    own: own
      .toSorted((a, b) => compare(b.place, a.place))
      .map(({ thing, type, by }) => ({ thing, type, by })),
    rest: rest
      .toSorted((a, b) => compare(height(b), height(a)))
      .map((thing) => entryOf(thing, 'create', thing.owner)),
  };
}

const orderOf = (item: Item) => [item.at, Number(item.great), item.stream, acts.indexOf(item.act)];

const wireKind = { card: 'Post', chain: 'Chapter', subject: 'Subject' };

function entryOf(thing: Thing, act: string, by: number): Entry {
  const type = `k${wireKind[thing.kind]}${act.charAt(0).toUpperCase()}${act.slice(1)}`;
  return { thing: keyOf(thing.kind, thing.id), type, by };
}

function compare(a: number[], b: number[]): number {
  const index = a.findIndex((value, at) => value !== b[at]);
  return index === -1 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

/** Converts a feed item of the API to an entry of the model. */
export function entryOfItem(item: FeedItemModel): Entry {
  const thing =
    'postModel' in item
      ? keyOf('card', item.postModel.id)
      : 'chapterModel' in item
        ? keyOf('chain', item.chapterModel.id)
        : keyOf('subject', item.subjectModel.id);
  return { thing, type: item.feedItemType, by: item.connectionModel.userId };
}

/** Deletes everything except users and topics. */
export async function emptyWorld(db: Db): Promise<void> {
  for (const table of ['subjects', 'chains', 'cards', 'connections', 'blocks', 'user_topics'])
    await db.query({ name: '', text: `delete from ${table}`, values: [] });
  await db.query(sql`
    update users set leaving_at = null, connection_count = 0 where leaving_at is not null or connection_count <> 0`);
}
