import sql from 'sql-template-tag';
import { makeCard, makeChain } from '../../server/test/factories.ts';
import { withDatabase } from '../support/database.ts';
import { makePeople } from '../support/people.ts';
import { cardWorkload } from './cards.ts';
import { commentWorkload, likeWorkload, linkWorkload } from './comments-likes-links.ts';
import { connectionWorkload } from './connections.ts';
import { actWorkload } from './moderation-acts.ts';
import { digestWorkload, noticeWorkload } from './notices.ts';
import { registrationWorkload, sessionWorkload } from './registrations-and-sessions.ts';
import type { Fixture, Workload } from './workload.ts';

/** Enough pairs of users for ten connections a second over 15 minutes. */
const people = 130;
const cards = 24;
const chains = 4;
const moderatedCards = 6;
/** Users who follow all chains. */
const followers = 3;

export function prepareFixture(api: string, dataDir: string): Promise<Fixture> {
  return withDatabase(dataDir, async (db) => {
    const [editor, ...others] = await makePeople(db, people + 1);
    const [admin] = await makePeople(db, 1, { role: 'kAdmin' });
    if (!editor || !admin) throw new Error('No user was created.');
    const cardIds: number[] = [];
    for (let one = 0; one < cards; one += 1) cardIds.push(await makeCard(db, { ownerId: editor.id }));
    const moderatedIds: number[] = [];
    for (let one = 0; one < moderatedCards; one += 1) {
      moderatedIds.push(await makeCard(db, { ownerId: editor.id }));
    }
    const chainIds: number[] = [];
    for (let one = 0; one < chains; one += 1) chainIds.push(await makeChain(db, { ownerId: editor.id }));
    await db.query(
      sql`update cards set score = trending_score(like_count, comment_count, great, created_at)`,
    );
    await db.query(sql`update chains set score = trending_score(like_count, 0, great, created_at)`);
    for (const { id } of others.slice(0, followers)) {
      await db.query(sql`
        insert into follows (user_id, kind, thing_id, level)
        select ${id}, 'chain', chain_id, 'all' from unnest(${chainIds}::bigint[]) as chain_id`);
    }
    return { api, dataDir, people: others, cardIds, chainIds, editor, admin, moderatedIds, retried: 0 };
  });
}

/** Every kind of write, with its number of parallel writers. */
export function createWorkloads(fixture: Fixture): { workload: Workload; concurrency: number }[] {
  return [
    { workload: commentWorkload(fixture), concurrency: 2 },
    { workload: likeWorkload(fixture), concurrency: 3 },
    { workload: linkWorkload(fixture), concurrency: 2 },
    { workload: cardWorkload(fixture), concurrency: 1 },
    { workload: connectionWorkload(fixture), concurrency: 2 },
    { workload: registrationWorkload(fixture), concurrency: 1 },
    { workload: sessionWorkload(fixture), concurrency: 1 },
    { workload: noticeWorkload(fixture), concurrency: 1 },
    { workload: actWorkload(fixture), concurrency: 1 },
    { workload: digestWorkload(fixture), concurrency: 1 },
  ];
}
