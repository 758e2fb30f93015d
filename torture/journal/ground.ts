import sql from 'sql-template-tag';
import { makeCard, makeChain } from '../../server/test/factories.ts';
import { withDatabase } from '../support/database.ts';
import { makePeople } from '../support/people.ts';
import { posting } from './cards.ts';
import { registering, signingIn } from './identity.ts';
import { commenting, liking, linking } from './marks.ts';
import { connecting } from './network.ts';
import type { Ground, Trade } from './trade.ts';

/** Enough pairs of people for a connection every tenth of a second, for a quarter of an hour. */
const people = 130;
const cards = 24;
const chains = 4;

export function prepareGround(api: string, dataDir: string): Promise<Ground> {
  return withDatabase(dataDir, async (db) => {
    const [editor, ...others] = await makePeople(db, people + 1);
    if (!editor) throw new Error('Nobody was made.');
    const cardIds: number[] = [];
    for (let one = 0; one < cards; one += 1) cardIds.push(await makeCard(db, { ownerId: editor.id }));
    const chainIds: number[] = [];
    for (let one = 0; one < chains; one += 1) chainIds.push(await makeChain(db, { ownerId: editor.id }));
    await db.query(
      sql`update cards set score = trending_score(like_count, comment_count, great, created_at)`,
    );
    await db.query(sql`update chains set score = trending_score(like_count, 0, great, created_at)`);
    return { api, dataDir, people: others, cardIds, chainIds, editor, askedAgain: 0 };
  });
}

/** Every kind of write, with how many do it at once. */
export function openTrades(ground: Ground): { trade: Trade; hands: number }[] {
  return [
    { trade: commenting(ground), hands: 2 },
    { trade: liking(ground), hands: 3 },
    { trade: linking(ground), hands: 2 },
    { trade: posting(ground), hands: 1 },
    { trade: connecting(ground), hands: 2 },
    { trade: registering(ground), hands: 1 },
    { trade: signingIn(ground), hands: 1 },
  ];
}
