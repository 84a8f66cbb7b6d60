import { contract } from '../../../domain/calls';
import type { Endpoint } from '../../../domain/contract/endpoint';
import { SAMPLES } from './samples';
import type { Sample } from './samples/sample';

/** A call of the contract with a valid call of it, by area and verb. */
export type CallRow = { area: string; verb: string; name: string; endpoint: Endpoint; sample: Sample<Endpoint> };

const samples = SAMPLES as unknown as Record<string, Record<string, Sample<Endpoint>>>;

/** Every call, named by its method and path. */
export const CALL_ROWS: readonly CallRow[] = Object.entries(contract).flatMap(([area, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([verb, endpoint]) => ({
    area,
    verb,
    name: `${endpoint.method} ${endpoint.path}`,
    endpoint,
    sample: samples[area]?.[verb] as Sample<Endpoint>,
  })),
);
