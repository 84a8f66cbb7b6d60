import { eq } from 'drizzle-orm';
import type { Assigned } from '../../domain/access/grant';
import { badInput, notFound } from '../../domain/errors';
import type { team } from '../../domain/team/contract';
import type { Ctx } from '../context';
import { orgUsers } from '../db/schema';
import type { Verb } from '../implement';
import {
  assertMayChange,
  assertMayGrant,
  assertRepIsFree,
  assignedLists,
  chosenRole,
  refuseTaken,
} from './assigned-places';
import { lockOrgUser, readOrgUser, recordOrgUser, type TeamMember } from './find-org-user';

type Edit = Parameters<Verb<typeof team.update>>[1]['body'];

/** Changes only what is sent. A role applies from that person's next call. */
export const updateOrgUser: Verb<typeof team.update> = async (ctx, { params, body }) => {
  const { db, membership } = ctx;
  const found = await lockOrgUser(db, membership.orgId, params.id);
  if (!found) throw notFound('Team member');
  assertMayChange(membership, found);
  const before = await readOrgUser(db, params.id);
  const role = await newRole(ctx, found, body);
  const assigned = await assignedLists(db, role, body, found.person);
  const isOtherRole = role.id !== found.role.id;
  assertMayGrant(membership, {
    ...(isOtherRole ? { features: role.features, seesEverything: role.defaultRoleId !== null } : {}),
    assigned: isOtherRole ? assigned : added(assigned, found.person),
  });
  await assertRepIsFree(db, membership.orgId, body.salesRepId, params.id);
  await db
    .update(orgUsers)
    .set({
      roleId: role.id,
      ...assigned,
      ...(body.title === undefined ? {} : { title: body.title }),
      ...(body.salesRepId === undefined ? {} : { salesRepId: body.salesRepId }),
    })
    .where(eq(orgUsers.id, params.id))
    .catch(refuseTaken);
  const after = await readOrgUser(db, params.id);
  await recordOrgUser(ctx, params.id, { before, after });
  return after;
};

/**
 * The requested role, or the current one. The owner's can't be changed except by transfer; nor can the caller's own.
 */
async function newRole({ db, membership }: Ctx, { person, role }: TeamMember, { defaultRole, orgRoleId }: Edit) {
  if (defaultRole === undefined && orgRoleId === undefined) return role;
  if (orgRoleId === role.id) return role;
  const field = defaultRole === undefined ? 'orgRoleId' : 'defaultRole';
  if (role.defaultRoleId === 'OWNER') {
    throw badInput({ [field]: 'You can’t change the owner’s role. Transfer ownership instead.' });
  }
  const wanted = await chosenRole(db, membership.orgId, { defaultRole, orgRoleId });
  if (wanted.id !== role.id && person.id === membership.orgUserId) {
    throw badInput({ [field]: 'You can’t change your own role. Someone else who manages the team can.' });
  }
  return wanted;
}

/** The new assignments. */
function added(after: Assigned, before: Assigned): Assigned {
  const beyond = (what: keyof Assigned) => after[what].filter((id) => !before[what].includes(id));
  return { licenseIds: beyond('licenseIds'), brandIds: beyond('brandIds'), companyIds: beyond('companyIds') };
}
