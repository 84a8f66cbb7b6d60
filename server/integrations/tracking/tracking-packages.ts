import { z } from 'zod';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import { outsideAmount, outsideDay, outsideIdOrNone, outsideTags } from './outside-values';
import { isRefusal, refusalOf } from './refusals';
import { type LicenseAccess, MOST_WRITTEN, type Reach, trackingCalls } from './tracking-calls';
import { outsideText, outsideUnit } from './tracking-units';

/** A package to be made of others, as the tracking system takes it. */
export const PackageWrite = z.strictObject({
  Tag: z.string(),
  Item: z.string(),
  Quantity: z.number(),
  UnitOfMeasure: z.string(),
  ActualDate: z.string(),
  IsTradeSample: z.boolean(),
  Ingredients: z.array(z.strictObject({ Package: z.string(), Quantity: z.number(), UnitOfMeasure: z.string() })),
});
export type PackageWrite = z.infer<typeof PackageWrite>;

/** Another quantity for a package, as the tracking system takes it: by how much it changes. */
export type Adjustment = {
  Label: string;
  Quantity: number;
  UnitOfMeasure: string;
  AdjustmentReason: string;
  AdjustmentDate: string;
  ReasonNote: string;
};

/** A package at another location, as the tracking system takes it. */
export type PackageMove = { Label: string; Location: string; MoveDate: string };
/** A package that is closed since it is empty; and one that is opened again. */
export type PackageFinish = { Label: string; ActualDate: string };
export type PackageReopening = { Label: string };

/** A package as it is at the tracking system now; its unit is null if it's none we know. */
export type OutsidePackage = {
  id: number | null;
  quantity: string;
  unit: TrackingUnit | null;
  sources: string[];
  /** The names of the harvests it was made from. */
  harvests: string[];
  locationName: string | null;
  isFinished: boolean;
  /** Whether it was discontinued, or put away. */
  isArchived: boolean;
};

/** The tracking system refused a write, with its reason. */
export class PackagesRefused extends Error {
  override name = 'PackagesRefused';
}

export interface TrackingPackages {
  /** Makes packages of others, at most ten: all or none. Raises PackagesRefused, KeyRefused and UNAVAILABLE. */
  createPackages(at: LicenseAccess, made: readonly PackageWrite[]): Promise<void>;
  /** Changes what packages hold, at most ten: all or none. Raises PackagesRefused, KeyRefused and UNAVAILABLE. */
  adjustPackages(at: LicenseAccess, adjustments: readonly Adjustment[]): Promise<void>;
  /** Puts packages somewhere else, closes empty ones, opens closed ones; the same limits and errors. */
  movePackages(at: LicenseAccess, moves: readonly PackageMove[]): Promise<void>;
  finishPackages(at: LicenseAccess, finished: readonly PackageFinish[]): Promise<void>;
  reopenPackages(at: LicenseAccess, reopened: readonly PackageReopening[]): Promise<void>;
  /** Has a package be as if it was never made; the same errors. */
  discontinuePackage(at: LicenseAccess, id: number): Promise<void>;
  /** The reasons it takes for an adjustment. */
  adjustmentReasons(at: LicenseAccess): Promise<string[]>;
  /** A package by its tag; null if the license has no such package. */
  packageAt(at: LicenseAccess, label: string): Promise<OutsidePackage | null>;
  /** Tags that may be used for packages, next first. */
  availableTags(at: LicenseAccess, count: number): Promise<string[]>;
}

const Found = z.object({
  Id: outsideIdOrNone,
  Quantity: outsideAmount,
  UnitOfMeasureName: outsideUnit.nullable().catch(null),
  SourcePackageLabels: outsideTags,
  SourceHarvestNames: outsideTags,
  LocationName: outsideText.catch(null),
  FinishedDate: outsideDay,
  ArchivedDate: outsideDay,
});
const Reason = z.object({ Name: z.string() });
const Tag = z.object({ Label: z.string() });

/** Writes of packages at the tracking system, over HTTP. */
export function trackingPackagesOverHttp(reach: Reach): TrackingPackages {
  const { send, readPage, readAll } = trackingCalls(reach);

  const put = { method: 'PUT' } as const;

  async function write(
    at: LicenseAccess,
    request: { what: string; path: string; method?: 'PUT' | 'DELETE' },
    body?: readonly unknown[],
  ): Promise<void> {
    if (body && body.length > MOST_WRITTEN)
      throw new RangeError(`At most ${MOST_WRITTEN} packages are written at once`);
    const { system, response } = await send(at, { ...request, body });
    if (response.ok) return void (await response.body?.cancel());
    const { status } = response;
    if (!isRefusal(status)) throw system.unavailable(`it answered ${status}`);
    throw new PackagesRefused(refusalOf(status, await response.text().catch(() => '')));
  }

  return {
    createPackages: (at, made) => write(at, { what: 'make packages', path: '/packages/v2/' }, made),
    adjustPackages: (at, adjustments) =>
      write(at, { what: 'adjust packages', path: '/packages/v2/adjust' }, adjustments),
    movePackages: (at, moves) => write(at, { what: 'move packages', path: '/packages/v2/location', ...put }, moves),
    finishPackages: (at, finished) =>
      write(at, { what: 'finish packages', path: '/packages/v2/finish', ...put }, finished),
    reopenPackages: (at, reopened) =>
      write(at, { what: 'reopen packages', path: '/packages/v2/unfinish', ...put }, reopened),
    discontinuePackage: (at, id) =>
      write(at, { what: 'discontinue packages', path: `/packages/v2/${id}`, method: 'DELETE' }),
    async adjustmentReasons(at) {
      const found = await readAll(at, Reason, { what: 'adjustment reasons', path: '/packages/v2/adjust/reasons' });
      return found.map(({ Name }) => Name);
    },
    async packageAt(at, label) {
      const { system, response } = await send(at, {
        what: 'package',
        path: `/packages/v2/${encodeURIComponent(label)}`,
      });
      if (isRefusal(response.status)) {
        await response.body?.cancel();
        return null;
      }
      if (!response.ok) throw system.unavailable(`it answered ${response.status}`);
      const found = await system.read(response, Found);
      return {
        id: found.Id,
        quantity: found.Quantity,
        unit: found.UnitOfMeasureName,
        sources: found.SourcePackageLabels,
        harvests: found.SourceHarvestNames,
        locationName: found.LocationName,
        isFinished: found.FinishedDate !== null,
        isArchived: found.ArchivedDate !== null,
      };
    },
    async availableTags(at, count) {
      const found: string[] = [];
      for (let page = 1; found.length < count; page += 1) {
        const { records, pages } = await readPage(at, page, { what: 'tags', path: '/tags/v2/package/available' });
        found.push(
          ...z
            .array(Tag)
            .parse(records)
            .map(({ Label }) => Label),
        );
        if (page >= pages) break;
      }
      return found.slice(0, count);
    },
  };
}
