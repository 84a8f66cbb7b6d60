import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Membership } from '../../../domain/access/roles';
import type { VerbInput } from '../../../domain/contract/endpoint';
import { assertCurrent, badInput, DomainError } from '../../../domain/errors';
import { isEqual } from '../../../domain/money';
import { actorOn } from '../../../domain/orders/actor';
import type { orderEntry as contract } from '../../../domain/orders/entry/contract';
import type { OrderDraft, OrderSaved } from '../../../domain/orders/entry/draft';
import {
  isEnteredBySales,
  LINES_KEPT_ELSEWHERE,
  PAYMENTS_KEEP_CUSTOMER,
  REPORTS_KEEP_CUSTOMER,
  sourceRefusal,
} from '../../../domain/orders/entry/source';
import type { OrderSource } from '../../../domain/orders/order';
import { usesCredit } from '../../../domain/orders/payments/credit';
import { countsDueDateOnBilling } from '../../../domain/orders/ship-dates';
import { canEditLines, isClosed, statusPhrase } from '../../../domain/orders/status';
import type { OrderTotals } from '../../../domain/orders/totals';
import type { Ctx } from '../../context';
import { judgeEdit, lockCredits } from '../../customers/credit';
import { returnedRow } from '../../db/rows';
import { orderNumbers, orderPayments, orderProblems, orders, orderTransitions } from '../../db/schema';
import type { Verb } from '../../implement';
import { enqueueMarketplaceEdit } from '../../integrations/wholesale/marketplace-moves';
import { loadVendors } from '../../organization/distributors';
import { findSeenCompany } from '../../organization/find-company';
import { countDueDates } from '../due-dates';
import { lockEditableOrder, needsWrite, type OrderRecord, publishOrder, tellOrder, withStatus } from '../find-order';
import { logOrder } from '../history/order-log';
import { noteChanges } from '../news/note-news';
import { loadOrder } from '../read-orders';
import { tellBooks } from '../tell-books';
import { loadLineRows, toLineValues, writeLines } from '../write-lines';
import { type Judged, judgeOrder, type LineRow } from './judge-order';
import { assertPaymentOption, findParties } from './order-parties';
import { replaceSalesReps, withSelf } from './update-basic-info';

/**
 * Enters an order for a customer as a draft, with the next number. What prevents it is answered by line; nothing is
 * written then. Whoever sees only their own orders becomes its sales rep. BAD_INPUT by field, NOT_FOUND for a company
 * that isn't the caller's.
 */
export const createOrder: Verb<typeof contract.create> = (ctx, { body }) => enterOrder(ctx, body);

type Entered = VerbInput<typeof contract.create>['body'];

/** The same for an order that continues another. */
export async function enterOrder(ctx: Ctx, body: Entered): Promise<OrderSaved> {
  const { orgId, companyId, ...draft } = body;
  const { db, now, person } = ctx;
  const company = await findSeenCompany(ctx, companyId);
  const parties = await findParties(ctx, companyId, draft.customerId);
  await assertDistributor(ctx, company, draft.distributorId, null);
  await assertPaymentOption(ctx, companyId, draft.paymentOptionId, null);
  const judged = await judgeOrder(ctx, { companyId, status: 'DRAFT', draft, standing: [], isNewCustomer: false });
  if (!judged.ok) return refused(judged);
  const made = returnedRow(
    await db
      .insert(orders)
      .values({
        orgId,
        companyId,
        ...parties,
        ...fieldsOf(draft),
        orderNumber: sql`nextval(${orderNumbers.seqName}::regclass)::text`,
        status: 'DRAFT',
        orderSource: draft.orderSource,
        ...totalsOf(judged.totals),
        lineItemCount: judged.lines.length,
        createdByUserId: person.userId,
        createdAt: now,
        updatedAt: now,
      })
      .returning(),
  );
  const order = withStatus(made);
  await db
    .insert(orderTransitions)
    .values({ orgId, orderId: order.id, toStatus: 'DRAFT', actorUserId: person.userId, createdAt: now });
  await replaceSalesReps(ctx, order, withSelf(ctx.membership, draft.salesRepOrgUserIds));
  await writeLines(ctx, order, [], toLineValues(judged.lines, []));
  await logOrder(ctx, order.id, null);
  await ctx.publish({ topic: 'orders', kind: 'created', id: order.id, orgIds: [orgId] });
  await tellOrder(db, order, order.status, 'order.created');
  return saved(ctx, order);
}

