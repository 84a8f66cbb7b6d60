import { FEATURES } from '../../../domain/access/features';
import { contract } from '../../../domain/calls';
import type { ErrorBody } from '../../../domain/errors';
import type { TestCaller } from '../app';
import type { CustomerFixture, MemberFixture, ProductFixture, SellerFixture } from '../factories';
import { ORDERS_TRIED, type OrderTried, type Outcome, type SellerRow } from './permissions';

const { orders, orderEntry, orderCredit, orderDocuments, orderHistory, orderExports, orderProblems } = contract;
const { orderReports, pivotReports, savedSearches, purchaseOrders, purchaseActs, reorders } = contract;
type Areas = {
  orders: typeof orders;
  orderEntry: typeof orderEntry;
  orderCredit: typeof orderCredit;
  orderDocuments: typeof orderDocuments;
  orderHistory: typeof orderHistory;
  orderExports: typeof orderExports;
  orderProblems: typeof orderProblems;
  orderReports: typeof orderReports;
  pivotReports: typeof pivotReports;
  savedSearches: typeof savedSearches;
  purchaseOrders: typeof purchaseOrders;
  purchaseActs: typeof purchaseActs;
  reorders: typeof reorders;
};

/** Orders of one kind, with what each call needs of one. */
export type Tried = {
  companyId: number;
  customerId: number;
  productId: number;
  submitted: number;
  number: string;
  held: number;
  draft: { id: number; lineId: number };
  spareDraft: number;
  frozen: { id: number; lineId: number };
  reopened: number;
  pair: [number, number];
  merged: number;
  commentId: number;
  spareCommentId: number;
  paymentId: number;
  mailId: number;
  problemId: number;
  /** All of them. */
  ids: number[];
};
export type Place = {
  seller: SellerFixture;
  second: SellerFixture['company'];
  /** A product, a customer and one on hold, of the company of those orders. */
  goods: Record<OrderTried, { product: ProductFixture; customer: CustomerFixture; held: CustomerFixture }>;
  ownCustomer: CustomerFixture;
  /** For whoever is refused: nothing happens to these. */
  shared: Record<OrderTried, Tried>;
};
export type Made = { place: Place; member: MemberFixture; caller: TestCaller; savedSearchId: number };
/** An answer to any call. */
type Got = { ok: boolean; status: number; body: unknown };
type Call = (made: Made, tried: Tried) => Promise<Got>;
/** What a call takes: a column of the table, or another rule described at its walk. */
export type Rule =
  | Exclude<keyof SellerRow, 'who' | 'features' | 'companies' | 'unflagged'>
  | 'lists'
  | 'clones'
  | 'buys'
  | 'bulk';

export const DAY = '2026-12-01';
const call = (rule: Rule, make: Call): [Rule, Call] => [rule, make];
/** Walked with the purchases below. */
const bought: [Rule, null] = ['buys', null];

const edited = (tried: Tried, line: { id: number; lineId: number }, quantity: string) => ({
  params: { id: line.id },
  body: {
    customerId: tried.customerId,
    lineItems: [{ id: line.lineId, productId: tried.productId, quantity }],
    version: 0,
  },
});
const scope = ({ place }: Made) => ({ orgId: place.seller.org.id });
const to = (status: 'ACCEPTED', more: object = {}) => ({ status, ...more });
let letters = 0;

