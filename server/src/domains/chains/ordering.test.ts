import type { LinkState } from '@gyan/contract/links.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeChain } from '#test/factories.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { linking } from '#test/lists.ts';

const clientCount = 3;
const cardCount = 7;

type Entry = { id: number; rank: number };

let gyan: TestApp;
let token: string;
let ownerId: number;
let cards: number[];
beforeAll(async () => {
  gyan = await startApp();
  ({ token, userId: ownerId } = await gyan.signedIn({ role: 'kCreator' }));
  cards = await Promise.all(Array.from({ length: cardCount }, () => makeCard(gyan.db)));
});
afterAll(() => gyan.close());

const action = fc.record({
  client: fc.nat(clientCount - 1),
  what: fc.constantFrom('drag', 'drag', 'drag', 'add', 'remove'),
  card: fc.nat(cardCount - 1),
  at: fc.nat(cardCount),
  /** Reads the list before acting; otherwise acts on stale ranks. */
  fresh: fc.boolean(),
});
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

const inOrder = (entries: readonly Entry[]) => entries.toSorted((a, b) => a.rank - b.rank);

/** The rank a browser requests when a card is dropped at this index. */
function droppedRank(shown: readonly Entry[], at: number): number {
  const ranks = shown.map(({ rank }) => rank);
  const [before, after] = [ranks[at - 1], ranks[at]];
  if (before === undefined) return (after ?? 0) - 1;
  return after === undefined ? before + 1 : (before + after) / 2;
}

/** The reference model: an item that requests an existing rank comes right after the item that has it. */
function place(model: readonly number[], known: readonly Entry[], id: number, rank: number): number[] {
  const rankOf = new Map(known.map((entry) => [entry.id, entry.rank]));
  const others = model.filter((one) => one !== id);
  const index = others.findIndex((one) => (rankOf.get(one) ?? 0) > rank);
  return others.toSpliced(index === -1 ? others.length : index, 0, id);
}

const listItems = (chainId: number) =>
  gyan.db.query<Entry>(
    sql`select card_id as id, rank from chain_cards where chain_id = ${chainId} order by rank, card_id`,
  );

async function perform(
  chapterId: number,
  { what, card, at }: Action,
  shown: readonly Entry[],
): Promise<{ postId: number; rank?: number; state?: LinkState }> {
  const { link, unlink } = linking(gyan);
  const postId = cards[card] ?? 0;
  if (what === 'remove') {
    expect((await unlink('chapter_post', token, { chapterId, postId })).status).toBe(200);
    return { postId };
  }
  const others = inOrder(shown).filter(({ id }) => id !== postId);
  const rank = what === 'add' ? undefined : droppedRank(others, Math.min(at, others.length));
  const answer = await link('chapter_post', token, { chapterId, postId, postRank: rank });
  expect(answer.status, answer.text).toBe(200);
  return { postId, ...(rank === undefined ? {} : { rank }), state: answer.body };
}

it('several clients drag, add and remove in turn, and the list is what a simple one would be', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 25 }), async (actions) => {
      const chain = await makeChain(gyan.db, { ownerId });
      const views: Entry[][] = Array.from({ length: clientCount }, () => []);
      let model: number[] = [];
      for (const one of actions) {
        const before = await listItems(chain);
        if (one.fresh) views[one.client] = before;
        const { postId, rank, state } = await perform(chain, one, views[one.client] ?? []);
        const others = model.filter((id) => id !== postId);
        if (one.what === 'remove') model = others;
        else model = rank === undefined ? [...others, postId] : place(model, before, postId, rank);
        const after = await listItems(chain);
        expect(after.map(({ id }) => id)).toEqual(model);
        if (state) expect(after.find(({ id }) => id === postId)?.rank).toBe(state.rank);
        // A client that gets no new ranks may rely on the ones it knows.
        if (state?.rankVec) expect(state.rankVec).toEqual(after);
        else
          expect(after.filter(({ id }) => id !== postId)).toEqual(before.filter(({ id }) => id !== postId));
      }
    }),
    { numRuns: 12 },
  );
  expect(await brokenInvariants(gyan.db, ['a score follows its counts'])).toEqual([]);
});

it('several clients act at once: no card is lost or doubled, and those nobody touched keep their order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(action, { selector: ({ card }) => card, minLength: 3, maxLength: 5 }),
      async (actions) => {
        const chain = await makeChain(gyan.db, { ownerId, cardIds: cards.slice(0, 5) });
        const before = await listItems(chain);
        await Promise.all(actions.map((one) => perform(chain, one, before)));
        const after = (await listItems(chain)).map(({ id }) => id);
        const touched = new Set(actions.map(({ card }) => cards[card]));
        const removed = new Set(
          actions.filter(({ what }) => what === 'remove').map(({ card }) => cards[card]),
        );
        const were = before.map(({ id }) => id);
        const wanted = new Set([...were, ...touched].filter((id) => !removed.has(id)));
        expect(new Set(after)).toEqual(wanted);
        expect(after).toHaveLength(wanted.size);
        expect(after.filter((id) => !touched.has(id))).toEqual(were.filter((id) => !touched.has(id)));
      },
    ),
    { numRuns: 15 },
  );
  expect(await brokenInvariants(gyan.db, ['a score follows its counts'])).toEqual([]);
});
