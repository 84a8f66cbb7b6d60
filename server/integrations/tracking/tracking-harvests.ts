import { z } from 'zod';
import type { Day } from '../../../domain/dates';
import { outsideAmount, outsideDay, outsideId, outsideIdOrNone } from './outside-values';
import { isRefusal, refusalOf } from './refusals';
import { type LicenseAccess, MOST_WRITTEN, NotTold, type Reach, trackingCalls } from './tracking-calls';
import { PackagesRefused } from './tracking-packages';
import { outsideText } from './tracking-units';

/** A plant to be harvested, as the tracking system takes it; the harvest is made of its name, day, place and strain. */
export type PlantHarvestWrite = {
  Plant: string;
  Weight: number;
  UnitOfWeight: string;
  DryingLocation: string;
  HarvestName: string;
  ActualDate: string;
  /** Of a manicure. */
  PlantCount?: number;
};

/** A package made of harvests. */
export type HarvestPackageWrite = {
  Tag: string;
  Location: string;
  Item: string;
  UnitOfWeight: string;
  Note: string | null;
  IsProductionBatch: boolean;
  ActualDate: string;
  Ingredients: { HarvestId: number; Weight: number; UnitOfWeight: string }[];
};

export type HarvestWasteWrite = {
  Id: number;
  WasteType: string;
  UnitOfWeight: string;
  WasteWeight: number;
  ActualDate: string;
};
export type HarvestFinishWrite = { Id: number; ActualDate: string };
export type PlantsRestoreWrite = { HarvestId: number; PlantTags: string[] };

/** A plant as it is at the tracking system now, and the harvest that took all of it. */
export type OutsidePlant = { harvestId: number | null; isFlowering: boolean };

/** A harvest as it is there now. */
export type OutsideHarvest = {
  id: number;
  name: string;
  harvestDate: Day | null;
  locationName: string | null;
  strainName: string | null;
  plantCount: number;
  isFinished: boolean;
};

export type OutsideWaste = { id: number; wasteType: string; unit: string; weight: string; date: Day | null };

/** What tells a harvest apart there. */
export type HarvestIdentity = { name: string; harvestDate: Day; locationName: string; strainName: string };

export interface TrackingHarvests {
  /** Harvests or manicures plants, at most ten: all or none. Raises PackagesRefused, KeyRefused and UNAVAILABLE. */
  harvestPlants(at: LicenseAccess, plants: readonly PlantHarvestWrite[]): Promise<void>;
  manicurePlants(at: LicenseAccess, plants: readonly PlantHarvestWrite[]): Promise<void>;
  /** Makes packages of harvests, also for a lab; the same limits and errors, as for all that follow. */
  packageHarvests(at: LicenseAccess, made: readonly HarvestPackageWrite[], forTesting: boolean): Promise<void>;
  wasteHarvests(at: LicenseAccess, waste: readonly HarvestWasteWrite[]): Promise<void>;
  deleteWaste(at: LicenseAccess, id: number): Promise<void>;
  restorePlants(at: LicenseAccess, restored: PlantsRestoreWrite): Promise<void>;
  finishHarvest(at: LicenseAccess, finished: HarvestFinishWrite): Promise<void>;
  unfinishHarvest(at: LicenseAccess, id: number): Promise<void>;
  /** A plant by its tag; null if the license has no such plant. */
  plantAt(at: LicenseAccess, label: string): Promise<OutsidePlant | null>;
  /** A harvest by its number; null if the license has no such harvest. */
  harvestAt(at: LicenseAccess, id: number): Promise<OutsideHarvest | null>;
  /** A harvest by what tells it apart, of those that changed since; null if there is none. */
  findHarvest(at: LicenseAccess, identity: HarvestIdentity, since: Date): Promise<OutsideHarvest | null>;
  wasteOf(at: LicenseAccess, harvestId: number): Promise<OutsideWaste[]>;
}

const Plant = z.object({
  HarvestId: outsideIdOrNone,
  State: outsideText.catch(null),
  GrowthPhase: outsideText.catch(null),
  HarvestedDate: outsideDay,
});
const Harvest = z.object({
  Id: outsideId,
  Name: z.string(),
  HarvestStartDate: outsideDay,
  DryingLocationName: outsideText.catch(null),
  SourceStrainNames: outsideText.catch(null),
  PlantCount: z.coerce.number().int().catch(0),
  FinishedDate: outsideDay,
});
const Waste = z.object({
  Id: outsideId,
  WasteTypeName: z.string(),
  UnitOfWeightName: z.string(),
  WasteWeight: outsideAmount,
  ActualDate: outsideDay,
});

