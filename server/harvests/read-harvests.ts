import { and, asc, desc, eq, exists, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { sumInUnit } from '../../domain/catalogue/units/convert-units';
import type { TrackingUnit } from '../../domain/catalogue/units/tracking-units';
import { notFound } from '../../domain/errors';
import { balanceOf, type Weighed, withOutside } from '../../domain/harvests/balance';
import type {
  Harvest,
  HarvestPackage,
  HarvestPlant,
  HarvestRow,
  HarvestWaste,
  SentState,
} from '../../domain/harvests/harvest';
import { whyTouched } from '../../domain/harvests/undo';
import { compare, isEqual, sum } from '../../domain/money';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import {
  harvestIngredients,
  harvestPackages,
  harvestPlants,
  harvests,
  harvestWaste,
  licenses,
  orgUsers,
  packages,
  trackingItems,
  trackingWrites,
  users,
} from '../db/schema';
import { visibleHarvests } from '../db/visibility';
import type { HarvestRecord } from './find-harvest';
import { type Group, groupRecords, outsideOf } from './group-records';
import { readChanges } from './read-changes';

type Read = Pick<Ctx, 'db' | 'membership'>;
/** More harvests of a license than a list shows. */
const MOST_LISTED = 500;

/** Harvests the caller sees, the latest first. */
export async function loadHarvestRows(ctx: Read, where: SQL | undefined, most = MOST_LISTED): Promise<HarvestRow[]> {
  const found = await ctx.db
    .select()
    .from(harvests)
    .where(and(visibleHarvests(ctx.membership), where))
    .orderBy(desc(harvests.harvestDate), desc(harvests.id))
    .limit(most);
  return toRows(ctx, found);
}

/** Records of harvests with what is counted and weighed of them. */
export async function toRows(ctx: Read, found: readonly HarvestRecord[]): Promise<HarvestRow[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const { plants, packages, packaged, waste } = await groupRecords(ctx.db, ctx.membership.orgId, ids);
  const problems = await findProblems(ctx, ids);
  const states = await findStates(ctx, found);
  return found.map((own) => {
    const of = (groups: readonly Group[]) => groups.filter(({ harvestId }) => harvestId === own.id);
    const unit = own.unitOfMeasure as TrackingUnit;
    const records = [...of(plants), ...of(packages), ...of(waste)];
    const inHarvest = of(plants).filter(({ state }) => state !== 'UNDONE');
    const count = (...states: SentState[]) =>
      records.reduce((all, one) => all + (states.includes(one.state) ? one.count : 0), 0);
    return {
      id: own.id,
      licenseId: own.licenseId,
      usState: states.get(own.licenseId) ?? '',
      name: own.name,
      harvestDate: own.harvestDate,
      strainId: own.strainId,
      strainName: own.strainName,
      dryingLocationId: own.dryingLocationId,
      dryingLocationName: own.dryingLocationName,
      defaultUnitOfMeasureAbbreviation: unit,
      harvestType: own.harvestType,
      state: own.state,
      plantCount: inHarvest.reduce((all, one) => all + one.count, 0),
      weighedCount: inHarvest.reduce((all, one) => all + one.weighed, 0),
      packageCount: of(packaged).reduce(
        (all, one) => all + (one.state === 'REFUSED' || one.state === 'UNDONE' ? 0 : one.count),
        0,
      ),
      balance: balanceOf(
        withOutside({ plants: of(plants), packaged: of(packaged), waste: of(waste) }, outsideOf(own), unit),
        { unit, state: own.state },
      ),
      submission: {
        sent: count('SENT', 'UNDONE'),
        waiting: count('WAITING'),
        refused: count('REFUSED'),
        total: count('SENT', 'UNDONE', 'WAITING', 'REFUSED'),
        problem: problems.get(own.id) ?? null,
      },
      submitted: own.submittedAt?.toISOString() ?? null,
      finishedDate: own.finishedOn,
      // Nothing changes a finished harvest.
      finishedAt: own.state === 'FINISHED' ? own.updatedAt.toISOString() : null,
      endProblem: own.endProblem,
      created: own.createdAt.toISOString(),
      version: own.version,
    };
  });
}

async function findStates({ db }: Read, found: readonly HarvestRecord[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: licenses.id, usState: licenses.usState })
    .from(licenses)
    .where(isOneOf(licenses.id, [...new Set(found.map(({ licenseId }) => licenseId))]));
  return new Map(rows.map(({ id, usState }) => [id, usState]));
}

