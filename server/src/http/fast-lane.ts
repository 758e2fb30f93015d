import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { calls } from '@gyan/contract/calls.ts';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { countedAddress } from './addresses.ts';
import { type ByteCache, chooseReady, isPage, type ReadyAnswer } from './byte-cache.ts';
import type { Limiter } from './limits.ts';
import type { Metrics } from './metrics.ts';
import { hasWritten } from './own-writes.ts';
import { pageKey, redirectType } from './pages.ts';
import { apiBase } from './serve.ts';
import { namesTwoHosts } from './server.ts';

export interface FastLaneOptions {
  cache: ByteCache;
  limiter: Limiter;
  metrics: Metrics;
  log: Logger;
  /** What every answer carries. */
  headers: Record<string, string>;
}

/** As they are written in the contract: the framework understands many spellings of an address, and would count all of them as one. */
const routes = new Set(
  Object.keys(calls).flatMap((key) => (key.startsWith('GET ') ? `${apiBase}${key.slice(4)}` : [])),
);

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Answers what is kept before the framework sees the request, which would take longer to lead it to the same bytes than everything else takes.
 * Only the plain case: whatever is not kept, or refused, or not ready in the visitor's encoding, goes the usual way and is told there. For sites
 * without a proxy, whose word on the visitor's address the framework reads.
 */
export function openFastLane(app: FastifyInstance, options: FastLaneOptions): void {
  const server: Server = app.server;
  const [serve] = server.listeners('request') as Serve[];
  if (!serve) throw new Error('The server has nobody who answers.');
  server.removeListener('request', serve);
  // Whoever is on the way out, or out of breath, is dealt with there.
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  const isBusy = () => isClosing || (app.hasDecorator('isUnderPressure') && app.isUnderPressure());
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (isBusy() || !answerKept(app, options, request, response)) serve(request, response);
  });
}

function answerKept(
  app: FastifyInstance,
  { cache, limiter, metrics, log, headers }: FastLaneOptions,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { method, url = '' } = request;
  if (method !== 'GET' || hasWritten(request)) return false;
  const isCall = url.startsWith('/api/');
  const entry = cache.peek(isCall ? url : pageKey(url));
  if (!entry || entry.contentType === redirectType) return false;
  const route = isCall ? (url.split('?', 1)[0] ?? '') : '/*';
  if (isCall && !routes.has(route)) return false;
  const chosen = chooseReady(entry, request.headers);
  if (!chosen || namesTwoHosts(request.rawHeaders)) return false;
  try {
    limiter.countRequest(countedAddress(request.socket.remoteAddress ?? ''));
  } catch {
    return false;
  }
  const begun = performance.now();
  const id = app.nextRequestId();
  const head = (chosen.head ??= headOf(chosen, isPage(entry), headers));
  head[1] = id;
  response.writeHead(chosen.status, head);
  response.end(chosen.bytes);
  const ms = performance.now() - begun;
  metrics.count({ method, route, status: chosen.status }, ms / 1000);
  if (log.isLevelEnabled('info')) {
    const line = { reqId: id, method, route, status: chosen.status, ms: Math.round(ms * 10) / 10 };
    log.info(line, 'answered');
  }
  return true;
}

/** Names and values by turns, beginning with the id of the request, which is filled in each time. */
function headOf(chosen: ReadyAnswer, isPage: boolean, headers: Record<string, string>): string[] {
  const carried = chosen.status === 304 && !isPage ? {} : headers;
  return Object.entries({ 'x-request-id': '', ...carried, ...chosen.headers }).flat();
}
