import { and, eq, ne } from 'drizzle-orm';
import type { OrgUser } from '../../domain/team/member';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { lockRows } from '../db/rows';
import { orgUsers, roles } from '../db/schema';
import { notifyInvited } from '../live/notify-invited';
import { findOrgUsers } from './list-org-users';

export type TeamMember = { person: typeof orgUsers.$inferSelect; role: typeof roles.$inferSelect };

/**
 * Team members by id, each locked until the transaction ends, in id order to avoid deadlocks. Read after locking, so a
 * call's decisions still hold when it writes.
 */
export async function lockOrgUsers(db: Db, orgId: number, ids: readonly number[]): Promise<TeamMember[]> {
  const named = and(eq(orgUsers.orgId, orgId), isOneOf(orgUsers.id, ids));
  await lockRows(db, orgUsers, named);
  return db
    .select({ person: orgUsers, role: roles })
    .from(orgUsers)
    .innerJoin(roles, eq(roles.id, orgUsers.roleId))
    .where(and(named, ne(orgUsers.status, 'REMOVED')));
}

export async function lockOrgUser(db: Db, orgId: number, id: number): Promise<TeamMember | undefined> {
  const [found] = await lockOrgUsers(db, orgId, [id]);
  return found;
}

/** A team member as sent. */
export async function readOrgUser(db: Db, id: number): Promise<OrgUser> {
  const [found] = await findOrgUsers(db, eq(orgUsers.id, id));
  if (!found) throw new Error('The team member just saved was not found');
  return found;
}

/** Audits and publishes a change to a team member, so open pages reload their permissions, or their invitations. */
export async function recordOrgUser(
  ctx: Ctx,
  id: number,
  { before = null, after }: { before?: OrgUser | null; after: OrgUser | null },
): Promise<void> {
  const { audit, publish, membership } = ctx;
  await audit({ id, before, after });
  const kind = after === null ? 'removed' : before === null ? 'created' : 'changed';
  await publish({ topic: 'access', kind, id, orgIds: [membership.orgId] });
  const invited = [before, after].find((one) => one?.status === 'INVITED');
  if (invited) await notifyInvited(ctx, [invited.email]);
}
