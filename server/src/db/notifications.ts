import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { newClient } from './new-client.ts';

export interface Notifications {
  /** Also calls the handler whenever listening begins again, because notifications may have been lost meanwhile. */
  on(channel: string, handler: () => void): void;
  close(): Promise<void>;
}

const heartbeatMs = 15_000;

/** One listening connection per process; it reconnects when the connection breaks. */
export async function openNotifications(
  url: string,
  log: Pick<Logger, 'warn' | 'error'>,
): Promise<Notifications> {
  const handlers = new Map<string, Set<() => void>>();
  const listening = new Set<string>();
  const closing = new AbortController();
  const tried = Promise.withResolvers<void>();
  let current: Client | undefined;

  const notify = (channel: string) => {
    for (const handler of handlers.get(channel) ?? []) {
      try {
        handler();
      } catch (error) {
        log.error({ err: error, channel }, 'a notification handler failed');
      }
    }
  };

  const listen = async (client: Client, channel: string) => {
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    listening.add(channel);
    notify(channel);
  };

  /** Resolves when the connection breaks. */
  const serve = async () => {
    const client = newClient({
      connectionString: url,
      application_name: 'gyan notifications',
      connectionTimeoutMillis: 3_000,
      query_timeout: 5_000,
      keepAlive: true,
    });
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve);
    });
    client.on('notification', ({ channel }) => notify(channel));
    try {
      await client.connect();
      current = client;
      tried.resolve();
      for (const channel of handlers.keys()) await listen(client, channel);
      // A broken network reports no error, so a heartbeat checks the connection.
      while (!closing.signal.aborted && (await beat(ended, closing.signal))) await client.query('select');
    } finally {
      current = undefined;
      listening.clear();
      await client.end().catch(() => {});
    }
  };

  const keepServing = async () => {
    let pause = 50;
    while (!closing.signal.aborted) {
      const since = performance.now();
      await serve().catch((error: Error) => log.warn({ err: error }, 'listening for notifications failed'));
      tried.resolve();
      pause = performance.now() - since > 5_000 ? 50 : Math.min(pause * 2, 2_000);
      await sleep(pause, undefined, { signal: closing.signal }).catch(() => {});
    }
  };
  const served = keepServing();
  await tried.promise;

  return {
    on(channel, handler) {
      const known = handlers.get(channel);
      if (known) {
        known.add(handler);
        if (listening.has(channel)) handler();
      } else {
        handlers.set(channel, new Set([handler]));
        // If this fails the connection is broken, and the next one listens to every channel.
        if (current) listen(current, channel).catch(() => current?.end());
      }
    },
    async close() {
      closing.abort();
      await served;
    },
  };
}

/** Waits for the next heartbeat; false if the connection ended or is being closed. */
async function beat(ended: Promise<void>, signal: AbortSignal): Promise<boolean> {
  const rest = new AbortController();
  const due = sleep(heartbeatMs, true, { signal: AbortSignal.any([rest.signal, signal]) }).catch(() => false);
  const goesOn = await Promise.race([due, ended.then(() => false)]);
  rest.abort();
  return goesOn;
}
