import { z } from 'zod';
import { onPlan, read, write } from '../access/ability';
import { Done, get, Id, Instant, OrgScope, page, patch, post, whole } from '../contract/endpoint';
import { SecretKey, WholesaleSync } from '../integrations/integrations';
import { lineOfText } from '../text';
import { MatchState, WHOLESALE_KINDS } from './vocabulary';

const Of = OrgScope.extend({ id: Id });
const changes = { part: 'wholesale', requires: onPlan('marketplace-sync', write('EDIT_ORGANIZATION')) } as const;
const reads = { part: 'wholesale', requires: read('EDIT_ORGANIZATION') } as const;

/** What is matched by hand; orders follow their number. */
export const MATCHED_KINDS = ['PRODUCT', 'CUSTOMER'] as const;
export const MatchedKind = z.enum(MATCHED_KINDS);
export type MatchedKind = z.infer<typeof MatchedKind>;

const Own = z.strictObject({ id: Id, name: z.string(), mark: z.string() });
export const MatchSuggestion = Own.extend({ isCertain: z.boolean(), why: z.string() });
export type MatchSuggestion = z.infer<typeof MatchSuggestion>;

/** One of theirs, and what was decided of it. */
export const MatchRow = z.strictObject({
  externalId: z.string(),
  name: z.string(),
  /** SKU or license number, as they have it. */
  mark: z.string().nullable(),
  state: MatchState,
  own: Own.nullable(),
  suggestions: z.array(MatchSuggestion),
  problem: z.string().nullable(),
});
export type MatchRow = z.infer<typeof MatchRow>;

const Counts = z.strictObject({
  matched: z.number().int(),
  made: z.number().int(),
  ignored: z.number().int(),
  open: z.number().int(),
});

/** What starting would do, with nothing written. */
export const MatchDryRun = z.strictObject({
  products: Counts,
  customers: Counts,
  /** Undecided customers that would be made although one here has their name. */
  sameNames: z.number().int(),
  /** Orders that would come in, those already here, and those left out with their customers. */
  orders: z.strictObject({ made: z.number().int(), known: z.number().int(), ignored: z.number().int() }),
  /** Lines without a product here, and how many orders they hold up. */
  unmatchedLines: z.number().int(),
  heldOrders: z.number().int(),
  /** Why it can't start yet; null when it can. */
  whyNot: z.string().nullable(),
  read: Instant.nullable(),
});
export type MatchDryRun = z.infer<typeof MatchDryRun>;

/** One of theirs that couldn't be taken over. */
export const WholesaleProblem = z.strictObject({
  kind: z.enum(WHOLESALE_KINDS),
  externalId: z.string(),
  name: z.string(),
  mark: z.string().nullable(),
  problem: z.string(),
  ownId: Id.nullable(),
  updated: Instant,
});
export type WholesaleProblem = z.infer<typeof WholesaleProblem>;

const ExternalId = z.string().min(1).max(200).regex(/^\S+$/);
const Decision = z
  .strictObject({ externalId: ExternalId, state: MatchState, ownId: Id.nullable() })
  .refine(({ state, ownId }) => (state === 'MATCHED') === (ownId !== null), 'Choose which one it is');

const paging = {
  page: whole(z.number().int().min(0).max(100_000)).default(0),
  itemsPerPage: whole(z.number().int().min(1).max(250)).default(50),
};

/** The match desk of a connection, and what of its shop couldn't be taken over. */
export const wholesaleMatches = {
  settings: patch('/orgs/:orgId/leaflink-syncs/:id/settings', {
    ...changes,
    summary: 'Change a wholesale marketplace connection’s settings',
    params: Of,
    body: z.object({
      companyId: Id.nullable(),
      /** What signs what it tells; kept as it is when it isn't given. */
      hookKey: SecretKey.optional(),
    }),
    returns: WholesaleSync,
    audit: 'wholesale-sync',
  }),
  readNow: post('/orgs/:orgId/leaflink-syncs/:id/read', {
    ...changes,
    summary: 'Read the wholesale marketplace now',
    params: Of,
    returns: Done,
    audit: 'wholesale-sync',
    limited: true,
  }),
  list: get('/orgs/:orgId/leaflink-syncs/:id/matches', {
    ...reads,
    summary: 'Products or customers of the wholesale marketplace with their counterparts here',
    params: Of,
    query: z.object({
      kind: MatchedKind.default('PRODUCT'),
      state: MatchState.optional(),
      search: lineOfText().max(100).optional(),
      ...paging,
    }),
    returns: page(MatchRow),
  }),
  options: get('/orgs/:orgId/leaflink-syncs/:id/matches/options', {
    ...reads,
    summary: 'Products or customers here to match one of the wholesale marketplace with',
    params: Of,
    query: z.object({ kind: MatchedKind.default('PRODUCT'), search: lineOfText().max(100).default('') }),
    returns: z.array(Own),
  }),
  decide: post('/orgs/:orgId/leaflink-syncs/:id/matches', {
    ...changes,
    summary: 'Decide on matches with the wholesale marketplace',
    params: Of,
    body: z.object({ kind: MatchedKind, decisions: z.array(Decision).min(1).max(250) }),
    returns: Done,
    audit: 'wholesale-match',
  }),
  acceptCertain: post('/orgs/:orgId/leaflink-syncs/:id/matches/certain', {
    ...changes,
    summary: 'Accept all certain wholesale marketplace matches',
    params: Of,
    body: z.object({ kind: MatchedKind }),
    returns: z.strictObject({ accepted: z.number().int() }),
    audit: 'wholesale-match',
  }),
  dryRun: get('/orgs/:orgId/leaflink-syncs/:id/matches/dry-run', {
    ...reads,
    summary: 'What starting to sync the wholesale marketplace would do',
    params: Of,
    returns: MatchDryRun,
  }),
  start: post('/orgs/:orgId/leaflink-syncs/:id/start', {
    ...changes,
    summary: 'Start syncing the wholesale marketplace',
    params: Of,
    returns: WholesaleSync,
    audit: 'wholesale-sync',
  }),
  problems: get('/orgs/:orgId/leaflink-syncs/:id/problems', {
    ...reads,
    summary: 'What of the wholesale marketplace couldn’t be taken over',
    params: Of,
    query: z.object(paging),
    returns: page(WholesaleProblem),
  }),
  retry: post('/orgs/:orgId/leaflink-syncs/:id/problems/retry', {
    ...changes,
    summary: 'Try again what couldn’t be taken over',
    params: Of,
    body: z.object({ kind: z.enum(WHOLESALE_KINDS), externalId: ExternalId }),
    returns: Done,
    audit: 'wholesale-sync',
  }),
};
