import type { Organization } from './organization';

/** What an organization can't trade without. */
export type Need = 'licenses' | 'companies' | 'brands' | 'products' | 'buyer-companies';

type Has = {
  licenses: readonly unknown[];
  companies: readonly unknown[];
  buyerCompanies: readonly unknown[];
  brands: readonly Pick<Organization['brands'][number], 'disabled'>[];
  listsProducts: boolean;
};

/**
 * What an organization lacks to trade: licenses, a company to sell or buy with, and for a seller a brand with products
 * buyers see.
 */
export function needsOf({ licenses, companies, buyerCompanies, brands, listsProducts }: Has): ReadonlySet<Need> {
  const sells = companies.length > 0;
  const buys = buyerCompanies.length > 0;
  const needs = new Set<Need>();
  if (licenses.length === 0) needs.add('licenses');
  if (!sells && !buys) needs.add('companies').add('buyer-companies');
  if (sells && brands.every(({ disabled }) => disabled)) needs.add('brands');
  if (sells && !listsProducts) needs.add('products');
  return needs;
}
