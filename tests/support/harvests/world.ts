import type { Db } from '../../../server/db/client';
import { makeItem, makePackage } from '../inventory/factories';
import type { SellerFixture } from '../organization/factories';
import { makeLicense, unique } from '../organization/factories';
import { type Grown, makeGrown, makeHarvest, makeHarvestPackage, makeHarvestWaste } from './factories';

/** A seller's harvests, one in each state, with what they have. */
export interface HarvestWorld {
  /** Of their own license: what another sample’s sync reads of the seller’s takes nothing from them. */
  licenseId: number;
  grown: Grown;
  /** In progress: all weighed. */
  activeId: number;
  plantId: number;
  sparePlantId: number;
  packageId: number;
  /** In progress, and to be deleted. */
  removedId: number;
  /** In progress, with a plant that nobody weighed and plants it can still take. */
  openId: number;
  freeTag: string;
  submittedId: number;
  submittedPlantId: number;
  wasteId: number;
  sentPackageId: number;
  finishedId: number;
  itemId: number;
}

export async function makeHarvestWorld(db: Db, { license: _, ...of }: SellerFixture): Promise<HarvestWorld> {
  const seller = { ...of, license: await makeLicense(db, of) };
  const grown = await makeGrown(db, seller);
  const [one = '', two = '', three = '', four = '', five = '', six = '', free = ''] = grown.tags;
  const item = await makeItem(db, seller, {
    unitOfMeasure: 'g',
    name: `Blue Dream Buds ${unique()}`,
    categoryName: 'Buds',
  });
  const active = await makeHarvest(db, seller, grown, { plants: [one, two] });
  const pack = await makeHarvestPackage(db, active, item.id);
  const removed = await makeHarvest(db, seller, grown);
  const open = await makeHarvest(db, seller, grown, { plants: [three], weight: null });
  const submittedAt = new Date();
  const submitted = await makeHarvest(db, seller, grown, {
    state: 'SUBMITTED',
    trackingId: unique() + 10_000_000_000,
    submittedAt,
    submittedBy: seller.owner.orgUserId,
    plants: [four, six],
  });
  const waste = await makeHarvestWaste(db, submitted, { state: 'SENT' });
  const { label } = await makePackage(db, item, { quantity: '100' });
  const sentPackage = await makeHarvestPackage(db, submitted, item.id, { label, weight: '100', state: 'SENT' });
  const finished = await makeHarvest(db, seller, grown, {
    state: 'FINISHED',
    trackingId: unique() + 10_000_000_000,
    submittedAt,
    submittedBy: seller.owner.orgUserId,
    finishedOn: '2026-11-25',
    plants: [five],
  });
  return {
    licenseId: seller.license.id,
    grown,
    activeId: active.id,
    plantId: active.plants[0]?.id ?? 0,
    sparePlantId: active.plants[1]?.id ?? 0,
    removedId: removed.id,
    packageId: pack.id,
    openId: open.id,
    freeTag: free,
    submittedId: submitted.id,
    submittedPlantId: submitted.plants[0]?.id ?? 0,
    wasteId: waste.id,
    sentPackageId: sentPackage.id,
    finishedId: finished.id,
    itemId: item.id,
  };
}
