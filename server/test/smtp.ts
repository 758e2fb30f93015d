import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/**
 * How the mail server handles an e-mail.
 *
 * - `accept`: accepts it
 * - `refuse`: temporary error
 * - `reject`: the recipient does not exist
 * - `drop`: accepts it and closes the connection before confirming
 * - `hang`: never responds
 */
export type SmtpMode = 'accept' | 'refuse' | 'reject' | 'drop' | 'hang';

export interface TestSmtp {
  url: string;
  /** Accepted e-mails, including `drop`, in order of arrival. */
  emails: ParsedMail[];
  mode: SmtpMode;
  /** Recipients that got no response because of `hang`. */
  hanging: number;
  /** Resolves once this many e-mails are accepted. */
  received(count: number): Promise<ParsedMail[]>;
  stop(): Promise<void>;
}

/** A real mail server on loopback; pass `port` to restart one that was stopped. */
export async function startSmtp(port = 0): Promise<TestSmtp> {
  const waiting: { count: number; resolve: () => void }[] = [];
  const smtp: TestSmtp = {
    url: '',
    emails: [],
    mode: 'accept',
    hanging: 0,
    async received(count) {
      if (smtp.emails.length < count) {
        await new Promise<void>((resolve) => waiting.push({ count, resolve }));
      }
      return smtp.emails;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 50,
    onRcptTo(_address, _session, done) {
      if (smtp.mode === 'hang') smtp.hanging += 1;
      else if (smtp.mode === 'reject') done(withCode('No such user here', 550));
      else if (smtp.mode === 'refuse') done(withCode('Please try again later', 451));
      else done();
    },
    onData(stream, session, done) {
      const settle = (email: ParsedMail) => {
        smtp.emails.push(email);
        if (smtp.mode === 'drop') {
          const connections = server.connections as Set<{ id: string; _socket: { destroy(): void } }>;
          for (const connection of connections)
            if (connection.id === session.id) connection._socket.destroy();
        } else {
          done();
        }
        for (const { resolve } of waiting.filter(({ count }) => smtp.emails.length >= count)) resolve();
      };
      void simpleParser(stream).then(settle);
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  smtp.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  return smtp;
}

function withCode(message: string, responseCode: number): Error {
  return Object.assign(new Error(message), { responseCode });
}
