import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import type { MenuProduct } from '../../../../domain/catalogue/product';
import { PRODUCT_CATEGORIES, STRAIN_TYPES } from '../../../../domain/catalogue/vocabulary';
import { found } from '../../../../domain/directory/search-words';
import { compare } from '../../../../domain/money';
import { useChangeSearch } from '../../../ui/useChangeSearch';

/** A menu's filters; '' means not set. */
export type MenuFilters = { q: string; category: string; strain: string; isInStock: boolean; sort: MenuSort };

const NAMES = { q: 'q', category: 'category', strain: 'strain', isInStock: 'stock', sort: 'sort' } as const;

/** The orders of a menu; in its own, products stand in their lines. */
export const MENU_SORTS = { '': 'Menu order', name: 'Name', low: 'Lowest price', high: 'Highest price' } as const;
export type MenuSort = keyof typeof MENU_SORTS;

/** A menu in another order than its own. */
export function sorted(products: readonly MenuProduct[], sort: MenuSort): MenuProduct[] {
  const byPrice = (a: MenuProduct, b: MenuProduct) => compare(a.price.unitPrice, b.price.unitPrice);
  const orders: Record<MenuSort, (a: MenuProduct, b: MenuProduct) => number> = {
    '': () => 0,
    name: (a, b) => a.name.localeCompare(b.name),
    low: byPrice,
    high: (a, b) => byPrice(b, a),
  };
  return [...products].sort(orders[sort]);
}

/** A menu's filters, kept in the address and replaced there while typing. */
export function useMenuAddress(): [MenuFilters, (change: Partial<MenuFilters>) => void] {
  const [params] = useSearchParams();
  const changeSearch = useChangeSearch();
  const category = params.get('category') ?? '';
  const strain = params.get('strain') ?? '';
  const sort = params.get('sort') ?? '';
  const filters = {
    q: params.get('q') ?? '',
    category: PRODUCT_CATEGORIES.some(({ name }) => name === category) ? category : '',
    strain: Object.hasOwn(STRAIN_TYPES, strain) ? strain : '',
    isInStock: params.get('stock') === 'in',
    sort: Object.hasOwn(MENU_SORTS, sort) ? (sort as MenuSort) : ('' as const),
  };
  const change = (changes: Partial<MenuFilters>) =>
    changeSearch(
      (current) => {
        for (const [key, value] of Object.entries(changes)) {
          const name = NAMES[key as keyof MenuFilters];
          const text = value === true ? 'in' : value || '';
          if (text) current.set(name, text);
          else current.delete(name);
        }
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  return [filters, change];
}

/** The product whose details are shown, by id; kept in the address, so that it is a link and Back closes it. */
export function useOpenedProduct(): [number | null, (productId: number | null) => void] {
  const [params] = useSearchParams();
  const changeSearch = useChangeSearch();
  const opened = Number(params.get('product')) || null;
  const open = useCallback(
    (productId: number | null) =>
      changeSearch(
        (current) => {
          if (productId === null) current.delete('product');
          else current.set('product', String(productId));
          return current;
        },
        { replace: productId === null, preventScrollReset: true },
      ),
    [changeSearch],
  );
  return [opened, open];
}

/** Whether any filter is set. */
export function isNarrowed({ q, category, strain, isInStock }: Omit<MenuFilters, 'sort'>): boolean {
  return q.trim() !== '' || category !== '' || strain !== '' || isInStock;
}

/** Products that match all filters: the typed words in name, SKU, strain, line or category, as the marketplace finds them. */
export function narrow(products: readonly MenuProduct[], filters: Omit<MenuFilters, 'sort'>): MenuProduct[] {
  const left = products.filter((product) => {
    if (filters.category && product.category !== filters.category) return false;
    if (filters.strain && product.strain?.strainClassification !== filters.strain) return false;
    return !filters.isInStock || (product.inStock && product.listingState !== 'UNAVAILABLE');
  });
  return found(left, filters.q, ({ name, sku, strain, productLine, category }) =>
    [name, sku, strain?.name, productLine?.name, category].join(' '),
  );
}
