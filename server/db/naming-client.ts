import pg from 'pg';
import { cut } from './pulse';

/** Statements that can be told apart by name at once; PostgreSQL keeps a plan of each for every connection. */
const MOST_NAMED = 400;
const MOST_SEEN = 2_000;
/** What is asked but now and then, as an import's or an export's, is not worth keeping. */
const NAMED_FROM = 3;

const names = new Map<string, string>();
const seen = new Map<string, number>();

/**
 * The name a statement is sent under, from the third time it is asked: PostgreSQL then reads and plans it once a
 * connection rather than every time. Undefined before, and once there are enough names.
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
 * Transactions find rows by their keys, for which a plan serves whatever the values are. Left to itself, PostgreSQL
 * takes `= any ($1)` for ten rows and plans anew each time, which takes longer than the statement.
 */
const BEGIN = 'begin; set local plan_cache_mode = force_generic_plan';

type Query = (config: unknown, values?: unknown, done?: unknown) => unknown;
type Corked = { connection: { stream: { cork(): void; uncork(): void } } };

/**
 * A connection that gives statements with values a name by itself, and sends the `begin` of a transaction along with
 * its first statement, which saves waiting for its answer; an empty transaction is not begun at all.
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
        // Without its transaction nothing more may be done on this connection.
        (ask.call(this, BEGIN) as Promise<unknown>).catch((error: Error) => cut(this, error));
        return ask.call(this, named(config, values), values, done);
      } finally {
        stream.uncork();
      }
    } as pg.Client['query'];
  }
}

const NOTHING = { rows: [], rowCount: 0, fields: [] };

/** Whether a statement is just this, as Drizzle sends it. */
const isText = (config: unknown, text: string): boolean => isPlain(config) && config.text === text;

function named(config: unknown, values: unknown): unknown {
  if (!isPlain(config) || config.name !== undefined || !(Array.isArray(values) || config.values)) return config;
  const name = nameOf(config.text);
  return name === undefined ? config : { ...config, name };
}

/** A statement by its text; cursors and copies are objects that send themselves. */
const isPlain = (config: unknown): config is { text: string; name?: string; values?: unknown } =>
  typeof config === 'object' && config !== null && 'text' in config && !('submit' in config);
