import { and, eq, sql } from 'drizzle-orm';
import type { harvests as contract, harvestLists } from '../../domain/harvests/contract';
import type { AvailablePlant, PlantStrain, TrackingLocation } from '../../domain/harvests/harvest';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { harvestPlants, harvests, trackingRecords } from '../db/schema';
import type { Verb } from '../implement';
import { assertSeenLicense, findHarvest, type HarvestRecord } from './find-harvest';

type Read = Pick<Ctx, 'db' | 'membership'>;

const ofList = ({ membership }: Read, licenseId: number, list: string) =>
  and(
    eq(trackingRecords.orgId, membership.orgId),
    eq(trackingRecords.licenseId, licenseId),
    eq(trackingRecords.list, list),
  );
const field = (name: string) => sql`btrim(${trackingRecords.data} ->> ${sql.raw(`'${name}'`)})`;
const text = (name: string) => sql<string | null>`nullif(${field(name)}, '')`;
const flag = (name: string) => sql<boolean>`coalesce(lower(${field(name)}) = 'true', false)`;

/** A license’s strains, as last read. NOT_FOUND for a license the caller doesn’t see. */
export const listPlantStrains: Verb<typeof harvestLists.strains> = async (ctx, { query }) => {
  await assertSeenLicense(ctx, query.licenseId);
  return readStrains(ctx, query.licenseId);
};

export function readStrains(ctx: Read, licenseId: number): Promise<PlantStrain[]> {
  return ctx.db
    .select({ id: trackingRecords.trackingId, name: sql<string>`${field('Name')}` })
    .from(trackingRecords)
    .where(and(ofList(ctx, licenseId, 'strains'), sql`${field('Name')} <> ''`))
    .orderBy(sql`lower(${field('Name')})`, trackingRecords.trackingId);
}

/** A license’s locations and what each is for, as last read. NOT_FOUND for a license the caller doesn’t see. */
export const listTrackingLocations: Verb<typeof harvestLists.locations> = async (ctx, { query }) => {
  await assertSeenLicense(ctx, query.licenseId);
  return readLocations(ctx, query.licenseId);
};

export function readLocations(ctx: Read, licenseId: number): Promise<TrackingLocation[]> {
  return ctx.db
    .select({
      id: trackingRecords.trackingId,
      name: sql<string>`${field('Name')}`,
      forHarvests: flag('ForHarvests'),
      forPackages: flag('ForPackages'),
    })
    .from(trackingRecords)
    .where(and(ofList(ctx, licenseId, 'locations'), sql`${field('Name')} <> ''`))
    .orderBy(sql`lower(${field('Name')})`, trackingRecords.trackingId);
}

/** The kinds of waste a harvest’s license may record, as last read. NOT_FOUND. */
export const listWasteTypes: Verb<typeof contract.wasteTypes> = async (ctx, { params: { id } }) => {
  const { licenseId } = await findHarvest(ctx, id);
  return (await readWasteTypes(ctx, licenseId)).map((name) => ({ name }));
};

export async function readWasteTypes(ctx: Read, licenseId: number): Promise<string[]> {
  const rows = await ctx.db
    .select({ name: sql<string>`${field('Name')}` })
    .from(trackingRecords)
    .where(and(ofList(ctx, licenseId, 'waste types'), sql`${field('Name')} <> ''`))
    .orderBy(sql`lower(${field('Name')})`);
  return rows.map(({ name }) => name);
}

/** Flowering plants of a license, as last read: of a strain, or with these tags. */
export async function readFlowering(
  ctx: Read,
  licenseId: number,
  { strainName, labels }: { strainName?: string; labels?: readonly string[] },
): Promise<AvailablePlant[]> {
  const rows = await ctx.db
    .select({
      id: trackingRecords.trackingId,
      label: sql<string>`${field('Label')}`,
      strainName: sql<string>`coalesce(${field('StrainName')}, '')`,
      locationName: text('LocationName'),
      planted: text('PlantedDate'),
    })
    .from(trackingRecords)
    .where(
      and(
        ofList(ctx, licenseId, 'plants flowering'),
        strainName === undefined ? undefined : sql`${field('StrainName')} = ${strainName}`,
        labels === undefined ? undefined : isOneOf(field('Label'), labels),
      ),
    )
    .orderBy(field('Label'));
  return rows.flatMap(({ planted, ...plant }) => {
    const day = /^\d{4}-\d\d-\d\d/.exec(planted ?? '')?.[0] ?? null;
    return plant.label.length === 24 ? [{ ...plant, plantedDate: day }] : [];
  });
}

/** Which of these plants other harvests take whole, with the names of those harvests. */
export async function readTaken(
  { db, membership }: Read,
  harvestId: number,
  labels: readonly string[],
): Promise<Map<string, string>> {
  if (labels.length === 0) return new Map();
  const rows = await db
    .select({ label: harvestPlants.label, name: harvests.name })
    .from(harvestPlants)
    .innerJoin(harvests, and(eq(harvests.orgId, membership.orgId), eq(harvests.id, harvestPlants.harvestId)))
    .where(
      and(
        eq(harvestPlants.orgId, membership.orgId),
        isOneOf(harvestPlants.label, labels),
        sql`${harvestPlants.isWhole} and ${harvestPlants.state} not in ('REFUSED', 'UNDONE') and ${harvestPlants.harvestId} <> ${harvestId}`,
      ),
    );
  return new Map(rows.map(({ label, name }) => [label, name]));
}

/** Flowering plants that a harvest can still take: of its strain, in no other that takes them whole, and not in it yet. */
export async function readAvailable(ctx: Read, harvest: HarvestRecord, strainName: string): Promise<AvailablePlant[]> {
  const all = await readFlowering(ctx, harvest.licenseId, { strainName });
  const labels = all.map(({ label }) => label);
  if (labels.length === 0) return [];
  const own = await ctx.db
    .select({ label: harvestPlants.label })
    .from(harvestPlants)
    .where(and(eq(harvestPlants.orgId, ctx.membership.orgId), eq(harvestPlants.harvestId, harvest.id)));
  const taken = await readTaken(ctx, harvest.id, labels);
  const isIn = new Set(own.map(({ label }) => label));
  return all.filter(({ label }) => !isIn.has(label) && !taken.has(label));
}
