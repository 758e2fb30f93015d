import pg from 'pg';

/**
 * A connection of its own, outside of the pools. If it breaks, the next statement fails; without a listener the error
 * would end the process.
 */
export function newClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client(config);
  client.on('error', () => {});
  return client;
}
