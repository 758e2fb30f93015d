import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Asked, ask } from './client.ts';

/** People who go on with what has nothing to do with a fault, and how long they wait for it. */
export interface Bystanders {
  /** Milliseconds, in the order they were answered. */
  waited: number[];
  /** Answers other than 200, and none at all. */
  refused: string[];
  end(): Promise<void>;
}

export interface Question {
  path: string;
  asked?: Asked;
}

/** Asks one question after the other in turn, every `paceMs`, until it is told to end. */
export function watch(base: string, questions: readonly Question[], paceMs = 20): Bystanders {
  const ending = new AbortController();
  const bystanders: Bystanders = {
    waited: [],
    refused: [],
    async end() {
      ending.abort();
      await asking;
    },
  };
  const asking = (async () => {
    for (let turn = 0; !ending.signal.aborted; turn += 1) {
      const question = questions[turn % questions.length];
      if (!question) return;
      const { path, asked } = question;
      const answer = await ask(base, path, asked).catch((error: Error) => error);
      if (answer instanceof Error) bystanders.refused.push(`${path}: ${answer.message}`);
      else if (answer.status === 200) bystanders.waited.push(answer.ms);
      else bystanders.refused.push(`${path}: ${answer.status}`);
      await sleep(paceMs);
    }
  })();
  return bystanders;
}

export function quantile(samples: readonly number[], part: number): number {
  const sorted = samples.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * part) / 100))] ?? Number.NaN;
}

/** An answer that says “not now”, and when to come back. */
export function saysComeBack(answer: Answer | Error): boolean {
  return !(answer instanceof Error) && answer.status === 503 && Number(answer.headers.get('retry-after')) > 0;
}

export function inWords(answer: Answer | Error): string {
  if (answer instanceof Error) return `no answer (${answer.message})`;
  return `${answer.status} after ${Math.round(answer.ms)} ms, Retry-After ${answer.headers.get('retry-after')}`;
}
