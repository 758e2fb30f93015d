import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { brokenAfterAMoment, withDatabase } from '../support/database.ts';
import { openTrades, prepareGround } from './ground.ts';

/** Writes of every kind, going on at once, and the journal of what was answered to them. */
export interface Work {
  /** Goes on until it is told to stop; a write that fails is followed by the next. */
  begin(): { end(): Promise<void> };
  /** Asks again for what was not answered, and says what is not as it should be. */
  verify(): Promise<string[]>;
  /** Letters that nobody has taken care of a while after everything is quiet. */
  lateLetters(patienceMs: number): Promise<number>;
  figures(): Record<string, number>;
}

export async function openWork(api: string, dataDir: string): Promise<Work> {
  const ground = await prepareGround(api, dataDir);
  const trades = openTrades(ground);

  return {
    begin() {
      const ending = new AbortController();
      const writers = trades.flatMap(({ trade, hands }) =>
        Array.from({ length: hands }, async () => {
          // A trade may have nothing to do until something is settled; others have.
          while (!ending.signal.aborted) await Promise.all([trade.write().catch(() => sleep(20)), sleep(1)]);
        }),
      );
      return {
        async end() {
          ending.abort();
          await Promise.all(writers);
        },
      };
    },

    async verify() {
      await Promise.all(trades.map(({ trade }) => trade.settle()));
      return withDatabase(dataDir, async (db) => {
        const found: string[] = [];
        for (const { trade } of trades) found.push(...(await trade.verify(db)));
        return [...found, ...(await brokenAfterAMoment(db))];
      });
    },

    lateLetters: (patienceMs) =>
      withDatabase(dataDir, async (db) => {
        const deadline = performance.now() + patienceMs;
        for (;;) {
          const waiting = await db.query(sql`select from mail_outbox where state = 'waiting'`);
          if (waiting.length === 0 || performance.now() > deadline) return waiting.length;
          await sleep(500);
        }
      }),

    figures: () => ({
      ...Object.fromEntries(trades.map(({ trade }) => [trade.name, trade.acknowledged])),
      acknowledged: trades.reduce((sum, { trade }) => sum + trade.acknowledged, 0),
      'asked again': ground.askedAgain,
    }),
  };
}
