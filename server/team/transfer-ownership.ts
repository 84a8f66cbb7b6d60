import { eq } from 'drizzle-orm';
import { badInput, DomainError } from '../../domain/errors';
import type { team } from '../../domain/team/contract';
import { orgUsers } from '../db/schema';
import type { Verb } from '../implement';
import { defaultRole } from './assigned-places';
import { lockOrgUsers, readOrgUser, recordOrgUser } from './find-org-user';

/** Makes someone else the owner and the current one an admin; returns both, the new owner first. */
export const transferOwnership: Verb<typeof team.transferOwnership> = async (ctx, { body }) => {
  const { db, membership } = ctx;
  const { orgId, orgUserId } = membership;
  const { targetOrgUserId } = body;
  if (targetOrgUserId === orgUserId) throw badInput({ targetOrgUserId: 'You’re already the owner' });
  const locked = await lockOrgUsers(db, orgId, [orgUserId, targetOrgUserId]);
  const self = locked.find(({ person }) => person.id === orgUserId);
  const target = locked.find(({ person }) => person.id === targetOrgUserId);
  // Checked again under the lock: an earlier transfer may have made the caller an admin.
  if (self?.role.defaultRoleId !== 'OWNER') {
    throw new DomainError('CONFLICT', 'You’re no longer the owner. Ownership was just transferred.');
  }
  if (!target) throw badInput({ targetOrgUserId: 'Choose someone on your team' });
  if (target.person.status !== 'ACTIVE') {
    throw badInput({ targetOrgUserId: `${target.person.email} has not joined yet` });
  }

  const people = { successor: targetOrgUserId, predecessor: orgUserId };
  const before = { successor: await readOrgUser(db, targetOrgUserId), predecessor: await readOrgUser(db, orgUserId) };
  const given = { successor: 'OWNER', predecessor: 'ADMIN' } as const;
  const changed = [];
  for (const who of ['successor', 'predecessor'] as const) {
    const role = await defaultRole(db, orgId, given[who]);
    await db
      .update(orgUsers)
      .set({ roleId: role.id, licenseIds: [], brandIds: [], companyIds: [] })
      .where(eq(orgUsers.id, people[who]));
    const after = await readOrgUser(db, people[who]);
    await recordOrgUser(ctx, people[who], { before: before[who], after });
    changed.push(after);
  }
  return changed;
};
