import { productLines as calls } from '../../../../domain/catalogue/lines-contract';
import { resourceOf } from '../../../providers/refine/resource';

/** Product lines in the order of their brands' menus; each counts its products. */
export const productLines = resourceOf({
  name: 'product-lines',
  topics: ['products'],
  list: calls.search,
  create: calls.create,
  update: calls.update,
  remove: calls.remove,
});
