import { createHash } from 'node:crypto';
import type { CompanyType } from '../../domain/access/vocabulary';

const KEY_LENGTH = 32;

const derive = (...parts: readonly (string | number)[]) =>
  createHash('sha256').update(parts.join(' ')).digest('base64url').replace(/[-_]/g, '').slice(0, KEY_LENGTH);

/** An organization's key for a state at the tracking system sandbox. */
export const demoTrackingKey = (orgId: number, usState: string): string => derive('tracking', orgId, usState);

/** An organization's keys for a state at the wholesale sandbox: one read-only, one with write access. */
export const demoWholesaleKey = (orgId: number, usState: string, access: 'READ' | 'WRITE'): string =>
  derive('wholesale', orgId, usState, access);

/** What a shop of the wholesale sandbox signs with what it tells; a realm is an organization and a state. */
export const demoHookKey = (realm: string): string => derive('wholesale-hook', realm);

/** The kind of the tracking system sandbox's records of licenses that an organization has yet to claim. */
export const UNCLAIMED = 'unclaimed';

/** A license that an organization's key can access before it is claimed. */
export type UnclaimedLicense = {
  orgId: number;
  usState: string;
  licenseNumber: string;
  name: string;
  licenseType: CompanyType;
};
