import type { Db } from '../../../server/db/client';
import * as schema from '../../../server/db/schema';
import { only, type SellerFixture, unique } from '../organization/factories';

type Seller = Pick<SellerFixture, 'org' | 'license' | 'owner'>;

/** What a license grows with, as if read: ids at the tracking system, of this license alone. */
export type Grown = Awaited<ReturnType<typeof makeGrown>>;

export const plantTag = () => `1A40603HARV${String(unique()).padStart(13, '0')}`;

/** Strains, locations, kinds of waste and flowering plants of a seller's license, as last read. */
export async function makeGrown(db: Db, seller: Seller, { plants = 12 } = {}) {
  const [n, place] = [10_000_000_000 + unique() * 10_000, { orgId: seller.org.id, licenseId: seller.license.id }];
  const seenAt = new Date();
  const rows: (typeof schema.trackingRecords.$inferInsert)[] = [];
  const add = (list: string, data: { Id: number } & Record<string, unknown>) =>
    rows.push({ ...place, list, trackingId: data.Id, data, seenAt });
  const [strainId, otherStrainId, dryingId, vaultId] = [n + 1, n + 2, n + 3, n + 4];
  add('strains', { Id: strainId, Name: 'Blue Dream' });
  add('strains', { Id: otherStrainId, Name: 'Gelato' });
  add('locations', { Id: dryingId, Name: 'Drying room', ForHarvests: true, ForPackages: true });
  add('locations', { Id: vaultId, Name: 'Vault', ForHarvests: false, ForPackages: true });
  for (const [at, Name] of ['Fibrous', 'Trim'].entries()) add('waste types', { Id: n + 5 + at, Name });
  const tags = Array.from({ length: plants }, plantTag);
  for (const [at, Label] of tags.entries())
    add('plants flowering', {
      Id: n + 100 + at,
      Label,
      StrainName: 'Blue Dream',
      LocationName: 'Vault',
      PlantedDate: '2026-06-01',
    });
  const otherTag = plantTag();
  add('plants flowering', { Id: n + 9_000, Label: otherTag, StrainName: 'Gelato', LocationName: null });
  for (let from = 0; from < rows.length; from += 500)
    await db.insert(schema.trackingRecords).values(rows.slice(from, from + 500));
  return { strainId, otherStrainId, dryingId, vaultId, tags, otherTag };
}

/** Has the tracking system sandbox have the same plants, flowering. */
export async function growTheirs(db: Db, { license }: Pick<Seller, 'license'>, tags: readonly string[]): Promise<void> {
  const data = { State: 'Tracked', GrowthPhase: 'Flowering', StrainName: 'Blue Dream', LocationName: 'Vault' };
  for (let from = 0; from < tags.length; from += 500)
    await db
      .insert(schema.sandboxPlants)
      .values(
        tags
          .slice(from, from + 500)
          .map((label) => ({ licenseNumber: license.licenseNumber, list: 'flowering', label, data })),
      );
}

type NewHarvest = Partial<typeof schema.harvests.$inferInsert> & { plants?: readonly string[]; weight?: string };

/** A harvest of a seller's license with these plants, each of a typed weight of 500 g; in progress by default. */
export async function makeHarvest(
  db: Db,
  { org, license, owner }: Seller,
  { strainId, dryingId }: Pick<Grown, 'strainId' | 'dryingId'>,
  { plants = [], weight = '500', ...values }: NewHarvest = {},
) {
  const harvestType = values.harvestType ?? 'WholePlant';
  const harvest = only(
    await db
      .insert(schema.harvests)
      .values({
        orgId: org.id,
        licenseId: license.id,
        name: `Blue Dream ${unique()}`,
        harvestDate: '2026-11-20',
        strainId,
        strainName: 'Blue Dream',
        dryingLocationId: dryingId,
        dryingLocationName: 'Drying room',
        unitOfMeasure: 'g',
        createdBy: owner.orgUserId,
        ...values,
        harvestType,
      })
      .returning(),
  );
  const state = harvest.state === 'ACTIVE' ? 'DRAFT' : 'SENT';
  const made =
    plants.length === 0
      ? []
      : await db
          .insert(schema.harvestPlants)
          .values(
            plants.map((label) => ({
              orgId: org.id,
              harvestId: harvest.id,
              label,
              isWhole: harvestType === 'WholePlant',
              weight,
              unitOfMeasure: 'g',
              origin: 'TYPED' as const,
              weighedBy: owner.orgUserId,
              weighedAt: new Date(),
              state: state as 'DRAFT' | 'SENT',
            })),
          )
          .returning();
  return { ...harvest, plants: made };
}

/** A package of a harvest. */
export async function makeHarvestPackage(
  db: Db,
  { orgId, id: harvestId }: { orgId: number; id: number },
  itemId: number,
  { weight = '100', ...values }: Partial<typeof schema.harvestPackages.$inferInsert> & { weight?: string } = {},
) {
  const made = only(
    await db
      .insert(schema.harvestPackages)
      .values({
        orgId,
        harvestId,
        label: `1A40603HPAC${String(unique()).padStart(13, '0')}`,
        itemId,
        unitOfMeasure: 'g',
        locationId: 1,
        locationName: 'Vault',
        forTesting: false,
        packagedOn: '2026-11-25',
        ...values,
      })
      .returning(),
  );
  await db
    .insert(schema.harvestIngredients)
    .values({ orgId, packageId: made.id, harvestId, weight, unitOfMeasure: 'g' });
  return made;
}

/** Waste of a harvest. */
export async function makeHarvestWaste(
  db: Db,
  { orgId, id: harvestId }: { orgId: number; id: number },
  values: Partial<typeof schema.harvestWaste.$inferInsert> = {},
) {
  const draft = { orgId, harvestId, wasteType: 'Trim', weight: '50', unitOfMeasure: 'g', wastedOn: '2026-11-21' };
  return only(
    await db
      .insert(schema.harvestWaste)
      .values({ ...draft, ...values })
      .returning(),
  );
}
