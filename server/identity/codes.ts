import { createHash, randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import { mailCodes, users } from '../db/schema/identity';

export type CodeKind = 'verify' | 'reset';

const HOURS: Record<CodeKind, number> = { verify: 24, reset: 1 };
const CODE = /^[0-9a-f-]{36}$/;

export type CodeState =
  | { readonly state: 'good'; readonly user: typeof users.$inferSelect }
  | { readonly state: 'used' | 'expired'; readonly user: typeof users.$inferSelect }
  | { readonly state: 'unknown' };

/** Issues a code of 36 characters; earlier unused ones of the same kind and person stop working. */
export async function issueCode(db: Db, userId: string, kind: CodeKind): Promise<string> {
  const code = randomUUID();
  await db.transaction(async (tx) => {
    // Two at once take turns, or both codes would work.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    await tx
      .update(mailCodes)
      .set({ expiresAt: sql`now()` })
      .where(and(eq(mailCodes.userId, userId), eq(mailCodes.kind, kind), isNull(mailCodes.usedAt)));
    const expiresAt = sql`now() + make_interval(hours => ${HOURS[kind]})`;
    await tx.insert(mailCodes).values({ codeHash: hashCode(code), userId, kind, expiresAt });
  });
  return code;
}

/** What a code is worth now, without using it. */
export async function inspectCode(db: Db, kind: CodeKind, code: string): Promise<CodeState> {
  if (!CODE.test(code)) return { state: 'unknown' };
  const [found] = await db
    .select({ user: users, usedAt: mailCodes.usedAt, expired: sql<boolean>`${mailCodes.expiresAt} <= now()` })
    .from(mailCodes)
    .innerJoin(users, eq(users.id, mailCodes.userId))
    .where(and(eq(mailCodes.codeHash, hashCode(code)), eq(mailCodes.kind, kind)));
  if (!found) return { state: 'unknown' };
  if (found.usedAt) return { state: 'used', user: found.user };
  return { state: found.expired ? 'expired' : 'good', user: found.user };
}

/** Uses a code up; of several who try at once exactly one gets the person it belongs to. */
export async function spendCode(db: Db, kind: CodeKind, code: string): Promise<CodeState> {
  if (!CODE.test(code)) return { state: 'unknown' };
  const used = await db
    .update(mailCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(mailCodes.codeHash, hashCode(code)),
        eq(mailCodes.kind, kind),
        isNull(mailCodes.usedAt),
        sql`${mailCodes.expiresAt} > now()`,
      ),
    )
    .returning({ userId: mailCodes.userId });
  const state = await inspectCode(db, kind, code);
  return used.length > 0 && state.state === 'used' ? { state: 'good', user: state.user } : state;
}

function hashCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}
