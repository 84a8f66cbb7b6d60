import { z } from 'zod';
import { onPlan, read, write } from '../access/ability';
import { get, Id, OrgScope, page, paging, post, search } from '../contract/endpoint';
import { orderFilters } from '../orders/filters';
import { Audit, Finding, findingFilters } from './audit';

const part = 'accounting' as const;
const reads = read('ORDER_PAYMENTS');
const OfCompany = z.object({ companyId: Id });
const OfAudit = OfCompany.extend({ auditId: Id });
const OfFinding = OfAudit.extend({ findingId: Id });

export const FINDING_SORTS = ['found', 'kind'] as const;

/** Comparing orders with the books. */
export const accountingAudits = {
  start: post('/companies/:companyId/accounting/audit', {
    part,
    summary: 'Compare orders with the books; every order that matches the filters',
    params: OfCompany,
    body: OrgScope.extend({ companyId: Id.optional(), filters: orderFilters.schema.default({} as never) }),
    returns: Audit,
    refuses: ['CONFLICT'],
    requires: onPlan('accounting', reads),
    audit: 'accounting-audit',
    idempotent: true,
    byKey: false,
  }),
  list: get('/companies/:companyId/accounting/audits', {
    part,
    summary: 'The latest comparisons with the books',
    params: OfCompany,
    returns: z.array(Audit),
    requires: reads,
  }),
  get: get('/companies/:companyId/accounting/audits/:auditId', {
    part,
    summary: 'One comparison with the books, and how far it is',
    params: OfAudit,
    returns: Audit,
    requires: reads,
  }),
  findings: search('/companies/:companyId/accounting/audits/:auditId/findings', {
    part,
    summary: 'What a comparison with the books found; settled ones only when asked for',
    params: OfAudit,
    body: OrgScope.extend({
      filters: findingFilters.schema.default({} as never),
      ...paging(FINDING_SORTS, 'found', false),
    }),
    returns: page(Finding),
    requires: reads,
  }),
  fix: post('/companies/:companyId/accounting/audits/:auditId/findings/:findingId/fix', {
    part,
    summary: 'Settle a difference with the books; as its kind asks',
    params: OfFinding,
    returns: Finding,
    refuses: ['CONFLICT'],
    requires: onPlan('accounting', write('ORDER_PAYMENTS')),
    audit: 'accounting-finding',
    idempotent: true,
  }),
};
