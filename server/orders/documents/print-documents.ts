import { and, eq } from 'drizzle-orm';
import type { FileReply } from '../../../domain/contract/endpoint';
import { dayOf } from '../../../domain/dates';
import type { orderDocuments as contract } from '../../../domain/orders/documents/contract';
import type { DocumentKind } from '../../../domain/orders/documents/document-kinds';
import { documentName } from '../../../domain/orders/documents/documents';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { orders } from '../../db/schema';
import type { Verb } from '../../implement';
import { lockEditableOrders, type OrderRecord } from '../find-order';
import { drawOrders, drawPickList } from './draw-documents';
import { loadPurchaseOrder, loadSalesOrders, loadTags, type PrintedOrder } from './read-documents';

/** Sales orders on paper. NOT_FOUND unless the caller sees each of them. */
export const printOrders: Verb<typeof contract.print> = async (ctx, { body }) =>
  documentOf(ctx, body.kind, await loadSalesOrders(ctx, body.orderIds));

/** The invoice of a purchase order the caller sees, as its seller prints it. */
export const printPurchaseInvoice: Verb<typeof contract.purchaseInvoice> = async (ctx, { params }) =>
  documentOf(ctx, 'INVOICE', await loadPurchaseOrder(ctx, params.orderId));

/** A document of these orders as a file. */
export async function documentOf(ctx: Ctx, kind: DocumentKind, printed: PrintedOrder[]): Promise<FileReply> {
  const numbers = printed.map(({ orderNumber }) => orderNumber);
  const timeZone = printed[0]?.seller.timeZone ?? ctx.timeZone;
  const name = documentName(kind, numbers, dayOf(ctx.now, timeZone));
  if (kind !== 'PICK_LIST') return { name, text: drawOrders(kind, printed, ctx) };
  const tags = await loadTags(
    ctx,
    printed.flatMap(({ lineItems }) => lineItems.map(({ productId }) => productId)),
  );
  return { name, text: drawPickList(printed, tags, { timeZone, now: ctx.now, gone: ctx.gone }) };
}

/** Marks orders as printed or not. Their versions stay, so open edits aren't outdated by a printout. */
export const markPrinted: Verb<typeof contract.markPrinted> = async (ctx, { body: { orderIds, printed } }) => {
  await setPrinted(ctx, await lockEditableOrders(ctx, orderIds), printed);
  return { ok: true };
};

/** The same of locked orders. */
export async function setPrinted(ctx: Ctx, locked: readonly OrderRecord[], printed: boolean): Promise<void> {
  const changed = locked.filter((order) => order.printed !== printed).map(({ id }) => id);
  if (changed.length === 0) return;
  await ctx.db
    .update(orders)
    .set({ printed })
    .where(and(eq(orders.orgId, ctx.membership.orgId), isOneOf(orders.id, changed)));
  for (const id of changed) await ctx.audit({ id, before: { printed: !printed }, after: { printed } });
}
