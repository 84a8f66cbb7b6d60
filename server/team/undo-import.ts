import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '../../domain/errors';
import { teamImports } from '../../domain/team/import-contract';
import type { OrgUser } from '../../domain/team/member';
import { applied } from '../bulk/applied';
import { one, type Subject } from '../bulk/bulk';
import type { Ctx } from '../context';
import { countDependents } from './count-dependents';
import { lockOrgUser, readOrgUser } from './find-org-user';
import { removeOrgUser } from './remove-org-user';

/** The place someone is invited to, by which an undo sees whether it was changed since. */
export const placeOf = ({ orgRole, title, salesRepId, licenseIds, brandIds, companyIds }: OrgUser) => ({
  orgRoleId: orgRole.id,
  title,
  salesRepId,
  licenseIds,
  brandIds,
  companyIds,
});

/**
 * Withdraws an invitation. CONFLICT once it is accepted, its place was changed, or somebody counts on the person: as a
 * customer's manager, or for what a company tells.
 */
async function undo(ctx: Ctx, { id, kept }: Subject): Promise<{ undone: 'removed' }> {
  const { orgId } = ctx.membership;
  const found = await lockOrgUser(ctx.db, orgId, id);
  if (!found) throw new DomainError('CONFLICT', 'They were removed since.');
  if (found.person.status !== 'INVITED')
    throw new DomainError('CONFLICT', 'They accepted the invitation, so they stay on the team.');
  if (!isDeepStrictEqual(placeOf(await readOrgUser(ctx.db, id)), kept))
    throw new DomainError('CONFLICT', 'Their role or access was changed since, so the invitation stays.');
  const { customers, openOrders, companies } = await countDependents(ctx, { params: { orgId, id } });
  if (customers.length + openOrders.length + companies > 0)
    throw new DomainError(
      'CONFLICT',
      'They were assigned something since, so the invitation stays. Remove them on the Team page.',
    );
  await removeOrgUser(ctx, { params: { orgId, id } });
  return { undone: 'removed' };
}

/** Invitations from a file. */
export const inviteImport = applied(teamImports.apply, {
  kind: 'IMPORT',
  entity: 'org-user',
  topic: 'access',
  undo: one(undo),
});
