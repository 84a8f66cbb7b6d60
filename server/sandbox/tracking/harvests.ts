import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { TRACKING_UNITS, type TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import type { Db } from '../../db/client';
import { licenses, sandboxHarvests, sandboxPlants, sandboxWaste } from '../../db/schema';
import { UNIT_NAMES } from '../../integrations/tracking/tracking-units';
import type { Fault } from '../faults';
import { fillGrown, toHarvest, toPlant } from './grown';
import { serveHarvestWrites } from './harvest-writes';
import type { Tools } from './packages';
import { beginningOf, envelope, listedUntil, orderOf, pageOf, placeOf, type Query } from './page';

/** Which kinds of license grow. */
const GROWERS = ['CULTIVATOR', 'MICROBUSINESS'];
const PLANT_LISTS = ['vegetative', 'flowering', 'onhold', 'inactive'] as const;
const HARVEST_LISTS = ['active', 'onhold', 'inactive'] as const;
export const WASTE_TYPES = ['Fibrous', 'Stems and leaves', 'Trim', 'Root balls'];
const QUANTITY_TYPES = { count: 'CountBased', weight: 'WeightBased', volume: 'VolumeBased' } as const;

/** Every unit there is, as the tracking system lists them. */
export const unitsListed = () =>
  Object.entries(TRACKING_UNITS).map(([unit, { measures }]) => ({
    QuantityType: QUANTITY_TYPES[measures],
    Name: UNIT_NAMES[unit as TrackingUnit],
    Abbreviation: unit,
  }));

type Asked = Query & { harvestId?: string };

/** Serves the plants, harvests and kinds of waste of licenses to grow, takes what is written of them, and the units all measure in. */
export function serveHarvests(scope: FastifyInstance, api: string, tools: Tools): void {
  const { db, records, opens, faults } = tools;
  const served = (
    path: string,
    forGrowers: boolean,
    answer: (of: {
      licenseNumber: string;
      query: Asked;
      key: string;
      on: ReadonlySet<Fault>;
      reply: FastifyReply;
    }) => unknown,
  ) =>
    scope.get<{ Querystring: Asked; Params: { key?: string } }>(`${api}${path}`, async (request, reply) => {
      const { licenseNumber = '' } = request.query;
      if (!(await opens(request, reply, licenseNumber))) return reply;
      if (forGrowers) {
        if (!(await grows(db, licenseNumber))) return refuseGrowing(reply);
        await fillGrown(db, records, licenseNumber);
      }
      const { query, params } = request;
      return answer({ licenseNumber, query, key: params.key ?? '', on: faults(request), reply });
    });

  for (const list of PLANT_LISTS)
    served(`/plants/v2/${list}`, true, async ({ licenseNumber, query, on }) => {
      const { where, size, from } = asked(sandboxPlants, licenseNumber, list, { query, on });
      const rows = await db
        .select()
        .from(sandboxPlants)
        .where(where)
        .orderBy(orderOf(on, sandboxPlants.id))
        .limit(size)
        .offset(from);
      return envelope(rows.map(toPlant), await db.$count(sandboxPlants, where), query);
    });
  for (const list of HARVEST_LISTS)
    served(`/harvests/v2/${list}`, true, async ({ licenseNumber, query, on }) => {
      const { where, size, from } = asked(sandboxHarvests, licenseNumber, list, { query, on });
      const rows = await db
        .select()
        .from(sandboxHarvests)
        .where(where)
        .orderBy(orderOf(on, sandboxHarvests.id))
        .limit(size)
        .offset(from);
      return envelope(rows.map(toHarvest), await db.$count(sandboxHarvests, where), query);
    });
  served('/plants/v2/:key', true, async ({ licenseNumber, key, reply }) => {
    const ofKey = and(eq(sandboxPlants.licenseNumber, licenseNumber), eq(sandboxPlants.label, key));
    const [found] = await db.select().from(sandboxPlants).where(ofKey);
    return found ? toPlant(found) : reply.status(404).send({ Message: 'No such plant.' });
  });
  served('/harvests/v2/:key', true, async ({ licenseNumber, key, reply }) => {
    const ofKey = and(eq(sandboxHarvests.licenseNumber, licenseNumber), eq(sandboxHarvests.id, Number(key) || 0));
    const [found] = await db.select().from(sandboxHarvests).where(ofKey);
    return found ? toHarvest(found) : reply.status(404).send({ Message: 'No such harvest.' });
  });
  served('/harvests/v2/waste', true, async ({ licenseNumber, query, on }) => {
    const ofHarvest = and(
      eq(sandboxWaste.licenseNumber, licenseNumber),
      eq(sandboxWaste.harvestId, Number(query.harvestId) || 0),
    );
    const { size, from } = placeOf(query);
    const rows = await db
      .select()
      .from(sandboxWaste)
      .where(ofHarvest)
      .orderBy(orderOf(on, sandboxWaste.id))
      .limit(size)
      .offset(beginningOf(on, from));
    return envelope(rows.map(toWaste), await db.$count(sandboxWaste, ofHarvest), query);
  });
  served('/harvests/v2/waste/types', true, ({ query }) =>
    pageOf(
      WASTE_TYPES.map((Name) => ({ Name })),
      query,
    ),
  );
  served('/unitsofmeasure/v2/active', false, unitsListed);
  serveHarvestWrites(scope, api, tools, async (licenseNumber, reply) => {
    if (!(await grows(db, licenseNumber))) {
      await refuseGrowing(reply);
      return true;
    }
    await fillGrown(db, records, licenseNumber);
    return false;
  });
}

const refuseGrowing = (reply: FastifyReply) =>
  reply.status(401).send({ Message: 'This facility has no permission to grow.' });

async function grows(db: Db, licenseNumber: string): Promise<boolean> {
  const found = await db
    .select({ type: licenses.licenseType })
    .from(licenses)
    .where(eq(licenses.licenseNumber, licenseNumber));
  return found.some(({ type }) => GROWERS.includes(type));
}

/** The rows of a list that changed within the asked time, and which of them the page has, as the faults say. */
function asked(
  table: typeof sandboxPlants | typeof sandboxHarvests,
  licenseNumber: string,
  list: string,
  { query, on }: { query: Query; on: ReadonlySet<Fault> },
): { where: SQL | undefined; size: number; from: number } {
  const { lastModifiedStart: since, lastModifiedEnd: until } = query;
  const listed = listedUntil(on);
  const where = and(
    sql`${table.licenseNumber} = ${licenseNumber} and ${table.list} = ${list}`,
    since ? gte(table.modifiedAt, new Date(since)) : undefined,
    until ? lte(table.modifiedAt, new Date(until)) : undefined,
    listed ? lte(table.modifiedAt, listed) : undefined,
  );
  const { size, from } = placeOf(query);
  return { where, size, from: beginningOf(on, from) };
}

const toWaste = ({ id, wasteType, weight, unit, actualDate }: typeof sandboxWaste.$inferSelect) => ({
  Id: id,
  WasteTypeName: wasteType,
  UnitOfWeightName: unit,
  WasteWeight: Number(weight),
  ActualDate: actualDate,
});
