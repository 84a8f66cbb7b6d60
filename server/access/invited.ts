import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import { brandInvites, companyInvites, orgUsers, users } from '../db/schema';

/**
 * Whether somebody asked for the owner of this email: to join a team, to take over a brand, to buy from a seller, or as
 * support staff. With `connectionCode`, also by a person's own link to connect.
 */
export async function isInvited(db: Db, email: string, connectionCode: string | null = null): Promise<boolean> {
  const anyOf = [
    () => isStaff(db, email),
    () => isOnTeam(db, email),
    () => mayBeginByInvitation(db, email),
    async () => connectionCode !== null && isConnecting(db, connectionCode),
  ];
  for (const ask of anyOf) if (await ask()) return true;
  return false;
}

/** Whether they were invited to what takes an organization: a brand, or buying from a seller. */
export async function mayBeginByInvitation(db: Db, email: string): Promise<boolean> {
  const invited = email.trim().toLowerCase();
  const brand = await db
    .select({ id: brandInvites.id })
    .from(brandInvites)
    .where(
      and(
        eq(brandInvites.invitedEmail, invited),
        eq(brandInvites.status, 'INVITED'),
        gt(brandInvites.expiresAt, sql`now()`),
      ),
    )
    .limit(1);
  if (brand.length > 0) return true;
  const buyer = await db
    .select({ orgId: companyInvites.orgId })
    .from(companyInvites)
    .where(eq(companyInvites.invitedEmail, invited))
    .limit(1);
  return buyer.length > 0;
}

/** Whether the operator made them support staff, who wait for their first sign-in. */
export const isStaff = (db: Db, email: string): Promise<boolean> =>
  isAny(db, and(sql`lower(${users.email}) = lower(${email.trim()})`, eq(users.isSupport, true)));

const isConnecting = (db: Db, code: string): Promise<boolean> =>
  isAny(db, and(eq(users.connectionCode, code), isNull(users.deletedAt)));

async function isAny(db: Db, where: SQL | undefined): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).where(where).limit(1)).length > 0;
}

async function isOnTeam(db: Db, email: string): Promise<boolean> {
  const found = await db
    .select({ id: orgUsers.id })
    .from(orgUsers)
    .where(
      and(
        sql`lower(${orgUsers.email}) = lower(${email.trim()})`,
        eq(orgUsers.status, 'INVITED'),
        or(isNull(orgUsers.inviteExpiresAt), gt(orgUsers.inviteExpiresAt, sql`now()`)),
      ),
    )
    .limit(1);
  return found.length > 0;
}
