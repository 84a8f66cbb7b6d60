import { z } from 'zod';
import { member, type Requirement, read, signedIn } from '../access/ability';
import { get, Id, OrgScope } from '../contract/endpoint';
import { seesOrders } from '../orders/sees-orders';

/** A badge shows "9+" above nine, so counting stops at ten. */
export const BADGE_CAP = 10;

/** What the navigation counts beside its entries, and what being told each count requires. */
export const BADGES = {
  /** Sales orders waiting for the seller. */
  orders: seesOrders,
  /** Orders waiting for the caller's approval. */
  approvals: read('PURCHASE_ORDERS'),
  /** Unread messages, of one's own: not told to somebody acting for them. */
  messages: member,
  /** Invites to organizations, brands and connections that wait for an answer. */
  invites: signedIn,
  /** Entries of the person's feed they haven't seen, and not read. */
  unseen: signedIn,
  unread: signedIn,
} as const satisfies Record<string, Requirement>;
export type BadgeName = keyof typeof BADGES;
export const BADGE_NAMES = Object.keys(BADGES) as [BadgeName, ...BadgeName[]];

/** Null if it wasn't asked for, isn't for the caller, or can't be told now. */
const Count = z.number().int().nonnegative().nullable();

/** The counts of the navigation. In one call, since every page makes it. */
export const badges = {
  count: get('/badges', {
    summary: 'The counts of the navigation: those named in `of`, separated by commas',
    query: OrgScope.extend({
      of: z
        .string()
        .transform((names) => names.split(','))
        .pipe(z.array(z.enum(BADGE_NAMES)).min(1)),
      /** The selling company whose orders count, by default all. */
      companyId: Id.optional(),
      /** The buying company whose approvals count. */
      buyerCompanyId: Id.optional(),
    }),
    returns: z.strictObject({
      orders: Count,
      approvals: Count,
      messages: Count,
      invites: Count,
      unseen: Count,
      unread: Count,
    }),
    requires: member,
  }),
};
