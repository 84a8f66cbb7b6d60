import { and, eq, sql } from 'drizzle-orm';
import type { productDetails as contract } from '../../domain/catalogue/contract';
import { MOST_PRODUCT_IMAGES } from '../../domain/catalogue/product-record';
import type { ProductStock, StockMovement } from '../../domain/catalogue/stock-ledger';
import { assertCurrent, badInput, DomainError } from '../../domain/errors';
import { PICTURE_FIELD } from '../../domain/files/contract';
import { PICTURE_SHAPES } from '../../domain/files/picture';
import { money, sum } from '../../domain/money';
import { available } from '../../domain/orders/stock';
import { isOneOf, readRows } from '../db/page';
import { productImages } from '../db/schema';
import { storePicture } from '../files/store-picture';
import type { Verb } from '../implement';
import { setManualStock } from '../inventory/stock/set-manual-stock';
import { displayName } from '../organization/member-name';
import { loadProduct } from './read-products';
import { assertNotArchived, lockProduct, saveProduct } from './save-product';

/** Adds a picture after the others. BAD_INPUT when there are too many. */
export const addProductImage: Verb<typeof contract.addImage> = async (ctx, { params, file }) => {
  await loadProduct(ctx, params.id);
  const { files } = ctx.services;
  const imageUri = await storePicture(files, { file, field: PICTURE_FIELD, shape: PICTURE_SHAPES.product });
  return ctx.step('save', async (step) => {
    const before = await lockProduct(step, params.id);
    const { length: position } = before.images;
    if (position >= MOST_PRODUCT_IMAGES)
      throw badInput({ [PICTURE_FIELD]: `A product has at most ${MOST_PRODUCT_IMAGES} pictures. Remove one first.` });
    await step.db
      .insert(productImages)
      .values({ orgId: step.membership.orgId, productId: before.id, position, imageUri });
    return saveProduct(step, before, {});
  });
};

/** Orders and describes a product's pictures; those left out are removed. STALE, and BAD_INPUT for another product's. */
export const setProductImages: Verb<typeof contract.setImages> = async (ctx, { params, body }) => {
  const before = await lockProduct(ctx, params.id);
  assertCurrent('This product', before, body.version);
  const known = new Set(before.images.map(({ id }) => id));
  const ids = body.images.map(({ id }) => id);
  if (new Set(ids).size < ids.length || ids.some((id) => !known.has(id)))
    throw badInput({ images: 'One of these pictures was removed. Reload the page.' });
  const own = and(eq(productImages.orgId, ctx.membership.orgId), eq(productImages.productId, before.id));
  await ctx.db.delete(productImages).where(and(own, sql`not ${isOneOf(productImages.id, ids)}`));
  for (const [position, { id, alt }] of body.images.entries())
    await ctx.db
      .update(productImages)
      .set({ position, alt })
      .where(and(own, eq(productImages.id, id)));
  return saveProduct(ctx, before, {});
};

/** Enters the stock on hand of a managed product. CONFLICT for an archived one and one whose stock comes from elsewhere. */
export const setProductStock: Verb<typeof contract.setStock> = async (ctx, { params, body }) => {
  const before = await lockProduct(ctx, params.id);
  assertNotArchived(before);
  if (before.inventoryManagement !== 'MANUAL')
    throw new DomainError(
      'CONFLICT',
      'The stock of this product isn’t entered by hand. Change where it comes from first.',
    );
  const quantity = sum(body.inventoryItems.map((one) => one.quantity));
  const note = body.inventoryItems.flatMap((one) => one.note || []).join('; ');
  await setManualStock(ctx, [{ productId: before.id, quantity, note }]);
  return saveProduct(ctx, before, {});
};

type Found = Omit<StockMovement, 'created' | 'order'> & {
  created: Date;
  orderId: number | null;
  orderNumber: string | null;
  resultCount: number;
};

/**
 * A product's stock and a page of its ledger, with the figures after each movement: those of now without what came later,
 * so that the newest page reads no more of a ledger of years than itself.
 */
export const getProductStock: Verb<typeof contract.stock> = async (ctx, { params, query }): Promise<ProductStock> => {
  const { inventoryManagement: mode, quantity, reserved } = await loadProduct(ctx, params.id);
  const { orgId } = ctx.membership;
  const ofProduct = sql`moved.org_id = ${orgId} and moved.product_id = ${params.id}`;
  const before = sql`over (order by moved.id desc rows between unbounded preceding and 1 preceding)`;
  const after = (now: string, column: string) =>
    sql`held.${sql.identifier(now)} - coalesce(sum(moved.${sql.identifier(column)}) ${before}, 0)`;
  const rows = await readRows<Found>(
    ctx.services.database.pool,
    sql`
      select ledger.id, ledger.created_at as created, ledger.kind, ledger.note, ledger.quantity_delta as "quantityDelta",
             ledger.reserved_delta as "reservedDelta", ledger.quantity, ledger.reserved, ledger.order_id as "orderId",
             (select placed.order_number from orders placed where placed.org_id = ${orgId} and placed.id = ledger.order_id)
               as "orderNumber",
             (select ${displayName} from users person left join org_users member
                  on member.user_id = person.id and member.org_id = ${orgId}
               where person.id = ledger.actor_user_id) as person,
             (select count(*)::int from stock_movements moved where ${ofProduct}) as "resultCount"
        from (select moved.*, ${after('quantity', 'quantity_delta')} as quantity, ${after('reserved', 'reserved_delta')} as reserved
                from (select * from stock_movements moved where ${ofProduct}
                       order by moved.id desc limit ${(query.page + 1) * query.itemsPerPage}) moved
                join product_stock held on held.org_id = ${orgId} and held.product_id = ${params.id}) ledger
       order by ledger.id desc limit ${query.itemsPerPage} offset ${query.page * query.itemsPerPage}`,
  );
  const results = rows.map(({ resultCount: _, created, orderId, orderNumber, ...movement }) => ({
    ...movement,
    quantityDelta: money(movement.quantityDelta),
    reservedDelta: money(movement.reservedDelta),
    quantity: money(movement.quantity),
    reserved: money(movement.reserved),
    created: created.toISOString(),
    order: orderId !== null && orderNumber !== null ? { id: orderId, orderNumber } : null,
  }));
  const stock = { mode, quantity, reserved };
  return {
    ...stock,
    available: available(stock),
    results,
    resultCount: rows[0]?.resultCount ?? 0,
    page: query.page,
  };
};
