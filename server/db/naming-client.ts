import pg from 'pg';

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

type Query = (config: unknown, values?: unknown, done?: unknown) => unknown;

/** A connection that names statements with values by itself. */
export class NamingClient extends pg.Client {
  declare query: pg.Client['query'];

  static {
    const ask = pg.Client.prototype.query as Query;
    NamingClient.prototype.query = function (this: pg.Client, config: unknown, values?: unknown, done?: unknown) {
      return ask.call(this, named(config, values), values, done);
    } as pg.Client['query'];
  }
}

function named(config: unknown, values: unknown): unknown {
  if (!isPlain(config) || config.name !== undefined || !(Array.isArray(values) || config.values)) return config;
  const name = nameOf(config.text);
  return name === undefined ? config : { ...config, name };
}

/** A statement by its text; cursors and copies are objects that send themselves. */
const isPlain = (config: unknown): config is { text: string; name?: string; values?: unknown } =>
  typeof config === 'object' && config !== null && 'text' in config && !('submit' in config);
