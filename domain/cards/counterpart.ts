import { z } from 'zod';
import { member } from '../access/ability';
import { get, Id, OrgScope, RowId } from '../contract/endpoint';
import { LISTED_KINDS } from '../directory/lists';

/** What names each kind of record. */
const NAMED_BY = {
  ORDER: ['orderId'],
  OFFER: ['offerUuid'],
  /** Got by the reader's organization. */
  BID: ['bidId'],
  INTAKE: ['licenseId', 'intakeId'],
  LISTING: ['listingType', 'listingId'],
} as const;
type Kind = keyof typeof NAMED_BY;

/** What people of two organizations write to each other about. */
export const Counterpart = z
  .object({
    of: z.enum(Object.keys(NAMED_BY) as [Kind, ...Kind[]]),
    orderId: Id.optional(),
    offerUuid: z.uuid().optional(),
    bidId: Id.optional(),
    licenseId: Id.optional(),
    intakeId: Id.optional(),
    listingType: LISTED_KINDS.optional(),
    listingId: Id.optional(),
  })
  .refine((asked) => NAMED_BY[asked.of].every((name) => asked[name] !== undefined), 'Name the record');
export type Counterpart = z.input<typeof Counterpart>;

/** Whom people write to about a record. */
export const counterparts = {
  find: get('/orgs/:orgId/chat/counterpart', {
    summary: 'The other organization of an order, offer, bid, intake or listing one sees; null if there is none here',
    part: 'chat',
    params: OrgScope,
    query: Counterpart,
    returns: z.strictObject({ org: z.strictObject({ id: RowId, name: z.string() }).nullable() }),
    requires: member,
    refuses: ['NOT_FOUND'],
  }),
};
