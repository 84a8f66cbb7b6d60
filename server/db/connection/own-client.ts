import pg from 'pg';

/**
 * A connection of one's own beside the pool's, not connected yet. When it is lost between two queries, the next one
 * fails: unheard, the loss would end the process.
 */
export function ownClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client(config);
  client.on('error', () => {});
  return client;
}
