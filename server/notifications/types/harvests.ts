import { isAllowed } from '../../../domain/access/ability';
import { pathOfHarvest } from '../../../domain/harvests/harvest';
import { isAnyRefused, refusedText } from '../../../domain/harvests/refused';
import { licenses } from '../../db/schema';
import { visibleLicenses } from '../../db/visibility';
import { countRefused } from '../../harvests/count-refused';
import { peopleAt } from './at-license';
import { byId, type CustomShown, type CustomTold, nothing, said } from './type';

export const harvestsTold: CustomTold<'HARVEST_REFUSED'> = {
  HARVEST_REFUSED: {
    async people(db, { harvestId }, orgId) {
      const [found] = await countRefused(db, orgId, [harvestId]);
      return found ? peopleAt(db, { orgId, licenseId: found.licenseId }, 'write', 'HARVESTS') : [];
    },
    isOpen: async (db, { harvestId }, orgId) =>
      (await countRefused(db, orgId, [harvestId])).some(({ refused }) => isAnyRefused(refused)),
  },
};

export const harvestsShown: CustomShown<'HARVEST_REFUSED'> = {
  async HARVEST_REFUSED({ db, memberOf }, orgId, payloads) {
    const membership = await memberOf(orgId);
    if (membership === null || !isAllowed(membership, 'read', 'HARVESTS')) return nothing;
    const seen = await db.select({ id: licenses.id }).from(licenses).where(visibleLicenses(membership));
    const licenseIds = new Set(seen.map(({ id }) => id));
    const ids = [...new Set(payloads.map(({ harvestId }) => harvestId))];
    const found = byId(await countRefused(db, orgId, ids));
    return ({ harvestId }) => {
      const one = found.get(harvestId);
      if (one === undefined || !licenseIds.has(one.licenseId)) return null;
      return said(`Harvest ${one.name}`, refusedText(one.state, one.refused), '', pathOfHarvest(one));
    };
  },
};
