import { PRODUCT_STATUSES } from '../../../../domain/catalogue/vocabulary';
import type { Finds } from '../../../providers/manifest';
import { readList } from '../../../providers/refine/resource';
import { products } from './resource';

const AT_MOST = 5;

export const findProducts: Finds = async (text, scope, options) => {
  const { results } = await readList(products, { filters: { productNameSearch: text } }, scope, options);
  return results.slice(0, AT_MOST).map(({ id, name, sku, listingState }) => ({
    path: `/inventory/products/${id}`,
    label: name,
    hint: `Product ${sku}, ${PRODUCT_STATUSES[listingState].label.toLowerCase()}`,
  }));
};
