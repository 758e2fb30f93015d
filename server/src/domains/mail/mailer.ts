import { createTransport, type Transporter } from 'nodemailer';
import type { Config } from '#config.ts';

export interface OutgoingEmail {
  recipient: string;
  subject: string;
  html: string;
  text: string;
  message_id: string;
  unsubscribe_url: string | null;
}

export type Mailer =
  | { mode: 'smtp'; send(email: OutgoingEmail, signal: AbortSignal): Promise<void>; close(): void }
  /** `demo`: e-mails stay in the demo mailbox. `off`: they wait for SMTP settings. */
  | { mode: 'demo' | 'off'; close(): void };

export interface MailerOptions {
  /** Timeout for sending one e-mail; timeouts of the single steps are below. */
  sendMs?: number;
}

export function openMailer(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'demo'>,
  { sendMs = 30_000 }: MailerOptions = {},
): Mailer {
  const { smtpUrl, mailFrom } = config;
  if (smtpUrl === undefined) return { mode: config.demo ? 'demo' : 'off', close() {} };
  let transport = openTransport(smtpUrl);
  return {
    mode: 'smtp',
    async send(email, signal) {
      const timeout = AbortSignal.timeout(sendMs);
      const used = transport;
      const sending = used.sendMail({
        from: mailFrom,
        // As an object: a string would be parsed as a list of addresses.
        to: { name: '', address: email.recipient },
        subject: email.subject,
        html: email.html,
        text: email.text,
        messageId: email.message_id,
        headers: { 'Auto-Submitted': 'auto-generated', ...listHeaders(email) },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        await unlessAborted(sending, AbortSignal.any([signal, timeout]));
      } catch (error) {
        // The connection may hang forever, so its pool is replaced.
        if (timeout.aborted && used === transport) {
          transport = openTransport(smtpUrl);
          used.close();
        }
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

/** RFC 8058: mail programs offer to stop such e-mails with one press. */
function listHeaders({ unsubscribe_url: url }: OutgoingEmail): Record<string, string> {
  if (url === null) return {};
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

function openTransport(url: string): Transporter {
  return createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 15_000,
    dnsTimeout: 5_000,
  });
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(new Error('The e-mail was not accepted in time.'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