const toHarvest = (found: z.output<typeof Harvest>): OutsideHarvest => ({
  id: found.Id,
  name: found.Name,
  harvestDate: found.HarvestStartDate,
  locationName: found.DryingLocationName,
  strainName: found.SourceStrainNames,
  plantCount: found.PlantCount,
  isFinished: found.FinishedDate !== null,
});

const isSame = (found: OutsideHarvest, wanted: HarvestIdentity) =>
  found.name.trim().toLowerCase() === wanted.name.trim().toLowerCase() &&
  found.harvestDate === wanted.harvestDate &&
  found.locationName === wanted.locationName &&
  found.strainName === wanted.strainName;

/** Harvests at the tracking system, over HTTP. */
export function trackingHarvestsOverHttp(reach: Reach): TrackingHarvests {
  const { send, readAll } = trackingCalls(reach);

  type Request = { what: string; path: string; method?: 'PUT' | 'DELETE' };
  async function write(at: LicenseAccess, request: Request, body?: readonly unknown[]): Promise<void> {
    if (body && body.length > MOST_WRITTEN) throw new RangeError(`At most ${MOST_WRITTEN} records are written at once`);
    const { system, response } = await send(at, { ...request, body });
    if (response.ok) return void (await response.body?.cancel());
    const { status } = response;
    if (!isRefusal(status)) throw system.unavailable(`it answered ${status}`);
    throw new PackagesRefused(refusalOf(status, await response.text().catch(() => '')));
  }

  async function readOne<S extends z.ZodType>(
    at: LicenseAccess,
    schema: S,
    request: { what: string; path: string },
  ): Promise<z.output<S> | null> {
    const { system, response } = await send(at, request);
    if (isRefusal(response.status)) {
      await response.body?.cancel();
      return null;
    }
    if (!response.ok) throw system.unavailable(`it answered ${response.status}`);
    return system.read(response, schema);
  }

  const put = { method: 'PUT' } as const;
  return {
    harvestPlants: (at, plants) => write(at, { what: 'harvest plants', path: '/plants/v2/harvest', ...put }, plants),
    manicurePlants: (at, plants) => write(at, { what: 'manicure plants', path: '/plants/v2/manicure' }, plants),
    packageHarvests: (at, made, forTesting) =>
      write(at, { what: 'package harvests', path: `/harvests/v2/packages${forTesting ? '/testing' : ''}` }, made),
    wasteHarvests: (at, waste) => write(at, { what: 'harvest waste', path: '/harvests/v2/waste' }, waste),
    deleteWaste: (at, id) => write(at, { what: 'delete waste', path: `/harvests/v2/waste/${id}`, method: 'DELETE' }),
    restorePlants: (at, restored) =>
      write(at, { what: 'restore plants', path: '/harvests/v2/restore/harvestedplants', ...put }, [restored]),
    finishHarvest: (at, finished) =>
      write(at, { what: 'finish harvests', path: '/harvests/v2/finish', ...put }, [finished]),
    unfinishHarvest: (at, Id) =>
      write(at, { what: 'reopen harvests', path: '/harvests/v2/unfinish', ...put }, [{ Id }]),
    async plantAt(at, label) {
      const found = await readOne(at, Plant, { what: 'plant', path: `/plants/v2/${encodeURIComponent(label)}` });
      if (found === null) return null;
      const isFlowering = found.State === 'Tracked' && found.GrowthPhase === 'Flowering' && found.HarvestId === null;
      return { harvestId: found.HarvestId, isFlowering };
    },
    async harvestAt(at, id) {
      const found = await readOne(at, Harvest, { what: 'harvest', path: `/harvests/v2/${id}` });
      return found && toHarvest(found);
    },
    async findHarvest(at, identity, since) {
      const query = { lastModifiedStart: since.toISOString() };
      for (const list of ['active', 'onhold', 'inactive']) {
        const all = await readAll(at, Harvest, { what: 'harvests', path: `/harvests/v2/${list}`, query });
        const found = all.map(toHarvest).find((one) => isSame(one, identity));
        if (found) return found;
      }
      return null;
    },
    async wasteOf(at, harvestId) {
      const request = { what: 'harvest waste', path: '/harvests/v2/waste', query: { harvestId: String(harvestId) } };
      const found = await readAll(at, Waste, { ...request, isOfRecord: true, mustBeWhole: true }).catch(
        (error: unknown) => {
          if (error instanceof NotTold) return [];
          throw error;
        },
      );
      return found.map((one) => ({
        id: one.Id,
        wasteType: one.WasteTypeName,
        unit: one.UnitOfWeightName,
        weight: one.WasteWeight,
        date: one.ActualDate,
      }));
    },
  };
}
