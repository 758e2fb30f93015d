import sql from 'sql-template-tag';
import { lockIds } from '#db/lock-ids.ts';
import { type CursorValues, cursorSql, onePage, pageStatement } from '#db/page.ts';
import type { Db, Transaction } from '#db/pool.ts';
import type { ListOfPerson } from '#domains/users/lists.ts';
import { topicJson } from './view.ts';

export const chosenTopics: ListOfPerson = {
  table: 'user_topics',
  parent: { column: 'user_id', table: 'users' },
  item: 'topic_id',
};

interface Body {
  body: string;
}

interface TopicPage {
  limit: number;
  after: CursorValues;
}

/** The cursor before the first of the user's topics. */
export const firstChosen: CursorValues = ['-Infinity', '0'];
/** The cursor before the first topic. */
export const firstTopic: CursorValues = ['0'];

const chosen = pageStatement(
  'topicModelVec',
  `select ${topicJson('topic', 'kept', 'photo')} as item, ${cursorSql('kept.rank', 'kept.topic_id')} as cursor
   from user_topics as kept
   join topics as topic on topic.id = kept.topic_id
   left join photos as photo on photo.id = topic.photo_id
   where kept.user_id = $4 and (kept.rank, kept.topic_id) > ($2::float8, $3::bigint)
   order by kept.rank, kept.topic_id
   limit ${onePage}`,
);

export async function listChosenTopics(db: Db, page: TopicPage, userId: number): Promise<string> {
  const [row] = await db.query<Body>({
    name: 'chosen-topics',
    text: chosen,
    values: [page.limit, ...page.after, userId],
  });
  return row?.body ?? '';
}

// Names are unique in the form they are ordered by. The cursor is a topic id, so it stays small.
const all = pageStatement(
  'topicModelVec',
  `select ${topicJson('topic', 'kept', 'photo', `'chosen', kept.topic_id is not null`)} as item,
     ${cursorSql('topic.id')} as cursor
   from topics as topic
   left join user_topics as kept on kept.topic_id = topic.id and kept.user_id = $3
   left join photos as photo on photo.id = topic.photo_id
   where (topic.retired_at is null or kept.topic_id is not null or $4)
     and ($5::text is null or strpos(plain_text(topic.name), plain_text($5)) > 0)
     and ($2::bigint = 0 or plain_text(topic.name) > (select plain_text(name) from topics where id = $2::bigint))
   order by plain_text(topic.name)
   limit ${onePage}`,
);

export interface AllTopics extends TopicPage {
  userId: number;
  withRetired: boolean;
  named: string | undefined;
}

/** By name: all topics that can be followed or that the user follows. */
export async function listTopics(
  db: Db,
  { limit, after, userId, withRetired, named }: AllTopics,
): Promise<string> {
  const [row] = await db.query<Body>({
    name: 'all-topics',
    text: all,
    values: [limit, ...after, userId, withRetired, named ?? null],
  });
  return row?.body ?? '';
}

const one = `
  select json_strip_nulls(json_build_object(
    'topicModel', ${topicJson('topic', 'kept', 'photo', `'chosen', kept.topic_id is not null`)}
  ))::text as body
  from topics as topic
  left join user_topics as kept on kept.topic_id = topic.id and kept.user_id = $2
  left join photos as photo on photo.id = topic.photo_id
  where topic.id = $1`;

export async function getTopicAnswer(db: Db, id: number, userId: number): Promise<string> {
  const [row] = await db.query<Body>({ name: 'topic', text: one, values: [id, userId] });
  if (!row) throw new Error('The topic that was just written is not there.');
  return row.body;
}

export interface TopicRow {
  id: number;
  name: string;
  photoId: number | null;
  retired: boolean;
}

const columns = sql`id, name, photo_id as "photoId", retired_at is not null as retired`;

export async function findTopic(db: Db, id: number): Promise<TopicRow | undefined> {
  const [row] = await db.query<TopicRow>(sql`select ${columns} from topics where id = ${id}`);
  return row;
}

/** Another topic with the same name, ignoring case and accents. */
export async function findTopicByName(db: Db, name: string, exceptId = 0): Promise<TopicRow | undefined> {
  const [row] = await db.query<TopicRow>(sql`
    select ${columns} from topics where plain_text(name) = plain_text(${name}) and id <> ${exceptId}`);
  return row;
}

/**
 * Every write to a topic takes this lock first. A database trigger takes it too when it finds the topic's cards; taking
 * it after other locks could deadlock with writes to cards. Allows a minute, because a common word matches nearly all
 * cards.
 */
export async function lockTopics(tx: Transaction): Promise<void> {
  await tx.allow(60_000);
  await tx.query(sql`select pg_advisory_xact_lock(${lockIds.topicCards})`);
}

export async function insertTopic(
  tx: Transaction,
  topic: { name: string; photoId: number },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into topics (name, photo_id) values (${topic.name}, ${topic.photoId}) returning id`);
  if (!row) throw new Error('insert returned no row');
  return row.id;
}

export async function updateTopic(tx: Transaction, { id, name, photoId, retired }: TopicRow): Promise<void> {
  await tx.query(sql`
    update topics
    set name = ${name}, photo_id = ${photoId},
      retired_at = case when ${retired} then coalesce(retired_at, now()) end
    where id = ${id}`);
}

export async function hasChosen(db: Db, userId: number, topicId: number): Promise<boolean> {
  const rows = await db.query(sql`
    select from user_topics where user_id = ${userId} and topic_id = ${topicId}`);
  return rows.length > 0;
}
