import { products } from '../../../../domain/catalogue/contract';
import type { ProductRow } from '../../../../domain/catalogue/product-record';
import { call } from '../../../providers/call';
import { unlessGone } from '../../../providers/call/call-errors';

/** A grid row's current product; null once it is gone. */
export async function rereadProduct({ id }: ProductRow): Promise<ProductRow | null> {
  const product = await unlessGone(call(products.get, { params: { id } }, { quiet: true }));
  return product && { ...product, imageUri: product.images[0]?.imageUri ?? null };
}
