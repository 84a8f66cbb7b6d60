import { useSearchParams } from 'react-router';
import type { MenuProduct } from '../../domain/catalogue/product';
import { PRODUCT_CATEGORIES, STRAIN_TYPES } from '../../domain/catalogue/vocabulary';
import { useChangeSearch } from '../ui/useChangeSearch';

/** A menu's filters; '' means not set. */
export type MenuFilters = { q: string; category: string; strain: string; isInStock: boolean };

const NAMES = { q: 'q', category: 'category', strain: 'strain', isInStock: 'stock' } as const;

/** A menu's filters, kept in the address and replaced there while typing. */
export function useMenuAddress(): [MenuFilters, (change: Partial<MenuFilters>) => void] {
  const [params] = useSearchParams();
  const changeSearch = useChangeSearch();
  const category = params.get('category') ?? '';
  const strain = params.get('strain') ?? '';
  const filters = {
    q: params.get('q') ?? '',
    category: PRODUCT_CATEGORIES.some(({ name }) => name === category) ? category : '',
    strain: Object.hasOwn(STRAIN_TYPES, strain) ? strain : '',
    isInStock: params.get('stock') === 'in',
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

/** Whether any filter is set. */
export function isNarrowed({ q, category, strain, isInStock }: MenuFilters): boolean {
  return q.trim() !== '' || category !== '' || strain !== '' || isInStock;
}

/** Products that match all filters; every typed word must be in name, SKU, strain, line or category. */
export function narrow(products: readonly MenuProduct[], filters: MenuFilters): MenuProduct[] {
  const words = filters.q.toLowerCase().split(/\s+/).filter(Boolean);
  return products.filter((product) => {
    if (filters.category && product.category !== filters.category) return false;
    if (filters.strain && product.strain?.strainClassification !== filters.strain) return false;
    if (filters.isInStock && !(product.inStock && product.listingState !== 'UNAVAILABLE')) return false;
    const text = [product.name, product.sku, product.strain?.name, product.productLine?.name, product.category]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export type MenuGroup = { id: number; name: string; products: MenuProduct[] };

/** Products by product line, in the seller's menu order; products without a line come last. */
export function groupByLine(
  products: readonly MenuProduct[],
  lines: readonly { id: number; name: string }[],
): MenuGroup[] {
  const others = { id: 0, name: lines.length > 0 ? 'More products' : 'Products' };
  return [...lines, others]
    .map(({ id, name }) => ({
      id,
      name,
      products: products.filter(({ productLine }) => (productLine?.id ?? 0) === id),
    }))
    .filter((group) => group.products.length > 0);
}
