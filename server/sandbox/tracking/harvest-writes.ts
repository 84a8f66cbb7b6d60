import { and, eq, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { convertUnits } from '../../../domain/catalogue/units/convert-units';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import { add, compare, subtract } from '../../../domain/money';
import type { Db } from '../../db/client';
import {
  licenses,
  sandboxHarvests,
  sandboxPackages,
  sandboxPlants,
  sandboxRecords,
  sandboxWaste,
  trackingItems,
} from '../../db/schema';
import type {
  HarvestFinishWrite,
  HarvestPackageWrite,
  HarvestWasteWrite,
  PlantHarvestWrite,
  PlantsRestoreWrite,
} from '../../integrations/tracking/tracking-harvests';
import { UNIT_NAMES } from '../../integrations/tracking/tracking-units';
import { refusesWrite } from '../faults';
import { type MadeOf, serveDiscontinuing } from './discontinue';
import { currentOf } from './grown';
import { ITEM, locationsOf } from './items';
import { ofLicense, type Tools } from './packages';
import type { Query } from './page';
import { inUnitOf, takePlants, unitNamed } from './take-plants';
import { type TakeAll, takeEach, takesWrites } from './take-writes';

type Harvest = typeof sandboxHarvests.$inferSelect;
/** Refuses licenses that grow nothing, and says whether it did. */
type Refuses = (licenseNumber: string, reply: FastifyReply) => Promise<boolean>;

/** Takes harvested plants, what is packaged and thrown away of harvests, their end, and what is taken back. */
export function serveHarvestWrites(scope: FastifyInstance, api: string, tools: Tools, refuses: Refuses): void {
  const { db, opens, faults } = tools;
  const takes = <One>(
    method: 'POST' | 'PUT',
    path: string,
    tagOf: (one: One) => string,
    takeAll: TakeAll<One>,
    answer?: (written: readonly One[]) => object | null,
  ) =>
    takesWrites<One>(
      scope,
      {
        method,
        url: `${api}${path}`,
        tagOf,
        async refuses(request, reply) {
          if (path.endsWith('/finish') && faults(request).has('endless')) {
            reply.status(401).send({ Message: 'You do not have permission to finish harvests.' });
            return true;
          }
          return refuses((request.query as Query).licenseNumber ?? '', reply);
        },
        ...(answer && { answer }),
      },
      tools,
      takeAll,
    );
  const plantOf = ({ Plant }: PlantHarvestWrite) => Plant;
  const noTag = () => '';
  takes('PUT', '/plants/v2/harvest', plantOf, takePlants('WholePlant'), () => null);
  takes('POST', '/plants/v2/manicure', plantOf, takePlants('Product'), () => ({ Ids: [], Warnings: null }));
  takes('POST', '/harvests/v2/packages', ({ Tag }: HarvestPackageWrite) => Tag, takeEach(packageOf('NotSubmitted')));
  takes(
    'POST',
    '/harvests/v2/packages/testing',
    ({ Tag }: HarvestPackageWrite) => Tag,
    takeEach(packageOf('SubmittedForTesting')),
  );
  takes('POST', '/harvests/v2/waste', noTag, takeEach(wasteOf));
  takes(
    'PUT',
    '/harvests/v2/restore/harvestedplants',
    ({ PlantTags: [tag = ''] }: PlantsRestoreWrite) => tag,
    takeEach(restore),
  );
  takes('PUT', '/harvests/v2/finish', noTag, takeEach(finish));
  takes('PUT', '/harvests/v2/unfinish', noTag, takeEach(unfinish));

  serveDiscontinuing(scope, api, tools);
  scope.delete<{ Querystring: Query; Params: { id: string } }>(
    `${api}/harvests/v2/waste/:id`,
    async (request, reply) => {
      const licenseNumber = request.query.licenseNumber ?? '';
      if (!(await opens(request, reply, licenseNumber))) return reply;
      if (await refuses(licenseNumber, reply)) return reply;
      if (refusesWrite(faults(request), [], reply)) return reply;
      const why = await db.transaction((tx) => deleteWaste(tx, licenseNumber, Number(request.params.id) || 0));
      if (why !== null) return reply.status(404).send({ Message: why });
      if (faults(request).has('mute')) return reply.status(504).send({ Message: 'No answer in time.' });
      return {};
    },
  );
}

const change = (tx: Db, { id }: Pick<Harvest, 'id'>, values: Partial<Harvest>) =>
  tx
    .update(sandboxHarvests)
    .set({ ...values, modifiedAt: sql`clock_timestamp()` as never })
    .where(eq(sandboxHarvests.id, id));

async function lockHarvest(tx: Db, licenseNumber: string, id: number): Promise<Harvest | undefined> {
  const ofId = and(eq(sandboxHarvests.licenseNumber, licenseNumber), eq(sandboxHarvests.id, id));
  const [found] = await tx.select().from(sandboxHarvests).where(ofId).for('update');
  return found;
}

/** An open harvest, and what is taken of it in its unit; or why it can't be. */
async function taking(tx: Db, licenseNumber: string, id: number, weight: number, unit: string) {
  const found = await lockHarvest(tx, licenseNumber, id);
  if (found === undefined || found.list !== 'active') return `${id} is not an active harvest.`;
  const taken = inUnitOf(found, weight, unit);
  if (taken === null || weight <= 0) return `${weight} ${unit} is no weight.`;
  if (compare(taken, String(currentOf(found))) > 0)
    return `${found.name} has only ${currentOf(found)} ${found.unit} left.`;
  return { found, taken };
}

const packageOf =
  (labState: string) =>
  async (tx: Db, licenseNumber: string, one: HarvestPackageWrite): Promise<string | null> => {
    const [used] = await tx.select().from(sandboxPackages).where(ofLicense(licenseNumber, one.Tag));
    if (used) return `The tag ${one.Tag} is in use.`;
    const location = locationsOf(licenseNumber).find(({ Name }) => Name === one.Location);
    if (location === undefined) return `${one.Location} is not a location of this facility.`;
    const item = await findItem(tx, licenseNumber, one.Item);
    if (item === null) return `${one.Item} is not an item of this facility.`;
    const unit = unitNamed(one.UnitOfWeight);
    if (unit === undefined) return `${one.UnitOfWeight} is no unit.`;
    let quantity = '0';
    const names: string[] = [];
    const of: MadeOf['of'] = [];
    for (const { HarvestId, Weight, UnitOfWeight } of one.Ingredients) {
      const from = await taking(tx, licenseNumber, HarvestId, Weight, UnitOfWeight);
      if (typeof from === 'string') return from;
      const { found, taken } = from;
      await change(tx, found, { packaged: add(found.packaged, taken), packageCount: found.packageCount + 1 });
      quantity = add(quantity, convertUnits(taken, found.unit as TrackingUnit, unit) ?? '0');
      names.push(found.name);
      of.push({ id: found.id, weight: taken });
    }
    await tx.insert(sandboxPackages).values({
      licenseNumber,
      list: 'active',
      label: one.Tag,
      quantity,
      data: {
        Item: item,
        UnitOfMeasureName: one.UnitOfWeight,
        LabTestingState: labState,
        SourceHarvestNames: names.join(', '),
        LocationId: location.Id,
        LocationName: location.Name,
        PackagedDate: one.ActualDate,
        MadeOf: { quantity, of } satisfies MadeOf,
      },
    });
    return null;
  };

/** An item that was added there, or that Verdant knows of the license. */
async function findItem(tx: Db, licenseNumber: string, name: string) {
  const [added] = await tx
    .select()
    .from(sandboxRecords)
    .where(
      and(
        eq(sandboxRecords.standIn, 'tracking'),
        eq(sandboxRecords.kind, ITEM),
        eq(sandboxRecords.subject, licenseNumber),
        sql`${sandboxRecords.data} ->> 'Name' = ${name}`,
      ),
    );
  if (added) return { Id: added.id, ...(added.data as object) };
  const [license] = await tx
    .select({ id: licenses.id, orgId: licenses.orgId })
    .from(licenses)
    .where(eq(licenses.licenseNumber, licenseNumber));
  if (license === undefined) return null;
  const [known] = await tx
    .select()
    .from(trackingItems)
    .where(
      and(
        eq(trackingItems.orgId, license.orgId),
        eq(trackingItems.licenseId, license.id),
        eq(trackingItems.name, name),
      ),
    );
  return known
    ? {
        Id: known.trackingId,
        Name: known.name,
        ProductCategoryName: known.categoryName,
        StrainName: known.strainName,
        UnitOfMeasureName: UNIT_NAMES[known.unitOfMeasure as TrackingUnit],
      }
    : null;
}

async function wasteOf(tx: Db, licenseNumber: string, one: HarvestWasteWrite): Promise<string | null> {
  const from = await taking(tx, licenseNumber, one.Id, one.WasteWeight, one.UnitOfWeight);
  if (typeof from === 'string') return from;
  const { found, taken } = from;
  await change(tx, found, { waste: add(found.waste, taken) });
  await tx.insert(sandboxWaste).values({
    licenseNumber,
    harvestId: found.id,
    wasteType: one.WasteType,
    weight: String(one.WasteWeight),
    unit: one.UnitOfWeight,
    actualDate: one.ActualDate,
  });
  return null;
}

async function deleteWaste(tx: Db, licenseNumber: string, id: number): Promise<string | null> {
  const ofId = and(eq(sandboxWaste.licenseNumber, licenseNumber), eq(sandboxWaste.id, id));
  const [gone] = await tx.delete(sandboxWaste).where(ofId).returning();
  if (gone === undefined) return `${id} is no waste of this facility.`;
  const found = await lockHarvest(tx, licenseNumber, gone.harvestId);
  if (found)
    await change(tx, found, { waste: subtract(found.waste, inUnitOf(found, Number(gone.weight), gone.unit) ?? '0') });
  return null;
}

async function restore(tx: Db, licenseNumber: string, one: PlantsRestoreWrite): Promise<string | null> {
  for (const tag of one.PlantTags) {
    const found = await lockHarvest(tx, licenseNumber, one.HarvestId);
    if (found === undefined || found.list !== 'active') return `${one.HarvestId} is not an active harvest.`;
    const ofTag = and(eq(sandboxPlants.licenseNumber, licenseNumber), eq(sandboxPlants.label, tag));
    const [plant] = await tx.select().from(sandboxPlants).where(ofTag).for('update');
    if (plant === undefined || plant.harvestId !== found.id) return `${tag} is not a plant of this harvest.`;
    const { HarvestedWetWeight: weight, HarvestedUnitOfWeightName: unit } = plant.data as {
      HarvestedWetWeight: number;
      HarvestedUnitOfWeightName: string;
    };
    const back = inUnitOf(found, weight, unit) ?? '0';
    if (compare(back, String(currentOf(found))) > 0)
      return `${found.name} has only ${currentOf(found)} ${found.unit} left.`;
    await tx
      .update(sandboxPlants)
      .set({
        list: 'flowering',
        harvestId: null,
        harvestCount: plant.harvestCount - 1,
        data: sql`${sandboxPlants.data} || '{"State": "Tracked", "HarvestedWetWeight": null, "HarvestedDate": null}'`,
        modifiedAt: sql`clock_timestamp()`,
      })
      .where(ofTag);
    await change(tx, found, { restored: add(found.restored, back), plantCount: found.plantCount - 1 });
  }
  return null;
}

async function finish(tx: Db, licenseNumber: string, { Id, ActualDate }: HarvestFinishWrite): Promise<string | null> {
  const found = await lockHarvest(tx, licenseNumber, Id);
  if (found === undefined || found.list !== 'active') return `${Id} is not an active harvest.`;
  await change(tx, found, { list: 'inactive', finishedOn: ActualDate });
  return null;
}

async function unfinish(tx: Db, licenseNumber: string, { Id }: { Id: number }): Promise<string | null> {
  const found = await lockHarvest(tx, licenseNumber, Id);
  if (found === undefined || found.list !== 'inactive') return `${Id} is not a finished harvest.`;
  await change(tx, found, { list: 'active', finishedOn: null });
  return null;
}
