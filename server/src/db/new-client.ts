import pg from 'pg';

/**
 * A connection of its own, outside of the pools. If it breaks, it emits `end` and the next statement fails. Without a
 * listener for `error` the process would end.
 */
export function newClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client(config);
  client.on('error', () => {});
  return client;
}
