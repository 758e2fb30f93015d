import type { LinkState } from '@gyan/contract/links.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changed, placeAt, type RankedChange, RankedChanges } from './ranked-changes.ts';
import { inOrder } from './ranks.ts';

interface Item {
  id: number;
  rank?: number | null | undefined;
}

const items = (...ids: number[]): Item[] => ids.map((id, at) => ({ id, rank: at + 1 }));
const ids = (list: readonly Item[]) => list.map(({ id }) => id);

const away = new Error('away');

/** A list on a server that responds on command, and the browser's view of it. */
function listOnServer(...start: number[]) {
  let onServer = items(...start);
  let confirmed: readonly Item[] = items(...start);
  const open: { request: string; answer: () => void; fail: () => void }[] = [];
  const refusals: string[] = [];
  let outdated = 0;
  const later = <T>(request: string, work: () => T) =>
    new Promise<T>((resolve, reject) => {
      open.push({ request, answer: () => resolve(work()), fail: () => reject(away) });
    });
  const put = (id: number, rank: number): LinkState => {
    onServer = inOrder([...onServer.filter((item) => item.id !== id), { id, rank }]);
    return { rank };
  };
  const changes = new RankedChanges<Item>({
    confirmed: () => confirmed,
    setConfirmed: (list) => {
      confirmed = list;
    },
    link: (id, rank) => later(`put ${id} at ${rank}`, () => put(id, rank)),
    unlink: (id) =>
      later(`remove ${id}`, () => {
        onServer = onServer.filter((item) => item.id !== id);
      }),
    onRefused: ({ kind, item: { id } }, error) => refusals.push(`${kind} ${id}: ${(error as Error).message}`),
    onOutdated: () => {
      outdated += 1;
    },
  });
  const shown = () => changes.state().pending.reduce<readonly Item[]>(changed, confirmed);
  return {
    changes,
    open,
    refusals,
    shown,
    confirmed: () => confirmed,
    onServer: () => onServer,
    outdated: () => outdated,
    move: (id: number, to: number) => {
      const others = shown().filter((item) => item.id !== id);
      return changes.make({ kind: 'place', item: { id }, place: placeAt(others, to) });
    },
    remove: (id: number) => changes.make({ kind: 'remove', item: { id } }),
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('a change', () => {
  const list = items(1, 2, 3);
  const place = (id: number, above?: number, below?: number): RankedChange<Item> => ({
    kind: 'place',
    item: { id },
    place: { above, below },
  });

  it('holds on to the neighbour that is left', () => {
    expect(ids(changed(list, place(9, 1, 2)))).toEqual([1, 9, 2, 3]);
    expect(ids(changed(list, place(9, 7, 2)))).toEqual([1, 9, 2, 3]);
    expect(ids(changed(list, place(9, 7, 8)))).toEqual([1, 2, 3, 9]);
    expect(ids(changed(list, place(3, undefined, 1)))).toEqual([3, 1, 2]);
  });

  it('made twice is made once', () => {
    for (const change of [place(9, 1, 2), place(1, 3), { kind: 'remove', item: { id: 2 } } as const]) {
      const once = changed(list, change);
      expect(changed(once, change)).toEqual(once);
    }
  });
});

describe('somebody who puts a list in order', () => {
  it('sees it at once and is told when it is kept', async () => {
    const { changes, open, move, shown, confirmed } = listOnServer(1, 2, 3);
    const done = move(3, 1);
    expect(ids(shown())).toEqual([1, 3, 2]);
    expect(changes.state().saving).toBe('saving');
    expect(ids(confirmed())).toEqual([1, 2, 3]);
    expect(open.map(({ request }) => request)).toEqual(['put 3 at 1.5']);
    open[0]?.answer();
    await done;
    expect(changes.state()).toEqual({ pending: [], saving: 'saved' });
    expect(confirmed()).toEqual([
      { id: 1, rank: 1 },
      { id: 3, rank: 1.5 },
      { id: 2, rank: 2 },
    ]);
    changes.rest();
    expect(changes.state().saving).toBe('rest');
  });

  it('sends one change after the other, each ranked by what came before', async () => {
    const { open, move, onServer, shown } = listOnServer(1, 2, 3);
    const done = move(3, 0);
    void move(2, 0);
    expect(open).toHaveLength(1);
    open[0]?.answer();
    await settle();
    expect(open.map(({ request }) => request)).toEqual(['put 3 at 0', 'put 2 at -1']);
    open[1]?.answer();
    await done;
    expect(ids(onServer())).toEqual([2, 3, 1]);
    expect(ids(shown())).toEqual([2, 3, 1]);
  });

  it('many times over sends the first place and the last', async () => {
    const { open, move, onServer } = listOnServer(1, 2, 3, 4, 5);
    const done = move(1, 1);
    for (const to of [2, 3, 4]) void move(1, to);
    open[0]?.answer();
    await settle();
    open[1]?.answer();
    await done;
    expect(open.map(({ request }) => request)).toEqual(['put 1 at 2.5', 'put 1 at 6']);
    expect(ids(onServer())).toEqual([2, 3, 4, 5, 1]);
  });

  it('sees only what was refused put back, with the reason', async () => {
    const { changes, open, move, remove, shown, refusals, onServer, outdated } = listOnServer(1, 2, 3);
    const done = move(3, 0);
    void remove(2);
    expect(ids(shown())).toEqual([3, 1]);
    open[0]?.fail();
    await settle();
    expect(refusals).toEqual(['place 3: away']);
    expect(ids(shown())).toEqual([1, 3]);
    open[1]?.answer();
    await done;
    expect(ids(onServer())).toEqual([1, 3]);
    expect(changes.state().saving).toBe('saved');
    expect(outdated()).toBe(1);
  });

  it('does not hear “saved” about what was refused', async () => {
    const { changes, open, move } = listOnServer(1, 2);
    const done = move(2, 0);
    open[0]?.fail();
    await done;
    expect(changes.state()).toEqual({ pending: [], saving: 'rest' });
  });

  it('gets the order of a list that the server had to renumber', async () => {
    let confirmed: readonly Item[] = items(1, 2, 3);
    let outdated = false;
    const changes = new RankedChanges<Item>({
      confirmed: () => confirmed,
      setConfirmed: (list) => {
        confirmed = list;
      },
      link: () => Promise.resolve({ rank: 2, rankVec: [1, 9, 3, 2].map((id, at) => ({ id, rank: at + 1 })) }),
      unlink: () => Promise.resolve(),
      onRefused: () => undefined,
      onOutdated: () => {
        outdated = true;
      },
    });
    await changes.make({ kind: 'place', item: { id: 9 }, place: { above: 1, below: 2 } });
    expect(confirmed).toEqual([1, 9, 3, 2].map((id, at) => ({ id, rank: at + 1 })));
    expect(outdated).toBe(false);
    await changes.make({ kind: 'remove', item: { id: 9 } });
    // Another client has added 9 again.
    await changes.make({ kind: 'place', item: { id: 2 }, place: { above: 1, below: 3 } });
    expect(outdated).toBe(true);
  });
});

type Step =
  | { kind: 'move'; id: number; to: number }
  | { kind: 'remove'; id: number }
  | { kind: 'reply'; fails: boolean };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), id: fc.nat(7), to: fc.nat(7) }),
  fc.record({ kind: fc.constant('remove' as const), id: fc.nat(7) }),
  fc.record({ kind: fc.constant('reply' as const), fails: fc.boolean() }),
);

it('whatever is done and whatever fails, what is shown in the end is what the server keeps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 25 }), async (steps) => {
      const { changes, open, move, remove, shown, confirmed, onServer } = listOnServer(0, 1, 2, 3);
      const reply = async (fails: boolean) => {
        const request = open.shift();
        if (fails) request?.fail();
        else request?.answer();
        await settle();
      };
      for (const step of steps) {
        // Steps run in order.
        // oxlint-disable-next-line no-await-in-loop
        if (step.kind === 'reply') await reply(step.fails);
        else if (step.kind === 'remove') void remove(step.id);
        else {
          const to = Math.min(step.to, shown().filter(({ id }) => id !== step.id).length);
          void move(step.id, to);
          expect(shown()[to]?.id).toBe(step.id);
        }
      }
      // oxlint-disable-next-line no-await-in-loop
      while (open.length > 0) await reply(false);
      expect(changes.state().pending).toEqual([]);
      expect(confirmed()).toEqual(onServer());
      expect(new Set(ids(onServer())).size).toBe(onServer().length);
    }),
    { numRuns: 150 },
  );
});
