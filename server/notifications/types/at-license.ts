import { isAllowed } from '../../../domain/access/ability';
import type { FeatureId } from '../../../domain/access/features';
import { seesEverything } from '../../../domain/access/roles';
import type { Db } from '../../db/client';
import { activeMembers } from '../../team/members';

/** Those who may do something with a license of their organization, by user id. */
export async function peopleAt(
  db: Db,
  { orgId, licenseId }: { orgId: number; licenseId: number },
  level: 'read' | 'write',
  feature: FeatureId,
): Promise<string[]> {
  const members = await activeMembers(db, orgId);
  return members
    .filter(
      ({ membership }) =>
        isAllowed(membership, level, feature) &&
        (seesEverything(membership) || membership.licenseIds.includes(licenseId)),
    )
    .map(({ userId }) => userId);
}
