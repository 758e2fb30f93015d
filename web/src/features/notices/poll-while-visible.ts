/** A tab that becomes visible often gets the focus in the same moment. */
const sameMoment = 1_000;

/**
 * Asks now, in this interval while the page is visible, and when it becomes visible or gets the focus. Failures are
 * ignored: the next request tries again. Returns a function that stops it and aborts a running request.
 */
export function pollWhileVisible(ask: (signal: AbortSignal) => Promise<void>, everyMs: number): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking = false;

  const look = async () => {
    clearTimeout(timer);
    if (document.visibilityState !== 'visible') return;
    timer = setTimeout(() => void look(), everyMs);
    if (asking || performance.now() - askedAt < sameMoment) return;
    askedAt = performance.now();
    asking = true;
    await ask(signal).catch(() => undefined);
    asking = false;
  };

  document.addEventListener('visibilitychange', () => void look(), { signal });
  addEventListener('focus', () => void look(), { signal });
  void look();
  return () => {
    stopped.abort();
    clearTimeout(timer);
  };
}
