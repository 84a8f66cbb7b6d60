import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/client';

/** `GET /health`: 200 while the database responds, else 503; for monitoring. */
export function serveHealth(app: FastifyInstance, { pool }: Database): void {
  app.get('/health', async (_request, reply) => {
    const database = await pool.query('select 1').then(
      () => 'ok',
      () => 'unreachable',
    );
    const status = database === 'ok' ? 'ok' : 'failing';
    return reply
      .status(status === 'ok' ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status, database });
  });
}
