import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#config.ts';
import type { Db } from '#db/pool.ts';
import { ProblemError } from '#http/problems.ts';
import type { Markup } from '#lib/html.ts';
import { letterPage, listPage, mailboxCss } from './mailbox-pages.ts';
import { findKeptLetter, type KeptLetterRow, listKeptLetters } from './queries.ts';

const pageCsp =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The letter is shown as a mail program would: no script, no outside picture, links open in a new window. */
const frame = 'allow-popups allow-popups-to-escape-sandbox';
const letterCsp = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox ${frame}`;

const listed = 100;

/**
 * Where a newcomer without a mail server reads the letters Gyan would have sent. They let whoever reads them into an
 * account, so only somebody who sits at this machine sees them.
 */
export function mailboxPlugin(deps: { db: Db; config: Pick<Config, 'demo' | 'smtpUrl'> }) {
  return async (app: FastifyInstance): Promise<void> => {
    if (!deps.config.demo || deps.config.smtpUrl !== undefined) return;
    const { db } = deps;

    app.addHook('onRequest', async (request, reply) => {
      if (!isLocal(request)) throw new ProblemError('not_found', 'There is nothing at this address.');
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
    });

    const send = (page: Markup) => page.toString();

    app.get('/demo/mailbox', async (_request, reply) => {
      const letters = await listKeptLetters(db, listed);
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', pageCsp)
        .send(send(listPage(letters)));
    });

    app.get('/demo/mailbox/style.css', async (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(mailboxCss),
    );

    app.get<{ Params: { id: string } }>('/demo/mailbox/:id', async (request, reply) => {
      const letter = await getLetter(db, request.params.id);
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', pageCsp)
        .send(send(letterPage(letter, frame)));
    });

    app.get<{ Params: { id: string } }>('/demo/mailbox/:id/html', async (request, reply) => {
      const letter = await getLetter(db, request.params.id);
      // A sandboxed document has no origin of its own to ask this for.
      reply.removeHeader('origin-agent-cluster');
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', letterCsp)
        .header('x-frame-options', 'SAMEORIGIN')
        .send(letter.html);
    });
  };
}

async function getLetter(db: Db, id: string): Promise<KeptLetterRow & { html: string }> {
  const letter = /^\d{1,15}$/.test(id) ? await findKeptLetter(db, Number(id)) : undefined;
  if (!letter) throw new ProblemError('not_found', 'This letter is not here, or not any more.');
  return letter;
}

const forwarded = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

/**
 * The connection itself must come from this machine, not through a proxy on it, and the address typed must be this
 * machine's too: a page elsewhere whose name leads to 127.0.0.1 must not read the mailbox.
 */
export function isLocal(request: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  const address = request.socket.remoteAddress ?? '';
  const { host = '' } = request.headers;
  return (
    /^(?:::ffff:)?127\.|^::1$/.test(address) &&
    /^(?:localhost|[a-z0-9-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host) &&
    forwarded.every((name) => request.headers[name] === undefined)
  );
}
