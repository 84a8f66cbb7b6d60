import { products as calls } from '../../../../domain/catalogue/contract';
import { productImports } from '../../../../domain/catalogue/import/contract';
import { productSearches as searchCalls } from '../../../../domain/catalogue/saved-searches';
import { resourceOf } from '../../../providers/refine/resource';

/** The current company's products. Their stock changes with orders. */
export const products = resourceOf({
  name: 'products',
  company: 'seller',
  topics: ['products'],
  list: calls.search,
  one: calls.get,
  create: calls.create,
  update: calls.update,
});

/** Imports of products, with what each did. */
export const imports = resourceOf({
  name: 'product-imports',
  company: 'seller',
  topics: ['products'],
  one: productImports.get,
  create: productImports.apply,
});

export const productSearches = resourceOf({ name: 'product-searches', company: 'seller', ...searchCalls });
