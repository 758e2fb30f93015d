/** The circuit is open: the other server failed too often and is not called for a while. */
export class CircuitOpenError extends Error {
  override name = 'CircuitOpenError';
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super(`Not asked again for ${Math.ceil(retryAfterMs / 1000)} s.`);
    this.retryAfterMs = retryAfterMs;
  }
}

export interface CircuitBreakerOptions {
  /** This many failures in a row open the circuit. */
  failures: number;
  openMs: number;
  now?: () => number;
}

/** Reports the outcome of a call; only the first report counts. */
export interface Attempt {
  succeeded(): void;
  failed(): void;
  /** The caller cancelled: neither success nor failure. */
  abandoned(): void;
}

export interface CircuitBreaker {
  /**
   * Allows a call, or throws `CircuitOpenError`. After `openMs` one trial call is allowed; the others are refused until
   * it ends.
   */
  enter(): Attempt;
}

export function createCircuitBreaker({
  failures,
  openMs,
  now = Date.now,
}: CircuitBreakerOptions): CircuitBreaker {
  let failuresInARow = 0;
  let openUntil = 0;
  let hasTrial = false;

  return {
    enter() {
      const isOpen = failuresInARow >= failures;
      if (isOpen && (hasTrial || now() < openUntil))
        throw new CircuitOpenError(Math.max(openUntil - now(), 1_000));
      if (isOpen) hasTrial = true;
      let isReported = false;
      const report = (effect: () => void) => () => {
        if (isReported) return;
        isReported = true;
        if (isOpen) hasTrial = false;
        effect();
      };
      return {
        succeeded: report(() => {
          failuresInARow = 0;
        }),
        failed: report(() => {
          failuresInARow += 1;
          if (failuresInARow >= failures) openUntil = now() + openMs;
        }),
        abandoned: report(() => {}),
      };
    },
  };
}
