import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { nameOf } from '../../domain/session/account';
import type { Db } from '../db/client';
import { lockRows } from '../db/rows';
import { auditLog, users } from '../db/schema';
import { NO_ORGANIZATION } from '../db/schema/tenant';
import { transact } from '../db/transact';
import { findUserByEmail, sameEmail, type User } from '../identity/accounts';
import { endImpersonationsBy } from '../identity/sessions';
import { publish } from '../live/publish';

/** Who is or was made support staff, and whether that changed anything. */
export type Staffing = {
  readonly email: string;
  readonly changed: boolean;
  /** Whether it takes effect only once they show that the email is theirs. */
  readonly isWaiting: boolean;
};

export type StaffMember = { readonly email: string; readonly name: string; readonly isWaiting: boolean };

/**
 * Makes the person with this email support staff, at once. Whoever has no account gets one that waits for them without a
 * name or a password: an emailed link to choose one, a sign-up or the outside issuer gives it to whoever has the email.
 */
export function addStaff(db: Db, email: string, operator: string): Promise<Staffing> {
  return transact(db, async (tx) => {
    const id = randomUUID();
    await tx
      .insert(users)
      .values({ id, subject: id, email: email.trim(), firstName: '', lastName: '' })
      .onConflictDoNothing();
    const user = await lockPerson(tx, email);
    if (!user) throw new Error('The person was neither added nor found');
    if (!user.isSupport) await setStaff(tx, user, true, operator);
    return { email: user.email, changed: !user.isSupport, isWaiting: isWaiting(user) };
  });
}

/**
 * Takes it from them, with every session in which they act for somebody, at once; null when they aren't support staff. An
 * account that only waited for them is gone.
 */
export function removeStaff(db: Db, email: string, operator: string): Promise<Staffing | null> {
  return transact(db, async (tx) => {
    const user = await lockPerson(tx, email);
    if (!user?.isSupport) return null;
    await setStaff(tx, user, false, operator);
    await endImpersonationsBy(tx, user.subject);
    if (wasNeverUsed(user)) await tx.delete(users).where(eq(users.id, user.id));
    return { email: user.email, changed: true, isWaiting: isWaiting(user) };
  });
}

/** All support staff, by email. */
export async function listStaff(db: Db): Promise<StaffMember[]> {
  const staff = await db
    .select()
    .from(users)
    .where(and(eq(users.isSupport, true), isNull(users.deletedAt)))
    .orderBy(asc(users.email));
  return staff.map((user) => ({ email: user.email, name: nameOf(user), isWaiting: isWaiting(user) }));
}

async function lockPerson(tx: Db, email: string): Promise<User | undefined> {
  await lockRows(tx, users, sameEmail(email), 'update');
  return findUserByEmail(tx, email);
}

async function setStaff(tx: Db, user: User, isSupport: boolean, operator: string): Promise<void> {
  const { id, email } = user;
  await tx.update(users).set({ isSupport, updatedAt: new Date() }).where(eq(users.id, id));
  await tx.insert(auditLog).values({
    orgId: NO_ORGANIZATION,
    endpoint: `npm run support -- ${isSupport ? 'add' : 'remove'}`,
    entity: 'support-staff',
    entityId: id,
    before: { email, isSupport: user.isSupport },
    after: { email, isSupport, operator },
    requestId: randomUUID(),
  });
  // Their open pages, and those where they act for somebody, find out what they still may.
  await publish(tx, { topic: 'access', kind: 'changed', id, orgIds: [], userIds: [id] });
}

const isWaiting = (user: User): boolean => user.emailVerifiedAt === null;

/** Whether `addStaff` made the account and nobody has come for it. */
const wasNeverUsed = (user: User): boolean =>
  isWaiting(user) && user.subject === user.id && user.firstName === '' && user.lastName === '';
