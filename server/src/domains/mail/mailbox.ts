import type { FastifyInstance } from 'fastify';
import type { Config } from '#config.ts';
import type { Db } from '#db/pool.ts';
import { requireDemoKey } from '#http/demo-key.ts';
import { fontFaces } from '#http/font-faces.ts';
import { ProblemError } from '#http/problems.ts';
import type { Markup } from '#lib/html.ts';
import { emailPage, listPage, mailboxCss } from './mailbox-pages.ts';
import { findKeptEmail, type KeptEmailRow, listKeptEmails } from './queries.ts';

const pageCsp =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The e-mail is shown as in a mail client: no scripts, no external images, links open in a new window. */
const frame = 'allow-popups allow-popups-to-escape-sandbox';
/** Pictures are at the public address, which may have another name than the one the mailbox was opened by. */
const emailCsp = ({ publicUrl }: Pick<Config, 'publicUrl'>) =>
  `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' ${new URL(publicUrl).origin}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox ${frame}`;

const listed = 100;

const stylesheet = '/demo/mailbox/style.css';

/**
 * Shows the e-mails of a demo without a mail server. Their links open accounts, so reading them needs the demo's key.
 */
export function mailboxPlugin(
  { db, config }: { db: Db; config: Pick<Config, 'demo' | 'smtpUrl' | 'publicUrl'> },
  key: string,
) {
  return async (app: FastifyInstance): Promise<void> => {
    if (!config.demo || config.smtpUrl !== undefined) return;
    requireDemoKey(app, { key, secure: config.publicUrl.startsWith('https:'), stylesheet });

    const send = (page: Markup) => page.toString();

    app.get('/demo/mailbox', async (_request, reply) => {
      const emails = await listKeptEmails(db, listed);
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', pageCsp)
        .send(send(listPage(emails)));
    });

    app.get(stylesheet, { config: { isOpenInDemo: true } }, async (_request, reply) =>
      reply.type('text/css; charset=utf-8').send((await fontFaces()) + mailboxCss),
    );

    app.get<{ Params: { id: string } }>('/demo/mailbox/:id', async (request, reply) => {
      const email = await getEmail(db, request.params.id);
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', pageCsp)
        .send(send(emailPage(email, frame)));
    });

    app.get<{ Params: { id: string } }>('/demo/mailbox/:id/html', async (request, reply) => {
      const email = await getEmail(db, request.params.id);
      // This header does not apply to a sandboxed document, whose origin is opaque.
      reply.removeHeader('origin-agent-cluster');
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', emailCsp(config))
        .header('x-frame-options', 'SAMEORIGIN')
        .send(email.html);
    });
  };
}

async function getEmail(db: Db, id: string): Promise<KeptEmailRow & { html: string }> {
  const email = /^\d{1,15}$/.test(id) ? await findKeptEmail(db, Number(id)) : undefined;
  if (!email) throw new ProblemError('not_found', 'This e-mail is not here any more.');
  return email;
}
