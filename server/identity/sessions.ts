import { randomUUID } from 'node:crypto';
import { and, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import { oidcPayloads, users } from '../db/schema/identity';
import { DEVICE } from './devices';

const TEMPORARY = 'Impersonation';

/** Told of the account of each session that ended, by its `users.subject`. */
export type SignedOut = (subject: string) => Promise<void>;

export type SignedInSession = {
  readonly id: string;
  readonly signedInAt: Date;
  /** Its last sign-in or refresh. */
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  /** In words, such as “Chrome on Windows”; null if it didn't say. */
  readonly device: string | null;
};

/** A person's current sessions, most recently used first. */
export async function listSessions(db: Db, userId: string): Promise<SignedInSession[]> {
  const rows = await db
    .select({
      id: sql<string>`${oidcPayloads.uid}`,
      signedInAt: sql<number>`min(coalesce(${oidcPayloads.payload}->>'loginTs', ${oidcPayloads.payload}->>'iiat')::float8)`,
      lastUsedAt: sql<number>`extract(epoch from max(${oidcPayloads.createdAt}))::float8`,
      expiresAt: sql<number>`extract(epoch from max(${oidcPayloads.expiresAt}))::float8`,
      device: sql<string | null>`(select device.payload->>'device' from oidc_payloads device
        where device.model = ${DEVICE} and device.id = ${oidcPayloads.uid})`,
    })
    .from(oidcPayloads)
    .innerJoin(users, eq(users.subject, oidcPayloads.accountId))
    .where(
      and(
        eq(users.id, userId),
        inArray(oidcPayloads.model, ['Session', 'RefreshToken']),
        gt(oidcPayloads.expiresAt, sql`now()`),
      ),
    )
    .groupBy(oidcPayloads.uid)
    .orderBy(sql`3 desc`);
  const date = (seconds: number) => new Date(seconds * 1000);
  return rows.map((row) => ({
    id: row.id,
    signedInAt: date(row.signedInAt),
    lastUsedAt: date(row.lastUsedAt),
    expiresAt: date(row.expiresAt),
    device: row.device,
  }));
}

/**
 * Ends one of a person's sessions with its refresh tokens; its access tokens are then refused. Returns whether they had
 * such a session.
 */
export async function endSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const [user] = await db.select({ subject: users.subject }).from(users).where(eq(users.id, userId));
  if (!user) return false;
  return (await revokeSession(db, user.subject, sessionId)) > 0;
}

/** Deletes an account's session with its tokens and grants. Returns the number of records deleted. */
export async function revokeSession(db: Db, accountId: string, uid: string): Promise<number> {
  return db.transaction(async (tx) => {
    const removed = await tx
      .delete(oidcPayloads)
      .where(and(eq(oidcPayloads.accountId, accountId), eq(oidcPayloads.uid, uid)))
      .returning({ grantId: oidcPayloads.grantId });
    const grants = removed.flatMap((row) => row.grantId ?? []);
    if (grants.length > 0) {
      await tx
        .delete(oidcPayloads)
        .where(
          or(
            inArray(oidcPayloads.grantId, grants),
            and(eq(oidcPayloads.model, 'Grant'), inArray(oidcPayloads.id, grants)),
          ),
        );
    }
    return removed.length;
  });
}

/** Stores an impersonation, which its temporary token depends on. Returns its id. */
export async function startImpersonation(db: Db, impersonator: string, ttlSeconds: number): Promise<string> {
  const id = randomUUID();
  const expiresAt = new Date(Date.now() + ttlSeconds * 1000);
  await db
    .insert(oidcPayloads)
    .values({ model: TEMPORARY, id, uid: id, accountId: impersonator, payload: {}, expiresAt });
  return id;
}

/** Ends all that a support person has begun, by their `users.subject`. */
export async function endImpersonationsBy(db: Db, impersonator: string): Promise<void> {
  await db.delete(oidcPayloads).where(and(eq(oidcPayloads.model, TEMPORARY), eq(oidcPayloads.accountId, impersonator)));
}

/** Its token is then refused. */
export async function endImpersonation(db: Db, id: string): Promise<void> {
  await db.delete(oidcPayloads).where(and(eq(oidcPayloads.model, TEMPORARY), eq(oidcPayloads.id, id)));
}
