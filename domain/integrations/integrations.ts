import { z } from 'zod';
import { ConnectionStatusSchema } from '../access/vocabulary';
import { Id, Instant } from '../contract/endpoint';
import { State } from '../organization/organization';
import { US_STATES } from '../organization/us-states';

/** A third party's key as pasted: printable, so it can go in a header. Never sent back. */
export const SecretKey = z
  .string()
  .trim()
  .min(1, 'Enter a key')
  .min(8, 'Enter at least 8 characters')
  .max(200, 'Enter at most 200 characters')
  .regex(/^[\x21-\x7e]+$/, 'Use letters, numbers and symbols, without spaces');

export const UsState = z.enum(
  US_STATES.map(({ ansiAbbrevation }) => ansiAbbrevation) as [string, ...string[]],
  'Choose a state',
);

/** The visible part of a key, enough to tell it apart. */
export const lastFourOf = (key: string): string => key.slice(-4);

/** That a person has a tracking system key for a state, without the key. */
export const TrackingKey = z.strictObject({ usState: UsState, lastFour: z.string(), updated: Instant });
export type TrackingKey = z.infer<typeof TrackingKey>;

/** A license's tracking system status, and whose key is used. */
export const TrackingLicenseSync = z.strictObject({
  licenseId: Id,
  licenseNumber: z.string(),
  name: z.string(),
  state: State,
  connectionStatus: ConnectionStatusSchema,
  /** Null where no key is in use. */
  keyLastFour: z.string().nullable(),
  /** Whose key it is; null for one entered for this license only. */
  keyOwner: z.string().nullable(),
  checked: Instant.nullable(),
  problem: z.string().nullable(),
});
export type TrackingLicenseSync = z.infer<typeof TrackingLicenseSync>;

/** What a wholesale marketplace key may do with orders. */
export const MARKETPLACE_ACCESS = ['READ', 'WRITE'] as const;
export const MarketplaceAccess = z.enum(MARKETPLACE_ACCESS);
export type MarketplaceAccess = z.infer<typeof MarketplaceAccess>;

/** An order change the wholesale marketplace hasn't accepted. */
export const UndeliveredMove = z.strictObject({
  orderId: Id,
  orderNumber: z.string(),
  action: z.string(),
  problem: z.string(),
  /** Will be retried automatically; otherwise it was rejected for good. */
  isWaiting: z.boolean(),
  updated: Instant,
});

/** An organization's connection to the wholesale marketplace in one state. */
export const WholesaleSync = z.strictObject({
  id: Id,
  orgId: Id,
  stateAbbv: UsState,
  isActive: z.boolean(),
  access: MarketplaceAccess,
  /** Null once disabled: the key is deleted. */
  keyLastFour: z.string().nullable(),
  checked: Instant,
  problem: z.string().nullable(),
  undelivered: z.array(UndeliveredMove),
  /** The company whose orders and products these are; null while the state's only one is. */
  companyId: Id.nullable(),
  /** Where it tells of changes, as a path of this server; null before it is connected. */
  hookPath: z.string().nullable(),
  /** Whether the key that signs what it tells is known. */
  isHookSigned: z.boolean(),
  hookHeard: Instant.nullable(),
  /** Since when its orders come in; null before the match desk is done. */
  started: Instant.nullable(),
  /** When all of it was last read. */
  swept: Instant.nullable(),
  /** What of theirs couldn't be taken over. */
  problems: z.number().int(),
});
export type WholesaleSync = z.infer<typeof WholesaleSync>;
