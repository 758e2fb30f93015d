import { setTimeout as sleep } from 'node:timers/promises';
import sql, { type Sql } from 'sql-template-tag';
import type { Database } from '../../server/src/db/pool.ts';
import { enqueue } from '../../server/src/jobs/queue.ts';
import { withDatabase } from '../support/database.ts';
import { type Fixture, pick, sendOnce, type Workload } from './workload.ts';

/** Events of the fixture's users, and the events that notices tell of; both sides must have the same rows. */
const comparisons: Record<string, (fixture: Fixture) => { done: Sql; told: Sql }> = {
  comments: ({ editor, cardIds }) => ({
    done: sql`
      select ${editor.id}::bigint as user_id, card_id as object_id, owner_id as actor_id, id as act_id
      from comments where card_id = any (${cardIds}) and owner_id <> ${editor.id}`,
    told: toldEvents(sql`kind = 'comment' and object_kind = 'card' and object_id = any (${cardIds})`),
  }),
  links: ({ chainIds, editor }) => ({
    done: sql`
      select user_id, chain_id, ${editor.id}::bigint, card_id
      from chain_cards join follows on kind = 'chain' and thing_id = chain_id
      where chain_id = any (${chainIds})`,
    told: toldEvents(
      sql`kind = 'card_in_followed' and object_kind = 'chain' and object_id = any (${chainIds})`,
    ),
  }),
  requests: ({ people }) => ({
    done: sql`
      select receiver_id, sender_id, sender_id, id from connection_requests
      where receiver_id = any (${idsOf(people)})`,
    told: toldEvents(sql`kind = 'connection_request' and user_id = any (${idsOf(people)})`),
  }),
  // Of each pair, the user with the smaller id sends the request.
  acceptances: ({ people }) => ({
    done: sql`
      select user_id, other_id, other_id, 0 from connections
      where user_id = any (${idsOf(people)}) and user_id < other_id`,
    told: toldEvents(sql`kind = 'connection_accepted' and user_id = any (${idsOf(people)})`),
  }),
};

const idsOf = (people: Fixture['people']) => people.map(({ id }) => id);
const toldEvents = (which: Sql) => sql`
  select user_id, object_id, actor_id, act_id
  from notices join notice_actors on notice_id = notices.id
  where ${which}`;

/** Users read their notices while others act, so that events are spread over read and unread notices. */
export function noticeWorkload(fixture: Fixture): Workload {
  let acknowledged = 0;
  return {
    name: 'notices read',
    get acknowledged() {
      return acknowledged;
    },
    async write() {
      const { token } = Math.random() < 0.2 ? fixture.editor : pick(fixture.people);
      await sendOnce(fixture.api, '/r/notices_seen', { method: 'PUT', token, body: { all: true } });
      acknowledged += 1;
      await sleep(50);
    },
    settle: async () => undefined,
    async verify(db) {
      const found: string[] = [];
      for (const [name, compare] of Object.entries(comparisons)) {
        const { done, told } = compare(fixture);
        const [row] = await db.query<{ untold: number; undone: number }>(sql`
          with done (user_id, object_id, actor_id, act_id) as (${done}), told as (${told})
          select (select count(*)::int from (table done except all table told) as untold) as untold,
            (select count(*)::int from (table told except all table done) as undone) as undone`);
        if (row?.untold) found.push(`${row.untold} ${name} are without their notice`);
        if (row?.undone) found.push(`${row.undone} notices are without their ${name}`);
      }
      return found;
    },
  };
}

const longestWaitMs = 60_000;
const jobKey = 'torture digests';

/** Users who want a digest every day get one, however often the job that writes digests is interrupted. */
export function digestWorkload(fixture: Fixture): Workload {
  const waiting = fixture.people.values();
  const wanted: number[] = [];
  const queueDigests = () =>
    withDatabase(fixture.dataDir, async (db) => {
      // As if it had just become seven o'clock.
      await db.query(sql`delete from digest_zones`);
      await enqueue(db, 'digests.queue', {}, { key: jobKey });
    });
  return {
    name: 'digests',
    get acknowledged() {
      return wanted.length;
    },
    async write() {
      await sleep(300);
      const { value: person } = waiting.next();
      if (person) {
        await sendOnce(fixture.api, '/r/notice_settings', {
          method: 'PUT',
          token: person.token,
          body: { digest: 'daily' },
        });
        wanted.push(person.id);
      }
      await queueDigests();
    },
    settle: async () => undefined,
    async verify(db) {
      // After all other workloads are settled: what they wrote is for this digest or was told by the one before.
      await queueDigests();
      await untilDigestsQueued(db);
      const [row] = await db.query<{ missing: number; twice: number; unsent: number }>(sql`
        with person as (
          select (select count(*) from digests where user_id = users.id) as digests,
            (select count(*) from mail_outbox where kind = 'digest' and recipient = users.email) as emails,
            exists (select from notices where user_id = users.id and seen_at is null) as has_unread,
            exists (
              select from digests join notices on notices.id = any (notice_ids)
              where digests.user_id = users.id and seen_at is null
            ) as is_unread
          from users where id = any (${wanted})
        )
        select count(*) filter (where digests = 0 and has_unread)::int as missing,
          count(*) filter (where emails > digests)::int as twice,
          count(*) filter (where emails < digests and is_unread)::int as unsent
        from person`);
      return [
        ...(row?.missing ? [`${row.missing} digests are gone`] : []),
        ...(row?.twice ? [`${row.twice} digests are not there exactly once`] : []),
        ...(row?.unsent ? [`${row.unsent} digests are without their e-mail`] : []),
      ];
    },
  };
}

/** A job that a killed process had begun loses its key to the next one, and is done again later. */
async function untilDigestsQueued(db: Database): Promise<void> {
  const end = performance.now() + longestWaitMs;
  for (;;) {
    const jobs = await db.query(sql`select from graphile_worker.jobs where key = ${jobKey}`);
    if (jobs.length === 0) return;
    if (performance.now() > end) throw new Error('The job that writes digests does not end.');
    await sleep(200);
  }
}