/**
 * Changes a sales order and its lines, and the stock they hold. What prevents it is answered by line; nothing is written
 * then. STALE if the order changed since it was read; FORBIDDEN for the lines, discount or customer of a fulfilled order
 * without EDIT_FROZEN_ORDERS; CONFLICT for those of a closed one, or of one whose lines are kept in the wholesale
 * marketplace; BAD_INPUT by field; CREDIT_STOP as for accepting, where an accepted order costs more or gets another
 * customer.
 */
export const updateOrder: Verb<typeof contract.update> = async (ctx, { params, body }) => {
  const { version, overrideReason, ...draft } = body;
  const before = await lockEditableOrder(ctx, params.id);
  assertCurrent('This order', before, version);
  const { companyId } = before;
  const standing = await loadLineRows(ctx.db, before);
  assertSource(before, draft.orderSource);
  const isNewCustomer = draft.customerId !== before.customerId;
  const parties = isNewCustomer ? await findNewParties(ctx, before, draft.customerId) : {};
  await assertDistributor(ctx, { id: companyId }, draft.distributorId, before.distributorId);
  await assertPaymentOption(ctx, companyId, draft.paymentOptionId, before.paymentOptionId);
  const { customerId } = draft;
  const credits = usesCredit(before.status) ? await lockCredits(ctx.db, before.orgId, [customerId]) : null;
  const judged = await judgeOrder(ctx, { companyId, status: before.status, draft, standing, isNewCustomer });
  if (!judged.ok) return refused(judged);
  const lines = toLineValues(judged.lines, standing);
  const movesMoney = isNewCustomer || !isSameDiscount(before, draft) || !areSame(standing, lines);
  if (movesMoney) assertMayEditLines(ctx.membership, before);
  const credit = movesMoney && credits?.get(customerId);
  const edit = { before, after: { ...before, ...totalsOf(judged.totals) }, isNewCustomer };
  const override = credit ? judgeEdit(ctx.membership, { ...credit, id: customerId }, edit, overrideReason) : null;
  const due = movesMoney ? await findDueDates(ctx, { ...before, ...draft }, before, judged.totals) : {};
  const log = await logOrder.before(ctx, before.id);
  await replaceSalesReps(ctx, before, withSelf(ctx.membership, draft.salesRepOrgUserIds));
  await ctx.db
    .update(orders)
    .set({
      ...parties,
      ...fieldsOf(draft),
      ...due,
      orderSource: draft.orderSource,
      ...(movesMoney && { ...totalsOf(judged.totals), lineItemCount: lines.length }),
      version: version + 1,
      updatedAt: ctx.now,
    })
    .where(and(eq(orders.orgId, before.orgId), eq(orders.id, before.id)));
  const order = { ...before, ...parties };
  if (movesMoney) await writeLines(ctx, order, standing, lines);
  await noteChanges(ctx, before.orgId, [before]);
  await enqueueMarketplaceEdit(ctx, before);
  await logOrder(ctx, before.id, log, override && { creditOverride: override });
  await publishOrder(ctx, order, 'order.updated', ...(movesMoney ? (['order.line_changed'] as const) : []));
  await tellBooks(ctx, before.orgId, [before]);
  return saved(ctx, before);
};

/** The dates of an order that a change bills the first of, by `countsDueDateOnBilling`. */
async function findDueDates(
  ctx: Ctx,
  changed: Pick<OrderRecord, 'orgId' | 'id' | 'companyId' | 'customerId' | 'paymentOptionId' | 'paymentDueDate'>,
  before: OrderRecord,
  { invoicedUsd }: Pick<OrderTotals, 'invoicedUsd'>,
) {
  if (!countsDueDateOnBilling(before, { ...changed, invoicedUsd })) return {};
  const day = (await countDueDates(ctx, changed.orgId, [changed])).get(changed.id) ?? null;
  return { paymentDueDate: day, countedDueDate: day };
}