/** Every call about orders, by what it takes. */
const CALLS: { [A in keyof Areas]: Record<keyof Areas[A], [Rule, Call | null]> } = {
  orders: {
    search: call('lists', (m) => m.caller.call(orders.search, { body: { ...scope(m), filters: {} } })),
    facets: call('lists', (m) => m.caller.call(orders.facets, { query: scope(m) })),
    get: call('sees', (m, t) => m.caller.call(orders.get, { params: { id: t.submitted } })),
    comments: call('sees', (m, t) => m.caller.call(orders.comments, { params: { id: t.submitted }, query: {} })),
    updateBasicInfo: call('changes', (m, t) =>
      m.caller.call(orders.updateBasicInfo, {
        params: { id: t.held },
        body: {
          shipDate: DAY,
          paymentDueDate: null,
          shippingDetails: '',
          notes: '',
          salesRepOrgUserIds: [m.member.orgUserId],
          version: 0,
        },
      }),
    ),
    addComment: call('changes', (m, t) =>
      m.caller.call(orders.addComment, { params: { id: t.submitted }, body: { comment: 'Packed' } }),
    ),
    editComment: call('changes', (m, t) =>
      m.caller.call(orders.editComment, {
        params: { id: t.submitted, commentId: t.commentId },
        body: { comment: 'Packed and sealed' },
      }),
    ),
    removeComment: call('changes', (m, t) =>
      m.caller.call(orders.removeComment, { params: { id: t.submitted, commentId: t.spareCommentId } }),
    ),
    transition: call('changes', (m, t) =>
      m.caller.call(orders.transition, { params: { id: t.submitted }, body: to('ACCEPTED') }),
    ),
    remove: call('changes', (m, t) => m.caller.call(orders.remove, { params: { id: t.spareDraft } })),
    payments: call('payments', (m, t) => m.caller.call(orders.payments, { params: { id: t.submitted } })),
    recordPayment: call('pays', (m, t) =>
      m.caller.call(orders.recordPayment, {
        params: { id: t.submitted },
        body: { amount: '1.00', paymentType: 'CASH', paymentDate: DAY, confirmed: true },
      }),
    ),
    voidPayment: call('pays', (m, t) =>
      m.caller.call(orders.voidPayment, { params: { id: t.submitted, paymentId: t.paymentId }, query: {} }),
    ),
    bulk: call('bulk', (m) =>
      m.caller.call(orders.bulk, {
        body: {
          ...scope(m),
          selection: { ids: ORDERS_TRIED.map((tried) => m.place.shared[tried].submitted) },
          act: { name: 'transition', status: 'DRAFT' },
        },
      }),
    ),
  },
  orderEntry: {
    mergePreview: call('changes', (m, t) => m.caller.call(orderEntry.mergePreview, { body: { orderIds: t.pair } })),
    merge: call('changes', (m, t) => m.caller.call(orderEntry.merge, { body: { orderIds: t.pair } })),
    unmerge: call('changes', (m, t) => m.caller.call(orderEntry.unmerge, { body: { orderId: t.merged } })),
    clonePreview: call('sees', (m, t) =>
      m.caller.call(orderEntry.clonePreview, { body: { orderId: t.submitted, prices: 'copy' } }),
    ),
    clone: call('clones', (m, t) =>
      m.caller.call(orderEntry.clone, { body: { orderId: t.submitted, prices: 'current' } }),
    ),
    create: call('enters', (m, t) => enter(m, t.customerId)),
    update: call('changes', (m, t) => m.caller.call(orderEntry.update, edited(t, t.draft, '2'))),
    shipDates: call('changes', (m, t) =>
      m.caller.call(orderEntry.shipDates, {
        body: { ...scope(m), companyId: t.companyId, orderIds: [t.submitted], shipDate: DAY },
      }),
    ),
    customer: call('lists', (m) =>
      m.caller.call(orderEntry.customer, { params: { id: m.place.goods.own.customer.id } }),
    ),
    lineProducts: call('lists', (m) =>
      m.caller.call(orderEntry.lineProducts, {
        body: {
          ...scope(m),
          companyId: m.place.seller.company.id,
          customerId: m.place.goods.own.customer.id,
          productIds: [m.place.goods.own.product.id],
        },
      }),
    ),
  },
  orderCredit: {
    get: call('payments', (m, t) => m.caller.call(orderCredit.get, { params: { id: t.submitted } })),
    apply: call('pays', (m, t) =>
      m.caller.call(orderCredit.apply, { params: { id: t.submitted }, body: { amount: '0.01' } }),
    ),
  },
  orderDocuments: {
    print: call('sees', (m, t) =>
      m.caller.call(orderDocuments.print, { body: { kind: 'PICK_LIST', orderIds: [t.submitted] } }),
    ),
    mailed: call('sees', (m, t) => m.caller.call(orderDocuments.mailed, { params: { id: t.submitted } })),
    mailedFile: call('sees', (m, t) =>
      m.caller.call(orderDocuments.mailedFile, { params: { id: t.submitted, mailId: t.mailId, kind: 'INVOICE' } }),
    ),
    markPrinted: call('changes', (m, t) =>
      m.caller.call(orderDocuments.markPrinted, { body: { orderIds: [t.submitted], printed: true } }),
    ),
    mail: call('changes', (m, t) =>
      m.caller.call(orderDocuments.mail, {
        params: { id: t.submitted },
        body: { kinds: ['PACKING_SLIP'], recipients: [`shop${++letters}@example.com`], subject: 'Your order' },
      }),
    ),
    purchaseInvoice: bought,
  },
  orderHistory: {
    changes: call('sees', (m, t) => m.caller.call(orderHistory.changes, { params: { id: t.submitted }, query: {} })),
    asOf: call('sees', (m, t) =>
      m.caller.call(orderHistory.asOf, { params: { id: t.submitted }, query: { at: new Date().toISOString() } }),
    ),
  },
  orderExports: {
    orders: call('lists', (m) => m.caller.call(orderExports.orders, { body: scope(m) })),
    purchaseOrders: bought,
  },
  orderReports: {
    make: call('lists', (m) =>
      m.caller.call(orderReports.make, { body: { ...scope(m), viewOptions: { reportType: 'REVENUE' } } }),
    ),
    export: call('lists', (m) =>
      m.caller.call(orderReports.export, { body: { ...scope(m), viewOptions: { reportType: 'REVENUE' } } }),
    ),
  },
  pivotReports: {
    make: call('lists', (m) => m.caller.call(pivotReports.make, { body: pivot(m) })),
    export: call('lists', (m) => m.caller.call(pivotReports.export, { body: pivot(m) })),
    behind: call('lists', (m) =>
      m.caller.call(pivotReports.behind, { body: { ...pivot(m), place: { row: [], column: [] } } }),
    ),
  },
  savedSearches: {
    list: call('lists', (m) => m.caller.call(savedSearches.list, { query: search(m) })),
    get: call('lists', (m) => m.caller.call(savedSearches.get, { params: { id: m.savedSearchId } })),
    create: call('lists', (m) =>
      m.caller.call(savedSearches.create, { body: { ...search(m), name: 'Unpaid', search: found() } }),
    ),
    update: call('lists', (m) =>
      m.caller.call(savedSearches.update, {
        params: { id: m.savedSearchId },
        body: { name: 'Paid in full', search: found(), version: 0 },
      }),
    ),
    remove: call('lists', (m) => m.caller.call(savedSearches.remove, { params: { id: m.savedSearchId } })),
  },
  orderProblems: {
    list: call('sees', (m, t) => m.caller.call(orderProblems.list, { params: { id: t.submitted } })),
    answer: call('changes', (m, t) =>
      m.caller.call(orderProblems.answer, {
        params: { id: t.submitted, problemId: t.problemId },
        body: { answer: 'We’ll credit both' },
      }),
    ),
    reported: bought,
    report: bought,
  },
  purchaseOrders: { search: bought, facets: bought, get: bought },
  purchaseActs: { expectedDelivery: bought },
  reorders: { preview: bought },
};

