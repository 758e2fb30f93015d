import type { FastifyReply } from 'fastify';

/** Aborts when the client disconnects before it has the whole answer. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  const close = () => {
    if (!raw.writableFinished) disconnected.abort();
  };
  if (raw.closed) close();
  else raw.once('close', close);
  return disconnected.signal;
}