const refused = ({ errorMessages, expectedTotal }: Extract<Judged, { ok: false }>) =>
  ({ saveSuccessful: false, errorMessages, expectedTotal }) as const;

async function saved({ db, membership }: Ctx, { orgId, id }: Pick<OrderRecord, 'orgId' | 'id'>): Promise<OrderSaved> {
  const order = await loadOrder(db, membership, and(eq(orders.orgId, orgId), eq(orders.id, id)));
  return { ...order, saveSuccessful: true, errorMessages: [] };
}

const fieldsOf = (draft: OrderDraft) => ({
  distributorId: draft.distributorId,
  paymentOptionId: draft.paymentOptionId,
  paymentDueDate: draft.paymentDueDate,
  shipDate: draft.shipDate,
  shippingDetails: draft.shippingDetails,
  notes: draft.notes,
  discountType: draft.discountType,
  discount: draft.discount,
});

/** An order's totals as they are kept. */
const totalsOf = ({ lineTotals: _, ...totals }: OrderTotals) => totals;

function assertSource(order: OrderRecord, to: OrderSource | undefined): void {
  const refusal = to === undefined ? null : sourceRefusal(order, to);
  if (refusal !== null) throw badInput({ orderSource: refusal });
}

/** A buyer's own order stays theirs, and so do what was paid and what they reported. */
async function findNewParties(ctx: Ctx, order: OrderRecord, customerId: number) {
  if (!isEnteredBySales(order))
    throw badInput({ customerId: 'Only orders entered by sales can be given to another customer' });
  const counted = and(eq(orderPayments.orderId, order.id), isNull(orderPayments.voidedAt));
  if ((await ctx.db.$count(orderPayments, and(eq(orderPayments.orgId, order.orgId), counted))) > 0)
    throw badInput({ customerId: PAYMENTS_KEEP_CUSTOMER });
  const reports = and(eq(orderProblems.orgId, order.orgId), eq(orderProblems.orderId, order.id));
  if ((await ctx.db.$count(orderProblems, reports)) > 0) throw badInput({ customerId: REPORTS_KEEP_CUSTOMER });
  return findParties(ctx, order.companyId, customerId);
}

async function assertDistributor(
  ctx: Ctx,
  company: { id: number; usState?: string },
  distributorId: number | null,
  standing: number | null,
): Promise<void> {
  if (distributorId === null || distributorId === standing) return;
  const usState = company.usState ?? (await findSeenCompany(ctx, company.id)).usState;
  const offered = await loadVendors(ctx, usState);
  if (offered.every(({ id }) => id !== distributorId))
    throw badInput({ distributorId: 'Choose one of the company’s distributors' });
}

const isSameDiscount = (before: OrderRecord, draft: OrderDraft) =>
  before.discountType === draft.discountType && isEqual(before.discount, draft.discount);

const COMPARED = [
  'id',
  'position',
  'productId',
  'unitOfMeasure',
  'isSample',
  'isBackorder',
  'notes',
] as const satisfies readonly (keyof LineRow)[];

function areSame(standing: readonly LineRow[], lines: ReturnType<typeof toLineValues>): boolean {
  return (
    standing.length === lines.length &&
    standing.every((was, place) => {
      const is = lines[place];
      return (
        is !== undefined &&
        COMPARED.every((field) => is[field] === was[field]) &&
        isEqual(is.quantity, was.quantity) &&
        isEqual(is.orderedUnitPrice, was.orderedUnitPrice)
      );
    })
  );
}

function assertMayEditLines(membership: Membership, order: OrderRecord): void {
  if (order.externalId !== null) throw new DomainError('CONFLICT', LINES_KEPT_ELSEWHERE);
  if (canEditLines({ status: order.status, ...actorOn(membership, 'seller', true) })) return;
  if (isClosed(order.status)) {
    throw new DomainError(
      'CONFLICT',
      `Order ${order.orderNumber} is ${statusPhrase(order.status)}. Its lines can’t change.`,
    );
  }
  throw needsWrite({ kind: 'feature', feature: 'EDIT_FROZEN_ORDERS', level: 'write' });
}
