import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import underPressure from '@fastify/under-pressure';
import { inputLimits } from '@gyan/contract/limits.ts';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import { hasUtf8Query, installJsonBodies } from './bodies.ts';
import { type HeaderOptions, installHeaders } from './headers.ts';
import { livenessUrl } from './health.ts';
import { installProblems, ProblemError, sendProblem, toProblem } from './problems.ts';

export interface ServerOptions {
  log: Logger;
  trustedProxies: string[];
  /** Refuses requests while the event loop is delayed by a second; off in development. */
  shedsLoad: boolean;
  /** Without them answers have no security headers; for tests. */
  headers?: HeaderOptions;
}

/** How often Node checks connections for timeouts. */
const checkMs = 1_000;
const headersTimeoutMs = 10_000 - checkMs;
const bodyTimeoutMs = 30_000;
const uploadTimeoutMs = 60_000 - checkMs;

/** Fastify with our limits, errors and log lines, without routes. */
export async function createHttpServer({
  log,
  trustedProxies,
  shedsLoad,
  headers,
}: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit: inputLimits.multipartBytes,
    requestTimeout: uploadTimeoutMs,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    http: {
      maxHeaderSize: inputLimits.headerBytes,
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: checkMs,
    },
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    clientErrorHandler,
    // A malformed address does not reach the error handler.
    frameworkErrors: (error, request, reply) => void sendProblem(request, reply, toProblem(error)),
  }) as unknown as FastifyInstance;
  // Before every check, so that refusals carry the headers too.
  if (headers) await installHeaders(app, headers);

  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installProblems(app);
  // No call accepts plain text.
  app.removeContentTypeParser('text/plain');
  installJsonBodies(app);
  await app.register(cookie);
  // For answers that are not cached; cached ones are compressed already.
  await app.register(compress, {
    global: true,
    threshold: 1_024,
    encodings: ['br', 'gzip'],
    zlibOptions: { level: 4 },
  });
  if (shedsLoad) await app.register(underPressure, pressureOn(app));

  // Hooks of every request use callbacks: a cached answer costs less than a few promises.
  app.addHook('onRequest', (request, reply, done) => {
    // Skip the work if the client disconnected: it has no address any more, by which limits count.
    if (request.socket.remoteAddress === undefined) {
      reply.hijack();
      request.raw.destroy();
      return;
    }
    reply.header('x-request-id', request.id);
    if (namesTwoHosts(request.raw.rawHeaders)) {
      reply.header('connection', 'close');
      return done(new ProblemError('invalid_input', 'A request names one host.'));
    }
    if (request.url.length > inputLimits.urlBytes) return done(new ProblemError('uri_too_long'));
    if (!hasUtf8Query(request.url)) {
      return done(new ProblemError('invalid_input', 'The query of this address is not valid UTF-8.'));
    }
    return done();
  });
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const upload = request.headers['content-type']?.startsWith('multipart/') ?? false;
    if (!upload && request.method !== 'GET' && request.method !== 'HEAD') {
      const timer = setTimeout(() => request.raw.destroy(), bodyTimeoutMs).unref();
      payload.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
    }
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    // The pattern of the route, because addresses contain tokens.
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: request.viewer?.userId,
      },
      'answered',
    );
    done();
  });
  return app;
}

/** Node uses the first `Host` header; a proxy may use the other. */
function namesTwoHosts(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
}

/** The start blocks the event loop, which must not refuse the first requests. */
const graceMs = 2_500;

function pressureOn(app: FastifyInstance) {
  let activeFrom = Number.POSITIVE_INFINITY;
  app.addHook('onListen', async () => {
    activeFrom = performance.now() + graceMs;
  });
  return {
    maxEventLoopDelay: 1_000,
    async pressureHandler({ url }: { url: string }): Promise<void> {
      // An overloaded process is alive; a restart would add load.
      if (url === livenessUrl || performance.now() < activeFrom) return;
      throw new ProblemError('unavailable', undefined, { retryAfter: 5 });
    },
  };
}

/** Requests that Node cannot parse: too many headers, or not HTTP. */
function clientErrorHandler(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const line =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  socket.end(`HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
