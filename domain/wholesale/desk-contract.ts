import { z } from 'zod';
import { onPlan, read, write } from '../access/ability';
import { bulkCall } from '../bulk/bulk-call';
import { get, Id, IdParams, Instant, OrgScope, page, paging, post, put, RowId, search } from '../contract/endpoint';
import { conflictFilters } from './conflict-filters';
import { FieldOwner, WholesaleKind } from './vocabulary';

/** Who is right about a conflict. */
export const Side = z.enum(['OURS', 'THEIRS']);
export type Side = z.infer<typeof Side>;

/** A field that both sides changed since they last agreed, with its values as text. */
export const WholesaleConflict = z.strictObject({
  id: RowId,
  kind: WholesaleKind,
  ownId: RowId,
  /** The product, customer or order. */
  name: z.string(),
  field: z.string(),
  ours: z.string(),
  agreed: z.string(),
  theirs: z.string(),
  found: Instant,
  settled: Instant.nullable(),
  choice: Side.nullable(),
  settledBy: z.string().nullable(),
});
export type WholesaleConflict = z.infer<typeof WholesaleConflict>;

export const FieldRule = z.strictObject({
  kind: WholesaleKind,
  field: z.string(),
  label: z.string(),
  owner: FieldOwner,
  usual: FieldOwner,
  /** Why nobody may choose another; null when they may. */
  fixed: z.string().nullable(),
});
export type FieldRule = z.infer<typeof FieldRule>;

const Lag = z.strictObject({ p50Ms: z.number().nullable(), p95Ms: z.number().nullable(), seen: z.number().int() });

/** How a connection does: how late, how far apart, what was put right. */
export const SyncHealth = z.strictObject({
  id: RowId,
  stateAbbv: z.string(),
  isActive: z.boolean(),
  isStarted: z.boolean(),
  mayWrite: z.boolean(),
  problem: z.string().nullable(),
  swept: Instant.nullable(),
  heard: Instant.nullable(),
  compared: Instant.nullable(),
  orderLag: Lag,
  stockLag: Lag,
  offered: z.number().int(),
  waiting: z.number().int(),
  drifting: z.number().int(),
  conflicts: z.number().int(),
  problems: z.array(z.strictObject({ kind: WholesaleKind, name: z.string(), problem: z.string() })),
  healings: z.array(
    z.strictObject({ id: RowId, name: z.string(), field: z.string(), reason: z.string(), at: Instant }),
  ),
});
export type SyncHealth = z.infer<typeof SyncHealth>;

const reads = read('EDIT_ORGANIZATION');
const writes = onPlan('marketplace-sync', write('EDIT_ORGANIZATION'));
const OfSync = OrgScope.extend({ id: Id });
const part = 'wholesale' as const;
const settled = { part, returns: WholesaleConflict, requires: writes, audit: 'wholesale-conflict' } as const;

export const CONFLICT_SORTS = ['found', 'name', 'kind', 'field'] as const;

/** The conflict desk, who decides each field, and the connection's health. */
export const wholesaleDesk = {
  conflicts: search('/wholesale-conflicts/search', {
    part,
    summary: 'Conflicts with the wholesale marketplace; settled ones only when asked for',
    body: OrgScope.extend({
      syncId: Id,
      filters: conflictFilters.schema.default({}),
      ...paging(CONFLICT_SORTS, 'found', true),
    }),
    returns: page(WholesaleConflict),
    requires: reads,
  }),
  settle: post('/wholesale-conflicts/:id/settle', {
    ...settled,
    refuses: ['STALE'],
    summary: 'Settle a conflict; with our value or theirs',
    params: IdParams,
    body: z.object({
      choice: Side,
      /** Both values as they were shown: settled is only what was seen. */
      seen: z.object({ ours: z.string().max(5_000), theirs: z.string().max(5_000) }),
      /** Whether that side decides this field from now on. */
      always: z.boolean().default(false),
    }),
  }),
  bulk: bulkCall('/wholesale-conflicts/bulk', {
    summary: 'Settle many conflicts with the wholesale marketplace',
    scope: { ...OrgScope.shape, syncId: Id },
    filters: conflictFilters.schema,
    acts: {
      ours: { title: 'Keep ours', input: z.object({}), requires: writes },
      theirs: { title: 'Take theirs', input: z.object({}), requires: writes },
    },
  }),
  rules: get('/orgs/:orgId/leaflink-syncs/:id/rules', {
    part,
    summary: 'Who decides each field that both sides have',
    params: OfSync,
    returns: z.array(FieldRule),
    requires: reads,
  }),
  setRule: put('/orgs/:orgId/leaflink-syncs/:id/rules', {
    part,
    summary: 'Choose who decides a field; open conflicts of it are settled so',
    params: OfSync,
    body: z.object({ kind: WholesaleKind, field: z.string().max(60).regex(/^\w+$/), owner: FieldOwner }),
    returns: z.array(FieldRule),
    requires: writes,
    audit: 'wholesale-rule',
  }),
  health: get('/orgs/:orgId/leaflink-syncs/:id/health', {
    part,
    summary: 'How a wholesale marketplace connection does: lag, drift, problems and what was put right',
    params: OfSync,
    returns: SyncHealth,
    requires: reads,
  }),
};
