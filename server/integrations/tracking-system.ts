import { z } from 'zod';
import type { Log } from '../log';
import { outsideService } from '../outside';
import { KeyRefused } from './answers';
import { type TrackingItems, trackingItemsOverHttp } from './tracking-items';

/** A facility in the tracking system, by license; `licenseType` in the state's own words. */
export type Facility = { name: string; licenseNumber: string; licenseType: string };

export interface TrackingSystem extends TrackingItems {
  /** The licenses a key can access in a state. Raises KeyRefused and UNAVAILABLE. */
  facilities(usState: string, userKey: string): Promise<Facility[]>;
}

const Facilities = z.array(
  z.object({
    Name: z.string(),
    License: z.object({ Number: z.string(), LicenseType: z.string().nullish() }),
  }),
);

/** The tracking system over HTTP; each state has its own, at the address with its two letters for `{state}`. */
export function trackingOverHttp({ url, vendorKey }: { url: string; vendorKey: string }, log: Log): TrackingSystem {
  const states = new Map<string, ReturnType<typeof outsideService>>();
  const inState = (usState: string) => {
    const system = states.get(usState) ?? outsideService({ name: 'tracking system', log });
    states.set(usState, system);
    return system;
  };
  const reach = ({ usState, userKey }: { usState: string; userKey: string }) => {
    const authorization = `Basic ${Buffer.from(`${vendorKey}:${userKey}`).toString('base64')}`;
    return {
      system: inState(usState),
      base: url.replaceAll('{state}', usState.toLowerCase()),
      headers: { accept: 'application/json', authorization },
    };
  };
  return {
    ...trackingItemsOverHttp(reach),
    async facilities(usState, userKey) {
      const { system, base, headers } = reach({ usState, userKey });
      const errand = { what: 'facilities', tenant: userKey };
      const response = await system.fetch(errand, `${base}/facilities/v2/`, { headers });
      if (response.status === 401 || response.status === 403) throw new KeyRefused();
      if (!response.ok) throw system.unavailable(`it answered ${response.status}`);
      const found = await system.read(response, Facilities);
      return found.map(({ Name, License }) => ({
        name: Name,
        licenseNumber: License.Number,
        licenseType: License.LicenseType ?? '',
      }));
    },
  };
}
