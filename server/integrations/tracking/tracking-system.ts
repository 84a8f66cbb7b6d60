import { z } from 'zod';
import type { Db } from '../../db/client';
import { openHttpClient } from '../../http-client';
import type { Log } from '../../log';
import { acquireTurns, postponeTurns } from '../acquire-turn';
import { KeyRefused } from '../answers';
import { type LicenseAccess, lineOf, type Reach, type TrackingCalls, trackingCalls } from './tracking-calls';
import { type TrackingHarvests, trackingHarvestsOverHttp } from './tracking-harvests';
import { type TrackingItems, trackingItemsOverHttp } from './tracking-items';
import { type TrackingLabs, trackingLabsOverHttp } from './tracking-labs';
import { type TrackingPackages, trackingPackagesOverHttp } from './tracking-packages';
import { type TrackingTransfers, trackingTransfersOverHttp } from './tracking-transfers';
import { type TrackingUnitsOfSale, trackingUnitsOfSaleOverHttp } from './tracking-units-of-sale';

/** A facility in the tracking system, by license; `licenseType` in the state's own words. */
export type Facility = { name: string; licenseNumber: string; licenseType: string };

/** Its limits: reads a second of one license, and with our vendor key. */
const OF_LICENSE = 50;
const OF_VENDOR = 150;
const SECOND = 1_000;
/** Enough concurrent calls to make use of the limits although each takes long. */
const AT_ONCE = 48;
const AT_ONCE_EACH = 24;

export interface TrackingSystem
  extends TrackingItems,
    TrackingPackages,
    TrackingHarvests,
    TrackingLabs,
    TrackingTransfers,
    TrackingUnitsOfSale,
    Pick<TrackingCalls, 'readPage'> {
  /** The licenses a key can access in a state. Raises KeyRefused and UNAVAILABLE. */
  facilities(usState: string, userKey: string): Promise<Facility[]>;
  /** The licenses a license's key can access, and the time by their clock. Raises KeyRefused and UNAVAILABLE. */
  openedBy(at: LicenseAccess): Promise<{ licenseNumbers: string[]; theirNow: number }>;
}

const Facilities = z.array(
  z.object({
    Name: z.string(),
    License: z.object({ Number: z.string(), LicenseType: z.string().nullish() }),
  }),
);

/** The tracking system over HTTP; each state has its own, at the address with its two letters for `{state}`. */
export function trackingOverHttp(
  { url, vendorKey }: { url: string; vendorKey: string },
  db: Db,
  log: Log,
): TrackingSystem {
  const states = new Map<string, ReturnType<typeof openHttpClient>>();
  const inState = (usState: string) => {
    const system =
      states.get(usState) ??
      openHttpClient({ name: 'tracking system', log, atOnce: AT_ONCE, atOnceEach: AT_ONCE_EACH });
    states.set(usState, system);
    return system;
  };
  const reach: Reach = ({ usState, userKey, licenseNumber }) => {
    const name = `tracking system ${usState}`;
    const limits = [{ name, gapMs: SECOND / OF_VENDOR }];
    const ofLicense = `${name} ${licenseNumber}`;
    if (licenseNumber !== undefined) limits.push({ name: ofLicense, gapMs: SECOND / OF_LICENSE });
    const authorization = `Basic ${Buffer.from(`${vendorKey}:${userKey}`).toString('base64')}`;
    return {
      system: inState(usState),
      base: url.replaceAll('{state}', usState.toLowerCase()),
      headers: { accept: 'application/json', authorization },
      pace: () => acquireTurns(db, limits),
      rest: (ms) => postponeTurns(db, ofLicense, ms),
    };
  };
  async function readFacilities(at: Pick<LicenseAccess, 'usState' | 'userKey'>, line: ReturnType<typeof lineOf>) {
    const { system, base, headers, pace } = reach(at);
    const errand = { what: 'facilities', ...line, pace };
    const response = await system.fetch(errand, `${base}/facilities/v2/`, { headers });
    if (response.status === 401 || response.status === 403) throw new KeyRefused();
    if (!response.ok) throw system.unavailable(`it answered ${response.status}`);
    const said = Date.parse(response.headers.get('date') ?? '');
    const found = await system.read(response, Facilities);
    return { found, theirNow: Number.isNaN(said) ? Date.now() : said };
  }
  return {
    ...trackingItemsOverHttp(reach),
    ...trackingPackagesOverHttp(reach),
    ...trackingHarvestsOverHttp(reach),
    ...trackingLabsOverHttp(reach),
    ...trackingTransfersOverHttp(reach),
    ...trackingUnitsOfSaleOverHttp(reach),
    readPage: trackingCalls(reach).readPage,
    async facilities(usState, userKey) {
      const { found } = await readFacilities({ usState, userKey }, { tenant: `person ${userKey}` });
      return found.map(({ Name, License }) => ({
        name: Name,
        licenseNumber: License.Number,
        licenseType: License.LicenseType ?? '',
      }));
    },
    async openedBy(at) {
      const { found, theirNow } = await readFacilities(at, lineOf(at));
      return { licenseNumbers: found.map(({ License }) => License.Number), theirNow };
    },
  };
}
