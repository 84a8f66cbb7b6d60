import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { createApp } from '../server/app';
import { openDatabase } from '../server/db/client';
import { NamingClient } from '../server/db/connection/naming-client';
import { prepareJobs } from '../server/jobs';
import { openLog } from '../server/log';
import type { FreshServer } from './fresh-server';

/** Sends a call as `fetch` does. */
export type Ask = (url: string, init: { headers: Record<string, string>; body: string }) => Promise<Response>;

/** A statement as sent, with its values as JSON and its result. */
type Recorded = { text: string; values: string | null; rows: unknown[][] };

/** All statements of one order, from putting the item in the cart to answering the checkout. */
export type OrderStatements = { tokens: Tokens; statements: readonly Recorded[] };

/** Numbers that occur nowhere else in an order, so they can be replaced wherever they occur. */
export type Tokens = { cart: number; order: number; reserved: number };

let handedOut = 0;

/** Tokens of one recording, far enough apart for the orders placed in between. */
function newTokens(): Tokens {
  handedOut += 1;
  const base = handedOut * 10_000_000;
  return { cart: 1_000_000_001 + base, order: 3_000_000_001 + base, reserved: 5_100_001 };
}
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/**
 * Records the statements of one order a real server places: `place` orders through `ask`. `prepare` sees to it that the
 * cart and the order get the ids of the tokens, and that the product has as much reserved.
 */
export async function recordOrder(
  { database, config }: Pick<FreshServer, 'database' | 'config'>,
  prepare: (tokens: Tokens) => Promise<void>,
  place: (ask: Ask) => Promise<void>,
): Promise<OrderStatements> {
  return recordingServer({ database, config }, async (ask, record) => {
    await place(ask);
    const tokens = newTokens();
    await prepare(tokens);
    return { tokens, statements: await record(() => place(ask)) };
  });
}

/** Does some work with a real server in this process, whose statements `record` gives. */
export async function recordingServer<T>(
  { database, config }: Pick<FreshServer, 'database' | 'config'>,
  work: (ask: Ask, record: (call: () => Promise<unknown>) => Promise<readonly Recorded[]>) => Promise<T>,
): Promise<T> {
  const own = openDatabase(database.pool.options.connectionString ?? '', { max: 4 });
  const log = openLog('error');
  await prepareJobs(own, log);
  const app = await createApp({ config, database: own, log });
  const recording = new AsyncLocalStorage<Recorded[]>();
  const ask: Ask = async (url, { headers, body }) => {
    const answer = await app.inject({ method: 'POST', url: new URL(url).pathname, headers, payload: body });
    return new Response(answer.body, { status: answer.statusCode });
  };
  const restore = listen(recording);
  try {
    return await work(ask, async (call) => {
      const statements: Recorded[] = [];
      await recording.run(statements, call);
      return statements;
    });
  } finally {
    restore();
    await app.close();
    await own.close();
  }
}

type Query = (config: unknown, values?: unknown, done?: unknown) => unknown;

function listen(recording: AsyncLocalStorage<Recorded[]>): () => void {
  const prototype = NamingClient.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function (this: unknown, config, values, done) {
    const recorded = recording.getStore();
    const { text, values: own } = config as { text: string; values?: unknown };
    const sent = (values ?? own ?? null) as unknown[] | null;
    if (recorded === undefined) return query.call(this, config, values, done);
    const one: Recorded = { text, values: sent && JSON.stringify(sent), rows: [] };
    recorded.push(one);
    const keep = (result: pg.QueryResult) => {
      one.rows = result.rows.map((row) => (Array.isArray(row) ? row : Object.values(row)));
      return result;
    };
    if (typeof done === 'function') {
      return query.call(this, config, values, (error: unknown, result: pg.QueryResult) => {
        if (!error) keep(result);
        done(error, result);
      });
    }
    return (query.call(this, config, values) as Promise<pg.QueryResult>).then(keep);
  };
  return () => {
    prototype.query = query;
  };
}

/** Sends the same statements for another order, with its own keys, ids and stock; `call` runs before each call's. */
export async function replayOrder(
  pool: pg.Pool,
  { tokens, statements }: OrderStatements,
  call: () => Promise<void>,
): Promise<void> {
  const replaced = new Map<string, string>();
  // The people stay the same; all other UUIDs belong to keys.
  const people = new Set(
    statements
      .filter(({ text }) => text.includes('oidc_payloads'))
      .flatMap(({ values, rows }) => [...uuidsOf(values), ...uuidsOf(JSON.stringify(rows))]),
  );
  const connection = await pool.connect();
  try {
    for (const { text, values, rows } of statements) {
      if (text.includes('oidc_payloads')) await call();
      if (values === null) {
        await connection.query({ text });
        continue;
      }
      if (text.includes('"idempotency_keys"')) {
        for (const uuid of uuidsOf(values))
          if (!people.has(uuid) && !replaced.has(uuid)) replaced.set(uuid, randomUUID());
      }
      let sent = values;
      for (const [from, to] of replaced) sent = sent.replaceAll(from, to);
      const result = await connection.query({ text, values: JSON.parse(sent) as unknown[], rowMode: 'array' });
      learn({ tokens, replaced }, rows[0] ?? [], result.rows[0] as unknown[] | undefined);
    }
  } finally {
    connection.release();
  }
}

const uuidsOf = (values: string | null): string[] => values?.match(UUID) ?? [];

/** Learns what to replace the tokens with: the ids the database assigned and the stock it has. */
type Known = { tokens: Tokens; replaced: Map<string, string> };
function learn({ tokens, replaced }: Known, recorded: readonly unknown[], now: readonly unknown[] | undefined): void {
  for (const [at, value] of recorded.entries()) {
    const [text, current] = [String(value), String(now?.[at])];
    if (text === String(tokens.cart) || text === String(tokens.order)) replaced.set(text, current);
    if (text === String(tokens.reserved)) {
      replaced.set(text, current);
      replaced.set(String(tokens.reserved + 1), String(Number(current) + 1));
    }
  }
}
