import { and, eq } from 'drizzle-orm';
import type { VerbInput } from '../../../domain/contract/endpoint';
import { DomainError } from '../../../domain/errors';
import { roundCents } from '../../../domain/money';
import { clonedDiscount, clonedText, cloneLines, leavesDiscount } from '../../../domain/orders/entry/clone';
import type { orderEntry as contract } from '../../../domain/orders/entry/contract';
import { judgeLines } from '../../../domain/orders/entry/judge';
import { priceIn } from '../../../domain/orders/line';
import type { Done, Subject } from '../../bulk/bulk';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { orders, products } from '../../db/schema';
import { sellableProducts, visibleOrders } from '../../db/visibility';
import type { Verb } from '../../implement';
import { loadVendors } from '../../organization/distributors';
import { lockEditableOrder } from '../find-order';
import { loadOrderWithoutRules } from '../read-orders';
import { deleteDraft } from '../remove-order';
import { possibleReps } from '../sales-reps';
import { loadLineProducts } from './line-products';
import { isOffered } from './order-parties';
import { enterOrder } from './save-order';

type Asked = VerbInput<typeof contract.clone>['body'];

/** What a clone would have and leave out, with each line's price before and now; nothing is saved. */
export const previewClone: Verb<typeof contract.clonePreview> = async (ctx, { body }) => {
  const { lineItems, from, skipped, productOf, original } = await prepare(ctx, body);
  const judged = judgeLines(lineItems, { productOf, standing: new Map(), status: 'DRAFT' });
  return {
    skipped,
    leftDiscountUsd: leavesDiscount(original, skipped) ? roundCents(original.discount) : null,
    lines: judged.flatMap(
      ({ draft, product, price, unitOfMeasure, soldInBulk, unitMultiplier, error, mayWait }, at) => {
        const was = from[at];
        if (product === null || price === null || was === undefined) return [];
        return [
          {
            productName: product.name,
            sku: product.sku,
            quantity: draft.quantity,
            unitOfMeasure,
            quantityBefore: was.quantity,
            unitBefore: was.unitOfMeasure,
            before: priceIn({ unitOfMeasure, soldInBulk, unitMultiplier }, was),
            after: roundCents(price.unitPrice),
            problem: mayWait ? null : (error ?? null),
          },
        ];
      },
    ),
  };
};

/**
 * Copies a sales order as a new draft of the same customer, at its prices or today's. CONFLICT without a product that can
 * be sold.
 */
export const cloneOrder: Verb<typeof contract.clone> = async (ctx, { body }) => {
  const { lineItems, skipped, original } = await prepare(ctx, body);
  if (lineItems.length === 0) throw new DomainError('CONFLICT', 'No products found in original order');
  const { sellerOrgId, sellerCompany, customer, distributor, paymentOption, salesReps } = original;
  const { shippingDetails, notes } = original;
  const { companyId, state } = sellerCompany;
  // Who or what the new order can't have any longer is left out, or nobody could clone it.
  const vendors = distributor && (await loadVendors(ctx, state.ansiAbbrevation));
  const distributorId = vendors?.find(({ id }) => id === distributor?.companyId)?.id ?? null;
  const isStillOffered = paymentOption && (await isOffered(ctx.db, companyId, paymentOption.id));
  const reps = salesReps.map(({ id }) => id);
  const saved = await enterOrder(ctx, {
    orgId: sellerOrgId,
    companyId,
    customerId: customer.id,
    orderSource: 'MANUAL',
    paymentOptionId: isStillOffered ? paymentOption.id : null,
    distributorId,
    salesRepOrgUserIds: await possibleReps(ctx, companyId, reps),
    paymentDueDate: null,
    shipDate: null,
    shippingDetails,
    notes,
    ...clonedDiscount(original, skipped),
    lineItems,
  });
  const leftDiscountUsd = leavesDiscount(original, skipped) ? roundCents(original.discount) : null;
  return { saved, skipped, leftDiscountUsd };
};

type KeptClone = { orderId: number; version: number };

/** The same as one of many: says the draft's number and what was left out; keeps the draft, for `removeClone`. */
export async function cloneInBulk(ctx: Ctx, { id }: Subject, { prices }: Pick<Asked, 'prices'>): Promise<Done> {
  const { saved, skipped, leftDiscountUsd } = await cloneOrder(ctx, { body: { orderId: id, prices } });
  if (!saved.saveSuccessful)
    throw new DomainError('CONFLICT', saved.errorMessages.map(({ message }) => message).join('. '));
  const kept: KeptClone = { orderId: saved.id, version: saved.version };
  return { message: clonedText(saved.orderNumber, skipped, leftDiscountUsd), kept };
}

/** Deletes the draft a bulk clone made. CONFLICT if it was changed since. */
export async function removeClone(ctx: Ctx, { kept }: Subject): Promise<Done> {
  const { orderId, version } = kept as KeptClone;
  const draft = await lockEditableOrder(ctx, orderId, 'update');
  if (draft.version !== version)
    throw new DomainError('CONFLICT', `Draft ${draft.orderNumber} was changed since, so it stays.`);
  await deleteDraft(ctx, orderId);
  return { message: `Draft ${draft.orderNumber} is deleted.` };
}

async function prepare(ctx: Ctx, { orderId, prices }: Asked) {
  const original = await loadOrderWithoutRules(
    ctx.db,
    ctx.membership,
    and(eq(orders.orgId, ctx.membership.orgId), eq(orders.id, orderId), visibleOrders(ctx.membership)),
  );
  const ids = [...new Set(original.lineItems.map(({ productId }) => productId))];
  const terms = { companyId: original.sellerCompany.companyId, customerId: original.customer.id };
  const found =
    ids.length === 0
      ? []
      : await loadLineProducts(ctx, terms, and(isOneOf(products.id, ids), sellableProducts(ctx.membership)));
  const known = new Map(found.map((product) => [product.id, product]));
  const productOf = (id: number) => known.get(id);
  return { original, productOf, ...cloneLines(original.lineItems, productOf, prices) };
}
