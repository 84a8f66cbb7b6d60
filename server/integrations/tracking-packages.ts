import { z } from 'zod';
import { type LicenseAccess, MOST_WRITTEN, type Reach, trackingCalls } from './tracking-calls';

const MOST_SAID = 200;

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

/** The tracking system refused a write, with its reason. */
export class PackagesRefused extends Error {
  override name = 'PackagesRefused';
}

export interface TrackingPackages {
  /** Makes packages of others, at most ten: all or none. Raises PackagesRefused, KeyRefused and UNAVAILABLE. */
  createPackages(at: LicenseAccess, made: readonly PackageWrite[]): Promise<void>;
  /** What a package was made of, by its tag; null if the license has no such package. */
  sourcesOf(at: LicenseAccess, label: string): Promise<string[] | null>;
  /** Tags that may be used for packages, next first. */
  availableTags(at: LicenseAccess, count: number): Promise<string[]>;
}

const Refusals = z.array(z.object({ message: z.string() }));
const Made = z.object({ SourcePackageLabels: z.string().nullish() });
const Tag = z.object({ Label: z.string() });

/** Writes of packages at the tracking system, over HTTP. */
export function trackingPackagesOverHttp(reach: Reach): TrackingPackages {
  const { send, readPage } = trackingCalls(reach);
  return {
    async createPackages(at, made) {
      if (made.length > MOST_WRITTEN) throw new RangeError(`At most ${MOST_WRITTEN} packages are written at once`);
      const { system, response } = await send(at, { what: 'make packages', path: '/packages/v2/', body: made });
      if (response.ok) return void (await response.body?.cancel());
      if (response.status !== 400) throw system.unavailable(`it answered ${response.status}`);
      const [reason] = await system.read(response, Refusals);
      throw new PackagesRefused((reason?.message ?? 'It gave no reason.').slice(0, MOST_SAID));
    },
    async sourcesOf(at, label) {
      const { system, response } = await send(at, {
        what: 'package',
        path: `/packages/v2/${encodeURIComponent(label)}`,
      });
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      if (!response.ok) throw system.unavailable(`it answered ${response.status}`);
      const { SourcePackageLabels } = await system.read(response, Made);
      return (SourcePackageLabels ?? '').split(/\s*,\s*/).filter((one) => one !== '');
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
