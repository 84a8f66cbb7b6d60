import type { World } from '../world';
import { org } from './inputs';
import { categories, orderFilters } from './order-extras';
import type { Extras, Samples } from './sample';

const company = (w: World) => ({ companyId: w.seller.company.id });
const params = company;
const searched = (w: World) => ({ params: params(w), body: org(w) });
const asked = (w: World) => ({ params: params(w), query: org(w) });
const audit = (w: World) => ({ ...company(w), auditId: w.audited.auditId });

/** Valid calls about what is mapped to a company's books, compared with them, and changed there. */
export const booksAuditSamples = {
  accountingMappings: {
    searchCustomers: { as: 'seller', input: searched },
    searchProducts: { as: 'seller', input: searched },
    customerStates: { as: 'seller', input: asked },
    productStates: { as: 'seller', input: asked },
    certainCustomers: { as: 'seller', input: asked },
    certainProducts: { as: 'seller', input: asked },
    mapCustomers: {
      as: 'seller',
      input: (w) => ({
        params: params(w),
        body: { mappings: [{ customerId: w.customerId, externalId: w.audited.customerExternalId }] },
      }),
    },
    mapProducts: {
      as: 'seller',
      input: (w) => ({
        params: params(w),
        body: { mappings: [{ productId: w.productId, externalId: w.audited.itemExternalId }] },
      }),
    },
    makeCustomers: {
      as: 'seller',
      input: (w) => ({ params: params(w), body: { customerIds: [w.customerId] } }),
    },
    makeProducts: {
      as: 'seller',
      input: (w) => ({ params: params(w), body: { productIds: [w.productId] } }),
    },
    readAgain: { as: 'seller', input: searched },
    ofOrder: { as: 'seller', input: (w) => ({ params: { ...params(w), orderId: w.orderId }, query: {} }) },
  },
  accountingAudits: {
    start: { as: 'seller', input: searched },
    list: { as: 'seller', input: (w) => ({ params: params(w) }) },
    get: { as: 'seller', input: (w) => ({ params: audit(w) }) },
    findings: { as: 'seller', input: (w) => ({ params: audit(w), body: org(w) }) },
    fix: { as: 'seller', input: (w) => ({ params: { ...audit(w), findingId: w.audited.findingId } }) },
  },
  accountingChanges: {
    search: { as: 'seller', input: searched },
    accept: {
      as: 'seller',
      input: (w) => ({ params: params(w), body: { ...org(w), ids: [w.audited.renamedId] } }),
    },
    dismiss: {
      as: 'seller',
      input: (w) => ({ params: params(w), body: { ...org(w), ids: [w.audited.dismissedId] } }),
    },
    restore: {
      as: 'seller',
      input: (w) => ({ params: params(w), body: { ...org(w), ids: [w.audited.dismissedId] } }),
      notCalled: 'it pushes an order that is mapped whole, which its own tests do',
    },
    automatic: { as: 'seller', input: (w) => ({ params: params(w) }) },
    setAutomatic: { as: 'seller', input: (w) => ({ params: params(w), body: { ...org(w), kinds: ['RENAMED'] } }) },
  },
} satisfies Partial<Samples>;

const THEIRS = 'the books have the same ids in every company';

export const booksAuditExtras: Extras = {
  accountingMappings: {
    mapCustomers: { common: { 'body.mappings[].externalId': THEIRS } },
    mapProducts: { common: { 'body.mappings[].externalId': THEIRS } },
  },
  accountingAudits: {
    start: {
      calls: [(w) => ({ params: params(w), body: { ...org(w), ...company(w), filters: orderFilters(w) } })],
      common: {
        ...categories('body.filters'),
        'body.filters.customerLicenseIds[]': 'a public license can become anybody’s customer',
        'body.filters.brandIds[]': 'brands are public',
      },
    },
  },
};
