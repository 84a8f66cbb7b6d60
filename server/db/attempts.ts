import { isIPv6 } from 'node:net';
import { eq, gt, sql } from 'drizzle-orm';
import { counted } from '../../domain/text';
import type { Db } from './client';
import { signInAttempts } from './schema';

export type Limit = {
  /** Attempts before the first wait. */
  readonly free: number;
  /** The first wait, in seconds; each further attempt doubles it. */
  readonly wait: number;
  /** The longest wait, in seconds. */
  readonly longest: number;
  /** One attempt expires after this many seconds, then the next. */
  readonly leak: number;
};

/**
 * Counts an attempt for a key, atomically across processes: returns 0 if it may proceed, else the seconds to wait. It
 * counts as failed until `forgive`.
 */
export async function recordAttempt(db: Db, key: string, limit: Limit): Promise<number> {
  const { failures: before, lastAttemptAt, blockedUntil } = signInAttempts;
  // Never negative: of two transactions at once, the one that began first may count last.
  const steps = sql`greatest(floor(extract(epoch from now() - ${lastAttemptAt}) / ${limit.leak}::float8)::int, 0)`;
  const failures = sql`greatest(${before} - ${steps}, 0) + 1`;
  const taken = await db
    .insert(signInAttempts)
    .values({ key, failures: 1, lastAttemptAt: sql`now()` })
    .onConflictDoUpdate({
      target: signInAttempts.key,
      set: {
        failures,
        // Advanced in whole steps, so frequent attempts don't stop older ones from expiring.
        lastAttemptAt: sql`case when ${before} <= ${steps} then now()
          else ${lastAttemptAt} + make_interval(secs => ${steps} * ${limit.leak}::float8) end`,
        blockedUntil: sql`case when ${failures} >= ${limit.free} then now() + make_interval(secs =>
          least(${limit.longest}::float8, ${limit.wait}::float8 * 2 ^ least(${failures} - ${limit.free}, 20))) end`,
      },
      setWhere: sql`${blockedUntil} is null or ${blockedUntil} <= now()`,
    })
    .returning({ key: signInAttempts.key });
  return taken.length > 0 ? 0 : waitOf(db, key);
}

/** Seconds until a key may try again; 0 if now. Counts nothing. */
export async function waitOf(db: Db, key: string): Promise<number> {
  const [row] = await db
    .select({ seconds: sql<number>`ceil(extract(epoch from ${signInAttempts.blockedUntil} - now()))::int` })
    .from(signInAttempts)
    .where(sql`${eq(signInAttempts.key, key)} and ${gt(signInAttempts.blockedUntil, sql`now()`)}`);
  return Math.max(0, row?.seconds ?? 0);
}

/** Clears a key's failed attempts, once the person has proved who they are. */
export async function clearAttempts(db: Db, key: string): Promise<void> {
  await db.delete(signInAttempts).where(eq(signInAttempts.key, key));
}

/** A wait as text, rounded up: "30 seconds", "2 minutes". */
export function waitInWords(seconds: number): string {
  return seconds < 60 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute');
}

/** A household or office of IPv6 addresses shares the first 64 bits. */
export function addressKey(address: string, prefix = 'address'): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return `${prefix}:${mapped}`;
  if (!isIPv6(address)) return `${prefix}:${address}`;
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0');
  return `${prefix}:${[...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
