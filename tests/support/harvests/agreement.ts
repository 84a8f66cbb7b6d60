import { and, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { howMuchMore } from '../../../domain/inventory/reconciliation/harvest-difference';
import { subtract, sum } from '../../../domain/money';
import type { Db } from '../../../server/db/client';
import {
  harvestIngredients,
  harvestPackages,
  harvestPlants,
  harvests,
  harvestWaste,
  intakePackages,
  sandboxHarvests,
  sandboxPackages,
  sandboxPlants,
  sandboxRecords,
  sandboxWaste,
  trackingRecords,
  trackingWrites,
  transferPackages,
  transfers,
} from '../../../server/db/schema';
import { UNIT_NAMES } from '../../../server/integrations/tracking/tracking-units';
import { type SandboxTransfer, TRANSFER } from '../../../server/sandbox/tracking/incoming';
import { differencesOf } from '../inventory/tracking-state';
import type { SellerFixture } from '../organization/factories';

type Seller = Pick<SellerFixture, 'org' | 'license'>;
type Row = Record<string, unknown>;

const number = (value: string | number | null) => Number(value ?? 0);
const inOrder = (rows: readonly Row[]) => rows.map((one) => JSON.stringify(one)).sort();

/** Everything of a seller's harvests, all in grams. */
export async function ourHarvests(db: Db, { org }: Pick<Seller, 'org'>) {
  const orgId = org.id;
  return {
    all: await db.select().from(harvests).where(eq(harvests.orgId, orgId)).orderBy(harvests.id),
    plants: await db.select().from(harvestPlants).where(eq(harvestPlants.orgId, orgId)).orderBy(harvestPlants.id),
    made: await db.select().from(harvestPackages).where(eq(harvestPackages.orgId, orgId)).orderBy(harvestPackages.id),
    ingredients: await db.select().from(harvestIngredients).where(eq(harvestIngredients.orgId, orgId)),
    waste: await db.select().from(harvestWaste).where(eq(harvestWaste.orgId, orgId)).orderBy(harvestWaste.id),
  };
}

/**
 * What must hold whenever nothing is under way: the tracking system has each harvest, plant, package and record of waste
 * that we say it has, with our figures, and no other; what others changed of a harvest's waste there is accepted or differs in
 * the inbox; and what it refused says why, here and in the inbox.
 */
export async function expectHarvestsAgree(db: Db, seller: Seller): Promise<void> {
  const { licenseNumber } = seller.license;
  const { all, plants, made, ingredients, waste } = await ourHarvests(db, seller);
  const pending = and(eq(trackingWrites.orgId, seller.org.id), eq(trackingWrites.state, 'PENDING'));
  expect(await db.select().from(trackingWrites).where(pending)).toEqual([]);
  expect([...all.filter(({ state }) => state === 'SUBMITTING'), ...isWaiting(plants, made, waste)]).toEqual([]);
  const is =
    (...states: string[]) =>
    ({ state }: { state: string }) =>
      states.includes(state);
  const numberOf = new Map(all.map((one) => [one.id, one.trackingId]));
  // How much more waste there is than here, by the inbox.
  const differing = new Map(
    (await differencesOf(db, seller)).flatMap(({ harvestId, kind, settledAt, ...sides }) =>
      kind === 'WASTE' && settledAt === null ? [[numberOf.get(harvestId ?? 0), howMuchMore(sides)] as const] : [],
    ),
  );

  const ofOurs = (harvestId: number) => {
    const own = plants.filter((one) => one.harvestId === harvestId);
    const sentMade = new Set(made.filter(is('SENT')).map(({ id }) => id));
    const taken = ingredients.filter((one) => one.harvestId === harvestId && sentMade.has(one.packageId));
    const thrown = waste.filter((one) => one.harvestId === harvestId && one.state === 'SENT');
    const weights = (rows: readonly { weight: string | null }[]) =>
      number(sum(rows.map(({ weight }) => weight ?? '0')));
    return {
      plants: own.filter(is('SENT')).length,
      wet: weights(own.filter(is('SENT', 'UNDONE'))),
      restored: weights(own.filter(is('UNDONE'))),
      packages: taken.length,
      packaged: weights(taken),
      waste: weights(thrown),
    };
  };
  const theirs = (
    await db.select().from(sandboxHarvests).where(eq(sandboxHarvests.licenseNumber, licenseNumber))
  ).filter(({ name }) => name.includes(OURS));
  expect(
    inOrder(
      theirs.map((one) => ({
        id: one.id,
        name: one.name,
        day: one.harvestDate,
        place: one.location,
        strain: one.strain,
        type: one.harvestType,
        state: one.list === 'active' ? 'SUBMITTED' : 'FINISHED',
        finished: one.finishedOn,
        plants: one.plantCount,
        wet: number(one.wet),
        restored: number(one.restored),
        packages: one.packageCount,
        packaged: number(one.packaged),
        waste: number(subtract(one.waste, differing.get(one.id) ?? '0')),
      })),
    ),
  ).toEqual(
    inOrder(
      all
        .filter(({ state }) => state !== 'ACTIVE')
        .map((one) => ({
          id: one.trackingId,
          name: one.name,
          day: one.harvestDate,
          place: one.dryingLocationName,
          strain: one.strainName,
          type: one.harvestType,
          state: one.state,
          finished: one.finishedOn,
          ...ofOurs(one.id),
          waste: number(sum([ofOurs(one.id).waste, one.outsideWaste])),
        })),
    ),
  );

  const theirPlants = await db.select().from(sandboxPlants).where(eq(sandboxPlants.licenseNumber, licenseNumber));
  const whole = plants.filter((one) => one.isWhole && one.state === 'SENT');
  expect(
    inOrder(
      theirPlants
        .filter(({ harvestId }) => harvestId !== null)
        .map(({ label, list, harvestId, data }) => ({
          label,
          list,
          harvestId,
          weight: number((data as { HarvestedWetWeight: number }).HarvestedWetWeight),
        })),
    ),
  ).toEqual(
    inOrder(
      whole.map(({ label, harvestId, weight }) => ({
        label,
        list: 'inactive',
        harvestId: numberOf.get(harvestId),
        weight: number(weight),
      })),
    ),
  );
  const times = Map.groupBy(plants.filter(is('SENT')), ({ label }) => label);
  for (const { label, harvestCount } of theirPlants)
    expect([label, harvestCount]).toEqual([label, times.get(label)?.length ?? 0]);

  const theirWaste = await db.select().from(sandboxWaste).where(eq(sandboxWaste.licenseNumber, licenseNumber));
  expect(
    inOrder(
      theirWaste.map((one) => ({
        of: one.harvestId,
        type: one.wasteType,
        weight: number(one.weight),
        unit: one.unit,
        day: one.actualDate,
      })),
    ),
  ).toEqual(
    inOrder(
      waste.filter(is('SENT')).map((one) => ({
        of: numberOf.get(one.harvestId),
        type: one.wasteType,
        weight: number(one.weight),
        unit: UNIT_NAMES[one.unitOfMeasure as 'g'],
        day: one.wastedOn,
      })),
    ),
  );

  const theirPackages = await db.select().from(sandboxPackages).where(eq(sandboxPackages.licenseNumber, licenseNumber));
  const fromHarvests = theirPackages.flatMap(({ label, data }) => {
    const { SourceHarvestNames: from } = data as { SourceHarvestNames?: string };
    return from === undefined ? [] : [{ label, from }];
  });
  const nameOf = new Map(all.map(({ id, name }) => [id, name]));
  expect(inOrder(fromHarvests)).toEqual(
    inOrder(made.filter(is('SENT')).map(({ label, harvestId }) => ({ label, from: nameOf.get(harvestId) }))),
  );

  await expectRefusalsTold(db, seller, { plants, made, waste });
  await expectListsAgree(db, seller);
}

/** What tells harvests of these simulations from those the sandbox has at first. */
export const OURS = 'month';

type Records = Pick<Awaited<ReturnType<typeof ourHarvests>>, 'plants' | 'made' | 'waste'>;

const isWaiting = (...all: readonly { state: string }[][]) => all.flat().filter(({ state }) => state === 'WAITING');

/** Whatever was refused says why, and so does the inbox. */
async function expectRefusalsTold(db: Db, seller: Seller, { plants, made, waste }: Records): Promise<void> {
  const told = (await differencesOf(db, seller)).filter(({ kind }) => kind === 'REFUSED');
  const inbox = new Set(told.map(({ label, theirs }) => `${label}: ${theirs}`));
  for (const { state, label, problem } of [...plants, ...made])
    if (state === 'REFUSED') expect([...inbox]).toContain(`${label}: ${problem}`);
  const why = new Set(told.map(({ theirs }) => theirs));
  for (const { state, problem } of waste) if (state === 'REFUSED') expect([...why]).toContain(problem);
}

/** Plants and harvests as last read are as they are there, each in its one list. */
async function expectListsAgree(db: Db, { org, license }: Seller): Promise<void> {
  const read = await db
    .select({ list: trackingRecords.list, data: trackingRecords.data })
    .from(trackingRecords)
    .where(
      and(
        eq(trackingRecords.orgId, org.id),
        eq(trackingRecords.licenseId, license.id),
        sql`${trackingRecords.list} ~ '^(plants|harvests) '`,
      ),
    );
  const words = (of: string) =>
    read.flatMap(({ list, data }) => {
      const one = data as Row;
      if (!list.startsWith(of)) return [];
      return of === 'plants'
        ? { list, label: one.Label, harvestId: one.HarvestId }
        : { list, id: one.Id, wet: one.TotalWetWeight, waste: one.TotalWasteWeight, packaged: one.TotalPackagedWeight };
    });
  const plants = await db.select().from(sandboxPlants).where(eq(sandboxPlants.licenseNumber, license.licenseNumber));
  expect(inOrder(words('plants'))).toEqual(
    inOrder(plants.map(({ list, label, harvestId }) => ({ list: `plants ${list}`, label, harvestId }))),
  );
  const theirs = await db
    .select()
    .from(sandboxHarvests)
    .where(eq(sandboxHarvests.licenseNumber, license.licenseNumber));
  expect(inOrder(words('harvests'))).toEqual(
    inOrder(
      theirs.map(({ list, id, wet, waste, packaged }) => ({
        list: `harvests ${list}`,
        id,
        wet: number(wet),
        waste: number(waste),
        packaged: number(packaged),
      })),
    ),
  );
}

/** The transfers to a seller's license, as the tracking system has them. */
export async function theirTransfers(db: Db, { license }: Pick<Seller, 'license'>) {
  const rows = await db
    .select()
    .from(sandboxRecords)
    .where(and(eq(sandboxRecords.kind, TRANSFER), eq(sandboxRecords.subject, license.licenseNumber)))
    .orderBy(sandboxRecords.id);
  return rows.map(({ id, data }) => ({ id, ...(data as SandboxTransfer) }));
}

/**
 * Each transfer and each package on it is as the tracking system has it, whatever happened at the dock; what left a
 * manifest stays only where somebody acted on it.
 */
export async function expectTransfersAgree(db: Db, seller: Seller): Promise<void> {
  const orgId = seller.org.id;
  const ours = await db.select().from(transfers).where(eq(transfers.orgId, orgId));
  const carried = await db.select().from(transferPackages).where(eq(transferPackages.orgId, orgId));
  const acted = await db.select().from(intakePackages).where(eq(intakePackages.orgId, orgId));
  const theirs = await theirTransfers(db, seller);
  expect(
    inOrder(
      ours.map((one) => ({
        manifest: one.manifestNumber,
        from: one.shipperLicense,
        voided: one.isVoided,
        received: one.receivedAt?.toISOString() ?? null,
        changed: one.modifiedAt.toISOString(),
        packages: carried
          .filter(({ transferId, leftAt }) => transferId === one.id && leftAt === null)
          .map(({ label, quantity, state, receivedQuantity, labState }) => [
            label,
            number(quantity),
            state,
            receivedQuantity === null ? null : number(receivedQuantity),
            labState,
          ])
          .sort(),
      })),
    ),
  ).toEqual(
    inOrder(
      theirs.map((one) => ({
        manifest: one.ManifestNumber,
        from: one.ShipperFacilityLicenseNumber,
        voided: one.IsVoided,
        received: one.ReceivedDateTime,
        changed: one.LastModified,
        packages: one.packages
          .map((each) => [
            each.PackageLabel,
            each.ShippedQuantity,
            each.ShipmentPackageState.toUpperCase(),
            each.ReceivedQuantity,
            each.LabTestingState,
          ])
          .sort(),
      })),
    ),
  );
  const places = new Set(acted.map(({ transferId, label }) => `${transferId} ${label}`));
  for (const { transferId, label, leftAt } of carried)
    if (leftAt !== null) expect([...places]).toContain(`${transferId} ${label}`);
}
