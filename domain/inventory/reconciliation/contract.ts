import { z } from 'zod';
import { read, write } from '../../access/ability';
import { bulkCall } from '../../bulk/bulk-call';
import { EnteredDay, get, Id, IdParams, OrgScope, post, RowId } from '../../contract/endpoint';
import { facetsCall, ListScope, searchCall } from '../../contract/list';
import { TrackedQuantity } from '../../money';
import { Leaving } from '../leaving';
import { Shortage } from '../shortage';
import { TrackingDifference } from './difference';
import { differenceFilters } from './difference-filters';

export const DIFFERENCE_SORTS = ['found', 'moved', 'label', 'kind', 'cause'] as const;

const reads = read('INVENTORY');
const writes = write('INVENTORY');

const Counted = z.array(z.strictObject({ id: z.string(), count: z.number().int().nonnegative() }));
const settles = {
  params: IdParams,
  returns: TrackingDifference,
  requires: writes,
  audit: 'difference',
  idempotent: true,
} as const;

/** The reconciliation inbox: where the tracking system and we disagree. */
export const reconciliation = {
  search: searchCall('/inventory/reconciliation/search', {
    summary: 'Differences with the tracking system; settled ones only when asked for',
    filters: differenceFilters,
    sorts: DIFFERENCE_SORTS,
    sortBy: 'found',
    row: TrackingDifference,
    requires: reads,
  }),
  facets: facetsCall('/inventory/reconciliation/facets', {
    summary: 'Filter choices of open differences with counts',
    filters: differenceFilters,
    returns: z.strictObject({
      kinds: Counted,
      causes: Counted,
      licenses: z.array(z.strictObject({ id: RowId, displayName: z.string(), count: z.number().int().nonnegative() })),
    }),
    requires: reads,
  }),
  summary: get('/inventory/reconciliation/summary', {
    summary: 'How many differences are open',
    query: OrgScope,
    returns: z.strictObject({ open: z.number().int().nonnegative() }),
    requires: reads,
  }),
  shortages: get('/inventory/shortages', {
    summary: 'Products promised to orders beyond what is on hand',
    query: OrgScope,
    returns: z.array(Shortage),
    requires: reads,
  }),
  leaving: get('/inventory/leaving', {
    summary: 'What fulfilled orders keep until its packages leave the tracking system, oldest first',
    query: OrgScope,
    returns: z.array(Leaving),
    requires: reads,
  }),
  markLeft: post('/inventory/leaving', {
    summary: 'Mark an order’s stock as left; answers what is left to settle',
    body: OrgScope.extend({ productId: Id, orderId: Id }),
    returns: z.array(Leaving),
    requires: writes,
    audit: 'product',
    idempotent: true,
  }),
  accept: post('/inventory/reconciliation/:id/accept', {
    ...settles,
    summary: 'Accept the tracking system’s figure',
  }),
  note: post('/inventory/reconciliation/:id/note', {
    ...settles,
    summary: 'Mark a difference as noted; what the tracking system refused stays undone',
  }),
  correct: post('/inventory/reconciliation/:id/correct', {
    ...settles,
    summary: 'Correct our figure of a package; it is settled once both agree',
    body: z.object({
      quantity: TrackedQuantity,
    }),
  }),
  adjust: post('/inventory/reconciliation/:id/adjust', {
    ...settles,
    summary: 'Adjust the tracking system’s figure',
    body: z.object({
      reason: z.string('Choose a reason').min(1, 'Choose a reason').max(100),
      date: EnteredDay,
      note: z.string().trim().max(200, 'Must be 200 characters or fewer').default(''),
    }),
  }),
  adjustmentReasons: get('/licenses/:licenseId/adjustment-reasons', {
    summary: 'The reasons the tracking system takes for an adjustment',
    params: z.object({ licenseId: Id }),
    returns: z.array(z.string()),
    requires: writes,
    refuses: ['TRACKING_KEY_REQUIRED'],
  }),
  colleagues: get('/inventory/reconciliation/:id/colleagues', {
    summary: 'Whom to ask about a difference: the others who can see it',
    params: IdParams,
    returns: z.array(z.strictObject({ id: RowId, displayName: z.string() })),
    requires: writes,
    byKey: false,
  }),
  ask: post('/inventory/reconciliation/:id/ask', {
    ...settles,
    summary: 'Ask a colleague about a difference; by email',
    body: z.object({
      orgUserId: Id,
      question: z
        .string()
        .trim()
        .min(1, 'Write what you’d like to know')
        .max(1000, 'Must be 1,000 characters or fewer'),
    }),
    byKey: false,
  }),
  bulk: bulkCall('/inventory/reconciliation/bulk', {
    summary: 'Settle many differences',
    scope: ListScope.shape,
    filters: differenceFilters.schema,
    acts: {
      accept: { title: 'Accept theirs', input: z.object({}), requires: writes },
      note: { title: 'Mark as noted', input: z.object({}), requires: writes },
    },
  }),
};
