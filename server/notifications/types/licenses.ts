import { and, eq } from 'drizzle-orm';
import { isAllowed } from '../../../domain/access/ability';
import { isOwnerOrAdmin } from '../../../domain/access/roles';
import { shortDay } from '../../../domain/dates';
import { STEP_TEXTS } from '../../../domain/licenses/watch';
import { isOneOf } from '../../db/page';
import { customerManagers, customers, licenses, licenseWatches } from '../../db/schema';
import { activeMembers } from '../../team/members';
import { type CustomShown, type CustomTold, nothing, said } from './type';

export const licensesTold: CustomTold<'LICENSE_WATCHED'> = {
  LICENSE_WATCHED: {
    async people(db, { licenseId }, orgId) {
      const own = and(eq(licenseWatches.orgId, orgId), eq(licenseWatches.licenseId, licenseId));
      const [watch] = await db.select({ orgUserId: licenseWatches.orgUserId }).from(licenseWatches).where(own);
      if (watch === undefined) return [];
      const managing = await db
        .select({ orgUserId: customerManagers.orgUserId })
        .from(customerManagers)
        .innerJoin(
          customers,
          and(eq(customers.orgId, customerManagers.orgId), eq(customers.id, customerManagers.customerId)),
        )
        .where(and(eq(customers.orgId, orgId), eq(customers.licenseId, licenseId)));
      const managers = new Set(managing.map(({ orgUserId }) => orgUserId));
      const members = await activeMembers(db, orgId);
      const told = members.filter(
        ({ id, membership }) =>
          id === watch.orgUserId || (managers.has(id) && isAllowed(membership, 'read', 'CUSTOMERS')),
      );
      // Who began to watch it may have left, and somebody must hear of it.
      const all = told.length > 0 ? told : members.filter(({ membership }) => isOwnerOrAdmin(membership));
      return all.map(({ userId }) => userId);
    },
  },
};

export const licensesShown: CustomShown<'LICENSE_WATCHED'> = {
  async LICENSE_WATCHED({ db, memberOf }, orgId, payloads) {
    if ((await memberOf(orgId)) === null) return nothing;
    const ids = [...new Set(payloads.map(({ licenseId }) => licenseId))];
    const rows = await db
      .select({ watch: licenseWatches, license: licenses })
      .from(licenseWatches)
      .innerJoin(licenses, eq(licenses.id, licenseWatches.licenseId))
      .where(and(eq(licenseWatches.orgId, orgId), isOneOf(licenseWatches.licenseId, ids)));
    const found = new Map(rows.map((row) => [row.watch.licenseId, row]));
    return ({ licenseId, step, expiresOn }) => {
      const one = found.get(licenseId);
      if (one === undefined) return null;
      const { watch, license } = one;
      const isListed = license.isPublic && license.removedAt === null;
      const name = isListed ? license.dba || license.name : watch.name;
      const until = expiresOn === null ? '' : `Valid until ${shortDay(expiresOn)}`;
      const number = `${watch.usState} ${watch.licenseNumber}`;
      const route = isListed ? `/directory/license-${licenseId}` : '/directory/watched';
      return said(`${name}: ${STEP_TEXTS[step]}`, number, until, route);
    };
  },
};