/** Since when the tracking system may have what was recorded of a harvest. */
const recordedOf = ({ createdAt }: { createdAt: Date }, submittedAt: Date | null): string | null =>
  submittedAt && (createdAt > submittedAt ? createdAt : submittedAt).toISOString();

/** Why what is to be sent of harvests doesn’t go on. */
async function findProblems({ db, membership }: Read, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ harvestId: trackingWrites.harvestId, problem: trackingWrites.problem })
    .from(trackingWrites)
    .where(
      and(
        eq(trackingWrites.orgId, membership.orgId),
        eq(trackingWrites.state, 'PENDING'),
        isNotNull(trackingWrites.problem),
        inArray(trackingWrites.harvestId, [...ids]),
      ),
    )
    .orderBy(desc(trackingWrites.id));
  return new Map(rows.flatMap(({ harvestId, problem }) => (harvestId && problem ? [[harvestId, problem]] : [])));
}

type PlantRow = Pick<HarvestPlant, 'label' | 'weight' | 'origin' | 'weighedBy' | 'device' | 'state' | 'problem'> & {
  id: number | string;
  unit: TrackingUnit;
  weighed: string | Date | null;
};

/** A harvest’s plants in the order they were added. Read raw: mapped column by column, thousands of them take most of the call. */
export async function loadPlants(
  { db, membership }: Read,
  harvestId: number,
  where?: SQL | undefined,
): Promise<HarvestPlant[]> {
  const { id, label, weight, unitOfMeasure, origin, weighedAt, weighedBy, device, state, problem } = harvestPlants;
  const { rows } = await db.execute<PlantRow>(sql`
    select ${id} as id, ${label} as label, ${weight} as weight, ${unitOfMeasure} as unit, ${origin} as origin,
           ${users.firstName} || ' ' || ${users.lastName} as "weighedBy", ${weighedAt} as weighed, ${device} as device,
           ${state} as state, ${problem} as problem
      from ${harvestPlants}
      left join ${orgUsers} on ${orgUsers.id} = ${weighedBy}
      left join ${users} on ${users.id} = ${orgUsers.userId}
     where ${and(eq(harvestPlants.orgId, membership.orgId), eq(harvestPlants.harvestId, harvestId), where)}
     order by ${id}`);
  return rows.map((row) => ({
    id: Number(row.id),
    label: row.label,
    weight: row.weight,
    unitOfMeasureAbbreviation: row.unit,
    origin: row.origin,
    weighedBy: row.origin === null ? null : (row.weighedBy ?? ''),
    weighed: row.weighed && new Date(row.weighed).toISOString(),
    device: row.device,
    state: row.state,
    problem: row.problem,
  }));
}

