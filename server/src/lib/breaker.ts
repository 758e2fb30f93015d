/** The other side failed too often lately; it is left alone for a while. */
export class RestingError extends Error {
  override name = 'RestingError';
  readonly restMs: number;

  constructor(restMs: number) {
    super(`Not asked again for ${Math.ceil(restMs / 1000)} s.`);
    this.restMs = restMs;
  }
}

export interface BreakerOptions {
  /** So many failures in a row, and it rests. */
  failures: number;
  restMs: number;
  now?: () => number;
}

/** What became of a call that was let through; the first one said counts. */
export interface Passage {
  succeeded(): void;
  failed(): void;
  /** Neither: whoever asked went away. */
  abandoned(): void;
}

export interface Breaker {
  /** Lets a call through, or throws `RestingError`. After a rest one call goes first; the others wait for what becomes of it. */
  enter(): Passage;
}

export function createBreaker({ failures, restMs, now = Date.now }: BreakerOptions): Breaker {
  let inARow = 0;
  let restsUntil = 0;
  let trying = false;

  return {
    enter() {
      const tired = inARow >= failures;
      if (tired && (trying || now() < restsUntil))
        throw new RestingError(Math.max(restsUntil - now(), 1_000));
      if (tired) trying = true;
      let open = true;
      const settle = (effect: () => void) => () => {
        if (!open) return;
        open = false;
        if (tired) trying = false;
        effect();
      };
      return {
        succeeded: settle(() => {
          inARow = 0;
        }),
        failed: settle(() => {
          inARow += 1;
          if (inARow >= failures) restsUntil = now() + restMs;
        }),
        abandoned: settle(() => {}),
      };
    },
  };
}
