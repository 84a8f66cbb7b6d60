import { and, eq, sql } from 'drizzle-orm';
import { subjectOf } from '../../../domain/notifications/subjects';
import { MOST_ORDER_LINES } from '../../../domain/orders/limits';
import { holdOf } from '../../../domain/orders/stock';
import { linesOfTheirs } from '../../../domain/wholesale/lines';
import { statusOfTheirs } from '../../../domain/wholesale/status';
import type { TheirLine, TheirOrder } from '../../../domain/wholesale/theirs';
import { holdShared } from '../../db/hold';
import { returnedRow } from '../../db/rows';
import { customerManagers, orderNumbers, orderSalesReps, orders, orderTransitions, orgUsers } from '../../db/schema';
import { forgetShown } from '../../inventory/stock/set-aside';
import { noticeAt } from '../../notices/notices';
import { tellOrder, withStatus } from '../../orders/find-order';
import { logOrder } from '../../orders/history/order-log';
import { possibleReps } from '../../orders/sales-reps';
import { tellBooks } from '../../orders/tell-books';
import { writeLineRows, writeLines } from '../../orders/write-lines';
import type { PlatformCtx } from '../platform';
import { CantTake, type Outcome, type WholesaleRecord } from '../records';
import type { Sync, SyncCompany } from '../syncs';
import { findBuyer, findTheirCustomer } from './find-customer';
import { findTheirProducts } from './find-products';
import { fitLines } from './fit-lines';
import { keptFields, linesDigest, moneyOf, sharedFields, theirShared } from './own-fields';

type Coming = { sync: Sync; company: SyncCompany; record: WholesaleRecord; theirs: TheirOrder };
/** People are told of an order this young when it comes in. */
const NEWS_MS = 24 * 60 * 60_000;
const MOST_NAMED = 3;

/**
 * Makes an order of theirs here: for its customer, with its lines at its prices. It is never refused for lack of stock, since
 * it was placed there: what there isn't enough of waits as backorder, which promises nothing twice. Goods that had left there
 * before the sync began move no stock, since whoever counted it since then no longer counted them.
 */
export async function makeOrder(ctx: PlatformCtx, { sync, company, theirs }: Coming): Promise<Outcome> {
  const { db, now } = ctx;
  const { orgId } = sync;
  // A company that is removed meanwhile waits for this or counts it.
  await holdShared(db, [{ kind: 'company', id: company.id }]);
  const status = statusOf(theirs);
  if (status === 'DRAFT') return {};
  if (theirs.lines.length > MOST_ORDER_LINES) throw new CantTake('It has more lines than an order can have here.');
  const productOf = await findTheirProducts(db, { sync, company }, theirs.lines);
  const { lines: read, unknown } = linesOfTheirs(theirs.lines, productOf);
  if (unknown.length > 0) throw new CantTake(unknownText(unknown));
  const customer = await findTheirCustomer(ctx, { sync, company }, theirs.customer);
  const buyer = await findBuyer(db, customer.licenseId);
  const created = new Date(theirs.created);
  const isOld = sync.startedAt === null || created < sync.startedAt;
  const movesStock = holdOf(status) === 'reserved' || !isOld;
  const fitted = movesStock ? await fitLines(ctx, orgId, read, { status }) : read;
  // What it had there was offered again before it was known here.
  if (holdOf(status) === 'none') await forgetShown(db, orgId, [...new Set(read.map(({ productId }) => productId))]);
  const lines = fitted.map((line) => ({ ...line, id: null }));
  const made = returnedRow(
    await db
      .insert(orders)
      .values({
        orgId,
        companyId: company.id,
        ...buyer,
        customerId: customer.id,
        customerName: customer.name,
        orderNumber: sql`nextval(${orderNumbers.seqName}::regclass)::text`,
        status,
        orderSource: 'WHOLESALE_MARKETPLACE',
        externalId: theirs.number,
        ...moneyOf(lines, theirs),
        ...keptFields(theirShared(theirs)),
        paymentDueDate: theirs.paymentDueDate,
        createdAt: created,
        updatedAt: now,
      })
      .returning(),
  );
  const order = withStatus(made);
  await db.insert(orderTransitions).values({ orgId, orderId: order.id, toStatus: status, createdAt: created });
  await addReps(ctx, order, theirs.repEmails);
  if (movesStock) await writeLines(ctx, order, [], lines);
  else await writeLineRows(db, order, [], lines);
  await logOrder(ctx, order.id, null);
  await tellBooks(ctx, orgId, [order]);
  await ctx.publish({ topic: 'orders', kind: 'created', id: order.id, orgIds: orgIdsOf(orgId, buyer.buyerOrgId) });
  await tellOrder(db, order, status, 'order.created');
  if (status === 'SUBMITTED' && now.getTime() - created.getTime() < NEWS_MS) {
    const payload = { orderId: order.id, companyId: company.id };
    const notice = { type: 'NEW_BUYER_ORDER' as const, orgId, subject: subjectOf.order(order.id), payload };
    await ctx.enqueue(noticeAt(notice, { by: null, now }));
  }
  const agreed = { ...sharedFields(order), status, lines: linesDigest(theirs) };
  return { state: 'MATCHED', ownId: order.id, agreed };
}

/** Our status of an order of theirs. Raises CantTake for one that we don't know. */
export function statusOf({ status }: TheirOrder) {
  const known = statusOfTheirs(status);
  if (known === null) throw new CantTake(`We don’t know its status “${status}”.`);
  return known;
}

export function unknownText(lines: readonly TheirLine[]): string {
  const named = [...new Set(lines.map(({ name, sku }) => `“${name || sku}”`))];
  const shown = named.slice(0, MOST_NAMED).join(', ');
  const more = named.length > MOST_NAMED ? ` and ${named.length - MOST_NAMED} more` : '';
  return `No product here is matched with ${shown}${more}. Match it, and the order follows.`;
}

const orgIdsOf = (orgId: number, buyerOrgId: number | null) => [
  ...new Set([orgId, ...(buyerOrgId === null ? [] : [buyerOrgId])]),
];

/** Their sales reps by email; without any of ours among them, the customer's managers. */
async function addReps(
  ctx: PlatformCtx,
  { id: orderId, orgId, companyId, customerId }: { id: number; orgId: number; companyId: number; customerId: number },
  emails: readonly string[],
): Promise<void> {
  const { db } = ctx;
  const named =
    emails.length === 0
      ? []
      : await db
          .select({ id: orgUsers.id })
          .from(orgUsers)
          .where(
            and(eq(orgUsers.orgId, orgId), sql`lower(${orgUsers.email}) = any (${sql.param([...emails])}::text[])`),
          );
  const managers =
    named.length > 0
      ? []
      : await db
          .select({ id: customerManagers.orgUserId })
          .from(customerManagers)
          .where(and(eq(customerManagers.orgId, orgId), eq(customerManagers.customerId, customerId)));
  const ids = await possibleReps(
    ctx,
    companyId,
    [...named, ...managers].map(({ id }) => id),
  );
  if (ids.length > 0) await db.insert(orderSalesReps).values(ids.map((orgUserId) => ({ orgId, orderId, orgUserId })));
}
