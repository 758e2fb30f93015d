import type pg from 'pg';
import { hashToken, newToken } from '../server/src/lib/tokens.ts';
import type { Person } from './bench.ts';

export async function signIn(client: pg.Client, userId: number): Promise<Person> {
  const token = newToken();
  const { rows } = await client.query<{ id: string }>(
    `insert into sessions (user_id, token_hash, expires_at) values ($1, $2, now() + interval '1 day') returning id`,
    [userId, hashToken(token)],
  );
  const sessionId = Number(rows[0]?.id);
  return {
    token,
    viewer: { userId, role: 'kRegular', emailVerified: true, sessionId, signedInAt: new Date() },
  };
}

/** Gives a user without connections this many until disposed. */
export async function addConnections(
  client: pg.Client,
  userId: number,
  amount: number,
): Promise<AsyncDisposable> {
  const others = '(select id from users where id > 20 order by id limit $2)';
  await client.query(
    `with met as (
       insert into connections (user_id, other_id)
       select $1, id from ${others} as other union all select id, $1 from ${others} as other
       returning other_id
     )
     update users set connection_count = (select count(*) from met where other_id <> $1) where id = $1`,
    [userId, amount],
  );
  await client.query('analyze connections');
  return {
    async [Symbol.asyncDispose]() {
      await client.query('delete from connections where $1 in (user_id, other_id)', [userId]);
      await client.query('update users set connection_count = 0 where id = $1', [userId]);
    },
  };
}

/** On disposal, undoes likes and comments the user made since, so that every run measures the same data. */
export async function undoWritesLater(client: pg.Client, userId: number): Promise<AsyncDisposable> {
  const { rows } = await client.query<{ liked: string[]; comment: string }>(
    `select array(select card_id from card_likes where user_id = $1) as liked,
       (select coalesce(max(id), 0) from comments) as comment`,
    [userId],
  );
  const [before] = rows;
  return {
    async [Symbol.asyncDispose]() {
      await client.query(
        'select set_card_like(card_id, $1, false) from card_likes where user_id = $1 and card_id <> all ($2::bigint[])',
        [userId, before?.liked],
      );
      await client.query(
        `with gone as (delete from comments where id > $1 and owner_id = $2 returning card_id),
         counts as (select card_id, count(*)::integer as gone from gone group by card_id)
         update cards set comment_count = comment_count - gone,
           score = trending_score(like_count, comment_count - gone, great, created_at)
         from counts where cards.id = card_id`,
        [before?.comment, userId],
      );
      // A job of the product deletes these only after a day, and the feeds of the next run would pass over them.
      await client.query('delete from activity where stream = $1 and ended_at is not null', [userId]);
    },
  };
}

/** Row counts of the main tables. */
export async function describeData(client: pg.Client): Promise<string> {
  const tables = {
    people: 'users',
    cards: 'cards',
    chains: 'chains',
    subjects: 'subjects',
    likes: 'card_likes',
    comments: 'comments',
    memories: 'memories',
    reviews: 'reviews',
  };
  const counts = Object.entries(tables).map(
    ([name, table]) => `(select count(*)::integer from ${table}) as ${name}`,
  );
  const { rows } = await client.query<Record<string, number>>(
    `select ${counts.join(', ')}, (select count(*)::integer / 2 from connections) as connections`,
  );
  return Object.entries(rows[0] ?? {})
    .map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
    .join(', ');
}
