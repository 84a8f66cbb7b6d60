import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/client';

type Settings = { pool: Database['pool']; isDraining: () => boolean };

/**
 * `GET /health`: 200 while the database responds, else 503; for monitoring. `failedJobs` were given up in the last day: to
 * be looked into, which support staff can at `/support/failed-jobs`. `GET /ready`: 200 while this process takes traffic, for
 * what divides it among processes; one that stops says no before it closes.
 */
export function serveHealth(app: FastifyInstance, { pool, isDraining }: Settings): void {
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

  app.get('/ready', async (_request, reply) => {
    const status = isDraining() ? 'stopping' : await pool.query(HAS_SCHEMA).then(ready, ready);
    return reply
      .status(status === 'ready' ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status });
  });
}

/** Whether the database responds and has the platform's tables. */
const HAS_SCHEMA = `select to_regclass('failed_jobs') is not null as is_migrated`;

function ready(answer: { rows?: { is_migrated: boolean }[] }): 'ready' | 'not migrated' | 'no database' {
  if (!answer.rows) return 'no database';
  return answer.rows[0]?.is_migrated ? 'ready' : 'not migrated';
}
