import { and, eq, sql } from 'drizzle-orm';
import type { quickOrders as contract, FillLine } from '../../../domain/carts/fill-contract';
import { PRODUCT_UNKNOWN } from '../../../domain/carts/line-error';
import { skuKey } from '../../../domain/catalogue/sku';
import { isOneOf } from '../../db/page';
import { products } from '../../db/schema';
import type { Verb } from '../../implement';
import { assertBuyerLicense, findHead, judgeFill } from './fill-cart';

const UNKNOWN = 'The seller has no product with this SKU';

/**
 * What a list of SKUs would put in the cart at a seller, each line with a verdict. NOT_FOUND for a license that isn't the
 * caller's, CONFLICT if it or the seller is gone.
 */
export const previewQuickOrder: Verb<typeof contract.preview> = async (ctx, { body }) => {
  const { buyerLicenseId, sellerCompanyId, replaces, lines } = body;
  await assertBuyerLicense(ctx, buyerLicenseId);
  const head = await findHead(ctx, buyerLicenseId, sellerCompanyId);
  const skus = lines.map(({ sku }) => skuKey(sku));
  const known = await ctx.db
    .select({ id: products.id, name: products.name, sku: products.sku })
    .from(products)
    .where(
      and(
        eq(products.orgId, head.company.orgId),
        eq(products.companyId, head.company.id),
        isOneOf(sql`lower(${products.sku})`, skus),
      ),
    );
  const bySku = new Map(known.map((product) => [skuKey(product.sku), product]));
  const found = lines.flatMap(({ sku, quantity }) => {
    const product = bySku.get(skuKey(sku));
    return product ? [{ productId: product.id, productName: product.name, sku: product.sku, quantity }] : [];
  });
  const judged = await judgeFill(
    ctx,
    head,
    found.map(({ productId }) => productId),
    { replaces, wantedOf: () => found },
  );
  const verdicts = new Map(judged.lines.map((line) => [skuKey(line.sku), line]));
  return {
    ...judged,
    lines: lines.map(({ sku, quantity }) => {
      const line = verdicts.get(skuKey(sku));
      // Whether a product buyers don't see exists is nobody's business.
      return line && line.after !== null && line.problem !== PRODUCT_UNKNOWN ? line : unknown(sku, quantity);
    }),
  };
};

const unknown = (sku: string, quantity: string): FillLine => ({
  productId: null,
  productName: '',
  sku,
  quantity,
  unitOfMeasure: '',
  inCart: '0',
  total: '0',
  after: null,
  problem: UNKNOWN,
  isGone: false,
});
