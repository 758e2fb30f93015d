export interface Failure {
  /** Short and without addresses, for logs. */
  code: string;
  /** The mail server's reply, for the outbox row only. */
  summary: string;
  /** The server permanently refuses this recipient. */
  final: boolean;
}

const firstDelayMs = 20_000;
const longestDelayMs = 30 * 60_000;
const persistMs = 24 * 3_600_000;
const finalAttempts = 5;

/**
 * Retries after 20 s, doubling up to half an hour, for a day. A permanent refusal is retried five times in five
 * minutes, since misconfigured servers send these too.
 */
export function nextAttempt(input: {
  now: Date;
  /** Failed attempts so far. */
  made: number;
  giveUpAt: Date | null;
  failure: Failure;
}): { giveUpAt: Date; runAt: Date | undefined } {
  const { now, made, failure } = input;
  const giveUpAt = input.giveUpAt ?? new Date(now.getTime() + persistMs);
  const delay = Math.min(firstDelayMs * 2 ** (made - 1), longestDelayMs);
  const runAt = new Date(now.getTime() + delay);
  const over = runAt > giveUpAt || (failure.final && made >= finalAttempts);
  return { giveUpAt, runAt: over ? undefined : runAt };
}

export function describeFailure(error: unknown): Failure {
  const { code, command, responseCode, message } = (error ?? {}) as {
    code?: unknown;
    command?: unknown;
    responseCode?: unknown;
    message?: unknown;
  };
  const parts = [code, command, responseCode].filter(
    (part) => typeof part === 'string' || typeof part === 'number',
  );
  return {
    code: parts.join(' ') || 'unknown',
    summary: String(message ?? error).slice(0, 500),
    final: command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500,
  };
}
