import { z } from 'zod';
import { Id, Instant } from '../contract/endpoint';
import { State } from '../organization/organization';
import { US_STATES } from '../organization/us-states';
import { ConnectionStatusSchema } from '../organization/vocabulary';

/** A key of a third party as pasted: printable, so that it can travel in a header. It is never sent back. */
export const SecretKey = z
  .string()
  .trim()
  .min(1, 'Enter a key')
  .min(8, 'Enter at least 8 characters')
  .max(200, 'Enter at most 200 characters')
  .regex(/^[\x21-\x7e]+$/, 'Use letters, numbers and symbols, without spaces');

export const UsState = z.enum(US_STATES.map(({ ansiAbbrevation }) => ansiAbbrevation) as [string, ...string[]]);

/** What shows of a key: enough to tell it from another. */
export const lastFourOf = (key: string): string => key.slice(-4);

/** That a person keeps a tracking-system key of a state, never the key. */
export const TrackingKey = z.strictObject({ usState: UsState, lastFour: z.string(), updated: Instant });
export type TrackingKey = z.infer<typeof TrackingKey>;

/** How a license stands with the tracking system, and with whose key it is read. */
export const TrackingLicenseSync = z.strictObject({
  licenseId: Id,
  licenseNumber: z.string(),
  name: z.string(),
  state: State,
  connectionStatus: ConnectionStatusSchema,
  /** Null where no key is in use. */
  keyLastFour: z.string().nullable(),
  /** Whose own key it is; null for one that was entered for this license. */
  keyOwner: z.string().nullable(),
  checked: Instant.nullable(),
  problem: z.string().nullable(),
});
export type TrackingLicenseSync = z.infer<typeof TrackingLicenseSync>;

/** What a wholesale-marketplace key may do with orders. */
export const MARKETPLACE_ACCESS = ['READ', 'WRITE'] as const;
export const MarketplaceAccess = z.enum(MARKETPLACE_ACCESS);
export type MarketplaceAccess = z.infer<typeof MarketplaceAccess>;

/** A change of an order that the wholesale marketplace has not taken. */
export const UndeliveredMove = z.strictObject({
  orderId: Id,
  orderNumber: z.string(),
  action: z.string(),
  problem: z.string(),
  /** It will be tried again by itself; otherwise it was refused for good. */
  isWaiting: z.boolean(),
  updated: Instant,
});

/** The link of an organization to the wholesale marketplace in one state. */
export const WholesaleSync = z.strictObject({
  id: Id,
  orgId: Id,
  stateAbbv: UsState,
  isActive: z.boolean(),
  access: MarketplaceAccess,
  /** Null once it is disabled, as the key is then forgotten. */
  keyLastFour: z.string().nullable(),
  checked: Instant,
  problem: z.string().nullable(),
  undelivered: z.array(UndeliveredMove),
});
export type WholesaleSync = z.infer<typeof WholesaleSync>;
