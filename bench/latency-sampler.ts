import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface SamplerOptions {
  cardIds: number[];
  url: string;
  token: string;
}

export interface SamplerResult {
  /** Milliseconds of each successful request. */
  times: number[];
  failed: number;
}

export type SamplerCommand = 'begin' | 'end';

export interface LatencySampler {
  /** Sends requests at a fixed rate until `work` settles. */
  sampleDuring(work: Promise<unknown>): Promise<SamplerResult>;
  end(): void;
}

const processFile = fileURLToPath(new URL('latency-sampler-process.ts', import.meta.url));

/** Sends from a small process: garbage collections of a large one would add tens of milliseconds to the latency. */
export function openLatencySampler(options: SamplerOptions): LatencySampler {
  const child = fork(processFile, [JSON.stringify(options)], { execArgv: [] });
  const exited = once(child, 'exit').then((): never => {
    throw new Error('The latency sampler has ended.');
  });
  exited.catch(() => {});
  // A failed send is reported by the exit event.
  child.on('error', () => {});
  return {
    async sampleDuring(work) {
      child.send('begin' satisfies SamplerCommand);
      try {
        await work;
      } finally {
        child.send('end' satisfies SamplerCommand);
      }
      const [result] = (await Promise.race([once(child, 'message'), exited])) as [SamplerResult];
      return result;
    },
    end: () => child.disconnect(),
  };
}