/** The same calls where they take more than a change does. */
const MORE: [string, [Rule, Call]][] = [
  [
    'orderEntry.update of a fulfilled order',
    call('thaws', (m, t) => m.caller.call(orderEntry.update, edited(t, t.frozen, '2'))),
  ],
  [
    'orders.transition of a fulfilled order',
    call('thaws', (m, t) => m.caller.call(orders.transition, { params: { id: t.reopened }, body: to('ACCEPTED') })),
  ],
  [
    'orders.transition despite a hold',
    call('overrides', (m, t) =>
      m.caller.call(orders.transition, {
        params: { id: t.held },
        body: to('ACCEPTED', { overrideReason: 'They paid in cash' }),
      }),
    ),
  ],
  ['orderEntry.create for one’s own organization', call('entersOwn', (m) => enter(m, m.place.ownCustomer.id))],
];

export const ROWS: [string, [Rule, Call | null]][] = [
  ...Object.entries(CALLS).flatMap(([area, calls]) =>
    Object.entries(calls).map(([verb, row]): [string, [Rule, Call | null]] => [`${area}.${verb}`, row]),
  ),
  ...MORE,
];
export const walked = (rules: readonly Rule[]) =>
  ROWS.flatMap(([name, [rule, make]]) => (make && rules.includes(rule) ? [{ name, rule, make }] : []));

const pivot = (m: Made) => ({
  ...scope(m),
  filters: { createdRel: 'LAST_30_DAYS' as const },
  viewOptions: { x1Field: 'CUSTOMER' as const, y1Field: 'STATUS' as const },
});
const search = (m: Made) => ({ ...scope(m), companyId: m.place.seller.company.id });
export const found = () => ({ filters: { paid: true }, sortBy: 'created' as const, sortDesc: true });
const enter = (m: Made, customerId: number) =>
  m.caller.call(orderEntry.create, {
    body: {
      ...scope(m),
      companyId: m.place.seller.company.id,
      customerId,
      lineItems: [{ productId: m.place.goods.own.product.id, quantity: '1' }],
    },
  });

/** What somebody got, in the words of the table. */
export function said(answer: Got): string {
  if (answer.ok) return (answer.body as { saveSuccessful?: boolean }).saveSuccessful === false ? 'not saved' : 'ok';
  const { errorObject, errors, message } = answer.body as ErrorBody;
  if (answer.status === 404) return 'not found' satisfies Outcome;
  const reason = errorObject?.reason as { kind: string; level?: string; feature?: string } | undefined;
  if (answer.status === 403 && reason?.kind === 'feature') return `${reason.level} ${reason.feature}`;
  if (JSON.stringify(errors ?? {}).includes(FEATURES.CIRCULAR_SALES.name)) return 'write CIRCULAR_SALES';
  return `${answer.status} ${message}`;
}
