import { createHash } from 'node:crypto';

const KEY_LENGTH = 32;

const derive = (...parts: readonly (string | number)[]) =>
  createHash('sha256').update(parts.join(' ')).digest('base64url').replace(/[-_]/g, '').slice(0, KEY_LENGTH);

/** The key that opens an organization's licenses of a state at the tracking stand-in. */
export const demoTrackingKey = (orgId: number, usState: string): string => derive('tracking', orgId, usState);

/** The keys of an organization's shop in a state at the wholesale stand-in, which differ in what they may do. */
export const demoWholesaleKey = (orgId: number, usState: string, access: 'READ' | 'WRITE'): string =>
  derive('wholesale', orgId, usState, access);
