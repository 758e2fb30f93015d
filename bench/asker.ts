import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** About what, where and as whom. */
export interface Asks {
  cardIds: number[];
  url: string;
  token: string;
}

export interface Asked {
  /** How many milliseconds each answer took. */
  times: number[];
  refused: number;
}

export type Told = 'begin' | 'end';

export interface Asker {
  /** In the rhythm of people, until what happens meanwhile is over. */
  askDuring(meanwhile: Promise<unknown>): Promise<Asked>;
  end(): void;
}

const processFile = fileURLToPath(new URL('asker-process.ts', import.meta.url));

/** Asks from a small process: a large one sweeps its memory for tens of milliseconds, and whoever was asked would seem to have taken them. */
export function openAsker(asks: Asks): Asker {
  const child = fork(processFile, [JSON.stringify(asks)], { execArgv: [] });
  const ended = once(child, 'exit').then((): never => {
    throw new Error('The process that asks has ended.');
  });
  ended.catch(() => {});
  // What cannot be told to a process that is gone: its end says it.
  child.on('error', () => {});
  return {
    async askDuring(meanwhile) {
      child.send('begin' satisfies Told);
      try {
        await meanwhile;
      } finally {
        child.send('end' satisfies Told);
      }
      const [asked] = (await Promise.race([once(child, 'message'), ended])) as [Asked];
      return asked;
    },
    end: () => child.disconnect(),
  };
}
