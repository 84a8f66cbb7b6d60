import autocannon from 'autocannon';
import type pg from 'pg';

export const CLIENTS = 8;

export type Rate = { perSecond: number; p50: number; p99: number };

export type HttpTarget = { url: string; method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string };

/** How often a call is answered by eight connections that each wait for their answer. Raises when one is refused. */
export async function measureHttp(target: HttpTarget, seconds: number): Promise<Rate> {
  const result = await autocannon({ ...target, connections: CLIENTS, duration: seconds });
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${target.url}: ${failed} of ${result.requests.total} calls failed`);
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

/** How often a statement is answered by eight connections in a closed loop, with nothing else in between. */
export async function measureSql(pool: pg.Pool, statement: pg.QueryConfig, seconds: number): Promise<Rate> {
  const times = await loop(pool, statement, seconds);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99) };
}

async function loop(pool: pg.Pool, statement: pg.QueryConfig, seconds: number): Promise<number[]> {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  const client = async () => {
    const connection = await pool.connect();
    for (let start = performance.now(); start < end; start = performance.now()) {
      await connection.query(statement);
      times.push(performance.now() - start);
    }
    connection.release();
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return times;
}
