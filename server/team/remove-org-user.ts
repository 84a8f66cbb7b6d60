import { eq } from 'drizzle-orm';
import { DomainError } from '../../domain/errors';
import type { team } from '../../domain/team/contract';
import { revokeKeysOf } from '../api-keys/change-keys';
import { orgUsers } from '../db/schema';
import type { Verb } from '../implement';
import { dropTrackingKeys } from '../integrations/tracking/tracking-keys';
import { forgetFeed } from '../notices/forget-feed';
import { forgetUsage } from '../usage/forget-usage';
import { assertMayChange } from './assigned-places';
import { lockOrgUser, readOrgUser, recordOrgUser } from './find-org-user';

/**
 * Ends someone's membership as of their next call. Orders and customers keep naming them; an open invitation stops
 * working.
 */
export const removeOrgUser: Verb<typeof team.remove> = async (ctx, { params }) => {
  const { db, membership } = ctx;
  const found = await lockOrgUser(db, membership.orgId, params.id);
  if (!found) throw new DomainError('NOT_FOUND', 'Could not find org user to remove');
  assertMayChange(membership, found);
  if (found.role.defaultRoleId === 'OWNER') {
    throw new DomainError('CONFLICT', 'You can’t remove the owner. Transfer ownership first.');
  }
  if (params.id === membership.orgUserId) {
    throw new DomainError('CONFLICT', 'You can’t remove yourself. Someone else who manages the team can.');
  }
  const before = await readOrgUser(db, params.id);
  await db
    .update(orgUsers)
    .set({ status: 'REMOVED', inviteCode: null, inviteExpiresAt: null })
    .where(eq(orgUsers.id, params.id));
  await dropTrackingKeys(ctx, { orgId: membership.orgId, orgUserId: params.id });
  if (found.person.userId !== null) {
    await forgetFeed(db, found.person.userId, membership.orgId);
    await forgetUsage(db, found.person.userId, membership.orgId);
    await revokeKeysOf(ctx, found.person.userId, membership.orgId);
  }
  await recordOrgUser(ctx, params.id, { before, after: null });
  await ctx.enqueue({ name: 'chat-team', data: { orgId: membership.orgId } });
  return { ok: true };
};
