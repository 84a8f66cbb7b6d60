import pg from 'pg';
import { cut } from './database-monitor';

/** Most named statements; PostgreSQL keeps a plan of each per connection. */
const MOST_NAMED = 400;
const MOST_SEEN = 2_000;
/** Longer statements, such as those of imports and exports, run too rarely to be worth a plan. */
const NAMED_FROM = 3;

const names = new Map<string, string>();
const seen = new Map<string, number>();

/**
 * A statement's name, from its third use: PostgreSQL then parses and plans it once per connection instead of every
 * time. Undefined before that, and once there are enough names.
 */
export function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMED) return known;
  const times = (seen.get(text) ?? 0) + 1;
  seen.delete(text);
  if (times >= NAMED_FROM) {
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  }
  seen.set(text, times);
  if (seen.size > MOST_SEEN) forgetOldest();
  return undefined;
}

function forgetOldest(): void {
  const [oldest] = seen.keys();
  if (oldest !== undefined) seen.delete(oldest);
}

/**
 * Transactions find rows by key, so one plan fits all values. By default, PostgreSQL expects ten values in
 * `= any ($1)`, finds that plan too expensive and plans every time, which takes longer than running the statement.
 * A Citus cluster has to know the values to find the machine, so it plans as it likes.
 */
const BEGIN = `begin; select set_config('plan_cache_mode',
  case when to_regclass('pg_catalog.pg_dist_partition') is null then 'force_generic_plan' else 'auto' end, true)`;

type Query = (config: unknown, values?: unknown, done?: unknown) => unknown;
type Corked = { connection: { stream: { cork(): void; uncork(): void } } };

/**
 * A connection that names statements with values by itself, and sends a transaction's `begin` together with its first
 * statement, which saves a round trip. An empty transaction is never begun.
 */
export class NamingClient extends pg.Client {
  declare query: pg.Client['query'];
  #isToBegin = false;

  constructor(config?: pg.ClientConfig) {
    super({ ...config, pipeline: true });
  }

  static {
    const ask = pg.Client.prototype.query as Query;
    NamingClient.prototype.query = function (this: NamingClient, config: unknown, values?: unknown, done?: unknown) {
      if (isText(config, 'begin')) {
        this.#isToBegin = true;
        return Promise.resolve(NOTHING);
      }
      if (!this.#isToBegin) return ask.call(this, named(config, values), values, done);
      this.#isToBegin = false;
      if (isText(config, 'commit') || isText(config, 'rollback')) return Promise.resolve(NOTHING);
      const { stream } = (this as unknown as Corked).connection;
      stream.cork();
      try {
        // Nothing may run on this connection outside the transaction.
        (ask.call(this, BEGIN) as Promise<unknown>).catch((error: Error) => cut(this, error));
        return ask.call(this, named(config, values), values, done);
      } finally {
        stream.uncork();
      }
    } as pg.Client['query'];
  }
}

const NOTHING = { rows: [], rowCount: 0, fields: [] };

/** Whether a statement is exactly this text, as sent by Drizzle. */
const isText = (config: unknown, text: string): boolean => isPlain(config) && config.text === text;

function named(config: unknown, values: unknown): unknown {
  if (!isPlain(config) || config.name !== undefined || !(Array.isArray(values) || config.values)) return config;
  const name = nameOf(config.text);
  return name === undefined ? config : { ...config, name };
}

/** A statement by its text; cursors and copies are objects that send themselves. */
const isPlain = (config: unknown): config is { text: string; name?: string; values?: unknown } =>
  typeof config === 'object' && config !== null && 'text' in config && !('submit' in config);
