import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { TRACKING_UNITS, type TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import type { Db } from '../../db/client';
import { licenses } from '../../db/schema';
import { UNIT_NAMES } from '../../integrations/tracking/tracking-units';
import { numberOf } from '../records';
import { locationsOf, type Opens, STRAINS } from './items';
import { pageOf, type Query } from './page';

/** Which kinds of license grow. */
const GROWERS = ['CULTIVATOR', 'MICROBUSINESS'];
const PLANT_STATES = { vegetative: 60, flowering: 48, onhold: 2, inactive: 30 } as const;
const HARVEST_STATES = { active: 3, onhold: 1, inactive: 9 } as const;
const WASTE_TYPES = ['Fibrous', 'Stems and leaves', 'Trim', 'Root balls'];
const QUANTITY_TYPES = { count: 'CountBased', weight: 'WeightBased', volume: 'VolumeBased' } as const;
const DAY_MS = 86_400_000;
/** A license's first plant was tagged then, and another every day. */
const GROWS_SINCE = Date.UTC(2026, 0, 5, 16);

type Tools = { db: Db; opens: Opens };

/** Serves the plants, harvests and kinds of waste of licenses to grow, and the units all measure in. */
export function serveHarvests(scope: FastifyInstance, api: string, { db, opens }: Tools): void {
  const served = (path: string, forGrowers: boolean, answer: (licenseNumber: string, query: Query) => unknown) =>
    scope.get<{ Querystring: Query }>(`${api}${path}`, async (request, reply) => {
      const { licenseNumber = '' } = request.query;
      if (!(await opens(request, reply, licenseNumber))) return reply;
      if (forGrowers && !(await grows(db, licenseNumber)))
        return reply.status(401).send({ Message: 'This facility has no permission to grow.' });
      return answer(licenseNumber, request.query);
    });

  for (const [state, count] of Object.entries(PLANT_STATES))
    served(`/plants/v2/${state}`, true, (number, query) => changedPage(plantsOf(number, state, count), query));
  for (const [state, count] of Object.entries(HARVEST_STATES))
    served(`/harvests/v2/${state}`, true, (number, query) => changedPage(harvestsOf(number, state, count), query));
  served('/harvests/v2/waste/types', true, (_number, query) =>
    pageOf(
      WASTE_TYPES.map((Name) => ({ Name })),
      query,
    ),
  );
  served('/unitsofmeasure/v2/active', false, () =>
    Object.entries(TRACKING_UNITS).map(([unit, { measures }]) => ({
      QuantityType: QUANTITY_TYPES[measures],
      Name: UNIT_NAMES[unit as TrackingUnit],
      Abbreviation: unit,
    })),
  );
}

async function grows(db: Db, licenseNumber: string): Promise<boolean> {
  const found = await db
    .select({ type: licenses.licenseType })
    .from(licenses)
    .where(eq(licenses.licenseNumber, licenseNumber));
  return found.some(({ type }) => GROWERS.includes(type));
}

/** A page of those that changed within the asked time. */
function changedPage(all: readonly { LastModified: string }[], query: Query) {
  const { lastModifiedStart: from, lastModifiedEnd: until } = query;
  const isAsked = ({ LastModified }: { LastModified: string }) =>
    (!from || Date.parse(LastModified) >= Date.parse(from)) &&
    (!until || Date.parse(LastModified) <= Date.parse(until));
  return pageOf(all.filter(isAsked), query);
}

/** A number of a license's own for the n-th of a list. */
const idOf = (licenseNumber: string, list: string, n: number) => numberOf(`${licenseNumber} ${list}`) * 100 + n;
const of = <One>(all: readonly One[], n: number) => all[n % all.length] as One;
const dayAfter = (days: number) => new Date(GROWS_SINCE + days * DAY_MS).toISOString();

const plantsOf = (licenseNumber: string, state: string, count: number) =>
  Array.from({ length: count }, (_, n) => {
    const [, , room] = locationsOf(licenseNumber);
    return {
      Id: idOf(licenseNumber, state, n),
      Label: `1A40603${String(idOf(licenseNumber, state, n)).padStart(17, '0')}`,
      State: 'Tracked',
      GrowthPhase: state === 'vegetative' ? 'Vegetative' : 'Flowering',
      StrainName: of(STRAINS, n),
      LocationId: room?.Id ?? null,
      LocationName: room?.Name ?? null,
      PlantedDate: dayAfter(n).slice(0, 10),
      IsOnHold: state === 'onhold',
      LastModified: dayAfter(n + 1),
    };
  });

const harvestsOf = (licenseNumber: string, state: string, count: number) =>
  Array.from({ length: count }, (_, n) => {
    const [, , room] = locationsOf(licenseNumber);
    const plants = 12 + ((n * 7) % 20);
    const weight = plants * (410 + ((n * 37) % 90));
    const day = n * 9 + (state === 'active' ? 240 : 90);
    return {
      Id: idOf(licenseNumber, `harvest ${state}`, n),
      Name: `${of(STRAINS, n)} ${dayAfter(day).slice(0, 10)}`,
      HarvestType: n % 4 === 3 ? 'WholePlant' : 'Product',
      SourceStrainNames: of(STRAINS, n),
      DryingLocationId: room?.Id ?? null,
      DryingLocationName: room?.Name ?? null,
      CurrentWeight: state === 'inactive' ? 0 : weight,
      TotalWetWeight: weight,
      TotalWasteWeight: Math.round(weight / 11),
      PlantCount: plants,
      PackageCount: state === 'inactive' ? 4 : 0,
      UnitOfWeightName: 'Grams',
      HarvestStartDate: dayAfter(day).slice(0, 10),
      FinishedDate: state === 'inactive' ? dayAfter(day + 14).slice(0, 10) : null,
      IsOnHold: state === 'onhold',
      LastModified: dayAfter(day + (state === 'inactive' ? 14 : 1)),
    };
  });