/** The packages made of a harvest, or that it is part of. */
export async function loadHarvestPackages({ db, membership }: Read, harvestId: number): Promise<HarvestPackage[]> {
  const { orgId } = membership;
  const ofHarvest = db
    .select({ id: harvestIngredients.packageId })
    .from(harvestIngredients)
    .where(and(eq(harvestIngredients.orgId, orgId), eq(harvestIngredients.harvestId, harvestId)));
  const isChanging = exists(
    db
      .select({ one: sql`1` })
      .from(trackingWrites)
      .where(
        and(
          eq(trackingWrites.orgId, orgId),
          eq(trackingWrites.licenseId, packages.licenseId),
          eq(trackingWrites.state, 'PENDING'),
          or(eq(trackingWrites.packageId, packages.id), eq(trackingWrites.madeId, packages.id)),
        ),
      ),
  );
  const rows = await db
    .select({
      pack: harvestPackages,
      itemName: trackingItems.name,
      submittedAt: harvests.submittedAt,
      now: packages,
      isChanging: sql<boolean>`${isChanging}`,
    })
    .from(harvestPackages)
    .innerJoin(harvests, and(eq(harvests.orgId, orgId), eq(harvests.id, harvestPackages.harvestId)))
    .leftJoin(
      packages,
      and(
        eq(packages.orgId, orgId),
        eq(packages.label, harvestPackages.label),
        eq(packages.licenseId, harvests.licenseId),
      ),
    )
    .innerJoin(trackingItems, and(eq(trackingItems.orgId, orgId), eq(trackingItems.id, harvestPackages.itemId)))
    .where(and(eq(harvestPackages.orgId, orgId), inArray(harvestPackages.id, ofHarvest)))
    .orderBy(asc(harvestPackages.id));
  if (rows.length === 0) return [];
  const ingredients = await db
    .select()
    .from(harvestIngredients)
    .where(
      and(
        eq(harvestIngredients.orgId, orgId),
        isOneOf(
          harvestIngredients.packageId,
          rows.map(({ pack }) => pack.id),
        ),
      ),
    )
    .orderBy(asc(harvestIngredients.harvestId));
  return rows.map(({ pack, itemName, submittedAt, now, isChanging }) => {
    const unit = pack.unitOfMeasure as TrackingUnit;
    const own = ingredients.filter(({ packageId }) => packageId === pack.id);
    const weight = sumOf(
      own.map((one) => ({ quantity: one.weight, unit: one.unitOfMeasure as TrackingUnit })),
      unit,
    );
    return {
      id: pack.id,
      label: pack.label,
      unitOfMeasureAbbreviation: unit,
      weight,
      itemId: pack.itemId,
      itemName,
      locationId: pack.locationId,
      locationName: pack.locationName,
      ingredients: own.map((one) => ({
        harvestId: one.harvestId,
        weight: one.weight,
        unitOfMeasureAbbreviation: one.unitOfMeasure as TrackingUnit,
      })),
      forTesting: pack.forTesting,
      packagedDate: pack.packagedOn,
      note: pack.note,
      recorded: recordedOf(pack, submittedAt),
      touched:
        pack.state === 'SENT'
          ? whyTouched(
              pack,
              now && {
                ...now,
                isDrawn:
                  compare(now.drawn, 0) > 0 ||
                  !isEqual(
                    sumInUnit([{ quantity: now.quantity, unit: now.unitOfMeasure as TrackingUnit }], unit),
                    weight,
                  ),
                isChanging,
              },
            )
          : null,
      state: pack.state,
      problem: pack.problem,
    };
  });
}

const sumOf = (amounts: readonly Pick<Weighed, 'quantity' | 'unit'>[], unit: TrackingUnit) =>
  amounts.every((one) => one.unit === unit) ? sum(amounts.map(({ quantity }) => quantity)) : sumInUnit(amounts, unit);

export async function loadWaste({ db, membership }: Read, harvestId: number): Promise<HarvestWaste[]> {
  const { orgId } = membership;
  const rows = await db
    .select({ one: harvestWaste, submittedAt: harvests.submittedAt })
    .from(harvestWaste)
    .innerJoin(harvests, and(eq(harvests.orgId, orgId), eq(harvests.id, harvestWaste.harvestId)))
    .where(and(eq(harvestWaste.orgId, orgId), eq(harvestWaste.harvestId, harvestId)))
    .orderBy(asc(harvestWaste.id));
  return rows.map(({ one, submittedAt }) => ({
    id: one.id,
    wasteWeight: one.weight,
    wasteType: one.wasteType,
    unitOfMeasureAbbreviation: one.unitOfMeasure as TrackingUnit,
    wasteDate: one.wastedOn,
    recorded: recordedOf(one, submittedAt),
    state: one.state,
    problem: one.problem,
  }));
}

/** A harvest the caller sees, with its packages and waste, and plants and changes if asked for. NOT_FOUND. */
export async function loadHarvest(
  ctx: Ctx,
  id: number,
  { includePlants = true, includeAudit = false }: { includePlants?: boolean; includeAudit?: boolean } = {},
): Promise<Harvest> {
  const [row] = await loadHarvestRows(ctx, eq(harvests.id, id));
  if (row === undefined) throw notFound('Harvest');
  const plants = includePlants ? await loadPlants(ctx, id) : null;
  return {
    ...row,
    harvestPlants: plants,
    harvestedPlants:
      plants?.flatMap(({ label, weight, unitOfMeasureAbbreviation }) =>
        weight === null ? [] : { label, weight, unitOfMeasureAbbreviation },
      ) ?? null,
    packages: await loadHarvestPackages(ctx, id),
    waste: await loadWaste(ctx, id),
    audit: includeAudit ? await readChanges(ctx, id) : null,
  };
}
