/** Too much work is waiting. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

/** Runs at most `permits` tasks at once; up to `maxWaiting` others wait in order. */
export function createSemaphore(
  permits: number,
  maxWaiting = Number.POSITIVE_INFINITY,
): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = permits;
  return async (work) => {
    if (free > 0) free -= 1;
    else if (waiting.length >= maxWaiting) throw new QueueFullError('Too much work is waiting already.');
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
