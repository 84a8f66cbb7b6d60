import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { type Choosing, isChoice, type MenuNarrowing } from '../../../../domain/catalogue/menu-filters';
import type { MenuProduct } from '../../../../domain/catalogue/product';
import { compare } from '../../../../domain/money';
import { useChangeSearch } from '../../../ui/useChangeSearch';

/** A menu's filters and order. */
export type MenuFilters = MenuNarrowing & { sort: MenuSort };

/** Their names in the address. */
const NAMES = {
  q: 'q',
  category: 'category',
  strain: 'strain',
  thc: 'thc',
  price: 'price',
  isInStock: 'stock',
  sort: 'sort',
} as const;

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
  const chosen = (name: Choosing) => {
    const value = params.get(name) ?? '';
    return isChoice(name, value) ? value : '';
  };
  const sort = params.get('sort') ?? '';
  const filters = {
    q: params.get('q') ?? '',
    category: chosen('category'),
    strain: chosen('strain'),
    thc: chosen('thc'),
    price: chosen('price'),
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
