import { z } from 'zod';
import { onPlan, read, write } from '../access/ability';
import { get, Id, OrgScope, page, paging, post, put, RowId, search } from '../contract/endpoint';
import { AUTOMATIC_KINDS, Proposal, proposalFilters } from './changes';

const part = 'accounting' as const;
const reads = read('ORDER_PAYMENTS');
const writes = onPlan('accounting', write('ORDER_PAYMENTS'));
const OfCompany = z.object({ companyId: Id });

export const PROPOSAL_SORTS = ['found', 'kind'] as const;
/** Most changes decided by one call. */
export const MOST_DECIDED = 100;

const Chosen = OrgScope.extend({
  ids: z.array(Id).min(1, 'Choose at least one').max(MOST_DECIDED, 'Decide at most 100 at a time'),
});
/** What became of each: null when it was done, else why not. */
const Decided = z.array(z.strictObject({ id: RowId, problem: z.string().nullable() }));
const Automatic = z.strictObject({ kinds: z.array(z.enum(AUTOMATIC_KINDS)) });
const decides = {
  part,
  params: OfCompany,
  body: Chosen,
  returns: Decided,
  refuses: ['CONFLICT'],
  requires: writes,
  audit: 'accounting-change',
  transaction: 'each',
  idempotent: true,
} as const;

/** What was changed in the books, to be taken over here or not. */
export const accountingChanges = {
  search: search('/companies/:companyId/accounting/changes/search', {
    part,
    summary: 'Changes made in the books; decided ones only when asked for',
    params: OfCompany,
    body: OrgScope.extend({
      filters: proposalFilters.schema.default({} as never),
      ...paging(PROPOSAL_SORTS, 'found'),
    }),
    returns: page(Proposal),
    requires: reads,
  }),
  accept: post('/companies/:companyId/accounting/changes/accept', {
    ...decides,
    summary: 'Accept changes made in the books',
  }),
  dismiss: post('/companies/:companyId/accounting/changes/dismiss', {
    ...decides,
    summary: 'Dismiss changes made in the books',
  }),
  restore: post('/companies/:companyId/accounting/changes/restore', {
    ...decides,
    summary: 'Push invoices again; over what was changed in the books',
  }),
  automatic: get('/companies/:companyId/accounting/changes/automatic', {
    part,
    summary: 'Which changes made in the books are accepted without asking',
    params: OfCompany,
    returns: Automatic,
    requires: reads,
  }),
  setAutomatic: put('/companies/:companyId/accounting/changes/automatic', {
    part,
    summary: 'Choose which changes are accepted without asking; of those made in the books',
    params: OfCompany,
    body: OrgScope.extend({ kinds: z.array(z.enum(AUTOMATIC_KINDS)).max(AUTOMATIC_KINDS.length) }),
    returns: Automatic,
    refuses: ['CONFLICT'],
    requires: onPlan('accounting', write('EDIT_ORGANIZATION')),
    audit: 'accounting-change',
  }),
};
