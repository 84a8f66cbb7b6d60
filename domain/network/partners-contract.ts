import { z } from 'zod';
import { onPlan, read, write } from '../access/ability';
import {
  commaJoined,
  Done,
  del,
  EnteredInstant,
  get,
  Id,
  IdParams,
  Instant,
  idOf,
  OrgScope,
  patch,
  post,
  RowId,
} from '../contract/endpoint';
import { PartnerEnding } from './ending';
import { PARTNER_SIDES, PARTNER_STATES } from './partner';

const PartnerOrg = z.strictObject({ id: RowId, name: z.string() });

/** An agreement, request, or what became of one, as one of its sides reads it. */
export const Partner = z.strictObject({
  id: RowId,
  /** The reader's. */
  side: z.enum(PARTNER_SIDES),
  brand: z.strictObject({ id: RowId, name: z.string(), slug: z.string(), profileImageUri: z.string().nullable() }),
  owner: PartnerOrg,
  partner: PartnerOrg,
  status: z.enum(PARTNER_STATES),
  /** Whether the partner reads the packages of the brand that its owner holds. */
  canViewPackages: z.boolean(),
  /** What was written with the request. */
  message: z.string(),
  /** Null if it was granted without being asked for. */
  requestedAt: Instant.nullable(),
  /** When a request lapses. */
  expiresAt: Instant.nullable(),
  /** When it was accepted or refused. */
  answeredAt: Instant.nullable(),
  /** When an agreement ends by itself; null if it doesn't. */
  endsAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** Which side ended it; null if neither did. */
  endedBy: z.enum(PARTNER_SIDES).nullable(),
  /** When it can be asked again; null if it can already, or needn't be. */
  askAgainAt: Instant.nullable(),
});
export type Partner = z.infer<typeof Partner>;

/** What a partner sees, and until when. */
const Terms = z.object({ canViewPackages: z.boolean(), endsAt: EnteredInstant.nullable() });
const Granted = z.object({
  canViewPackages: Terms.shape.canViewPackages.default(false),
  endsAt: Terms.shape.endsAt.default(null),
});

const reads = read('ITEM_OWNERS');
const writes = write('ITEM_OWNERS');
const agrees = onPlan('partner-network', writes);

/**
 * Who works with whose brands. Agreeing takes the plan; reading what there is, and taking back what one agreed to, never
 * does.
 */
export const partners = {
  list: get('/inventory/partners', {
    summary: 'Partners of one’s brands, brands one is a partner of, and requests on either side; requests first',
    query: OrgScope.extend({
      side: z.enum(PARTNER_SIDES).optional(),
      brandIds: z.preprocess(commaJoined, z.array(Id).max(200, 'At most 200 brands').optional()),
    }),
    returns: z.array(Partner),
    requires: reads,
  }),
  grant: post('/inventory/partners', {
    summary: 'Make an organization a partner for a brand; an open request of theirs is accepted',
    body: Granted.extend({ orgId: idOf('Choose an organization'), brandId: idOf('Choose a brand') }),
    namesAnother: true,
    returns: Partner,
    requires: agrees,
    audit: 'partner',
    idempotent: true,
  }),
  request: post('/inventory/partners/request', {
    summary: 'Ask the owner of a brand to become a partner; lapses after 14 days',
    body: z.object({
      brandId: idOf('Choose a brand'),
      message: z.string().max(1000, 'At most 1,000 characters').default(''),
    }),
    returns: Partner,
    requires: agrees,
    audit: 'partner',
    idempotent: true,
  }),
  accept: post('/inventory/partners/:id/accept', {
    summary: 'Accept a request to become a partner',
    params: IdParams,
    body: Granted,
    returns: Partner,
    requires: agrees,
    audit: 'partner',
  }),
  update: patch('/inventory/partners/:id', {
    summary: 'Change what a partner sees and until when; as the brand’s owner',
    params: IdParams,
    body: Terms,
    returns: Partner,
    requires: agrees,
    audit: 'partner',
  }),
  ending: get('/inventory/partners/:id/ending', {
    summary: 'What depends on a partnership',
    params: IdParams,
    returns: PartnerEnding,
    requires: writes,
  }),
  remove: del('/inventory/partners/:id', {
    summary: 'Refuse or withdraw a request, or end a partnership; `status` is what the caller takes back',
    params: IdParams,
    query: z.object({ status: z.enum(['REQUESTED', 'ACCEPTED']).optional() }),
    returns: Done,
    requires: writes,
    audit: 'partner',
  }),
};
