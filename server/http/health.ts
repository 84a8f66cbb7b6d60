import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/client';

/**
 * `GET /health`: 200 while the database responds, else 503; for monitoring. `failedJobs` were given up in the last day: to
 * be looked into, which support staff can at `/support/failed-jobs`.
 */
export function serveHealth(app: FastifyInstance, { pool }: Database): void {
  app.get('/health', async (_request, reply) => {
    const read = pool.query<{ count: number }>(
      `select count(*)::int as count from failed_jobs where failed_at > now() - interval '1 day'`,
    );
    const [database, failedJobs] = await read.then(
      ({ rows }) => ['ok', rows[0]?.count ?? 0] as const,
      () => ['unreachable', null] as const,
    );
    const status = database === 'ok' ? 'ok' : 'failing';
    return reply
      .status(status === 'ok' ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status, database, failedJobs });
  });
}
