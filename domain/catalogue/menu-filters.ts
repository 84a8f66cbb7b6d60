import { compare, formatUsd } from '../money';
import { found } from '../search-words';
import type { MenuProduct } from './product';
import { PRODUCT_CATEGORIES, STRAIN_TYPES } from './vocabulary';

/** What narrows a menu; '' means not set. */
export type MenuNarrowing = {
  q: string;
  category: string;
  /** A kind of strain. */
  strain: string;
  /** The least THC, in percent. */
  thc: string;
  /** The most a product costs, in dollars. */
  price: string;
  isInStock: boolean;
};

/** The THC of a product in percent, where a lab measured it. */
export type ThcOf = (product: MenuProduct) => string | null;

/** The filters that offer choices. */
export type Choosing = 'category' | 'strain' | 'thc' | 'price';

/** The least THC that can be asked for, in percent. */
export const THC_LEVELS = ['10', '15', '20', '25', '30', '60', '80'] as const;
/** The prices up to which a menu can be narrowed, in dollars. */
export const PRICE_LIMITS = ['10', '25', '50', '100', '250', '500', '1000', '2500'] as const;

const NOTHING: MenuNarrowing = { q: '', category: '', strain: '', thc: '', price: '', isInStock: false };

/** Whether any filter is set. */
export function isNarrowed({ q, category, strain, thc, price, isInStock }: MenuNarrowing): boolean {
  return q.trim() !== '' || [category, strain, thc, price].some((value) => value !== '') || isInStock;
}

/** Products that match all filters: the typed words in name, SKU, strain, line or category, as the marketplace finds them. */
export function narrow(
  products: readonly MenuProduct[],
  filters: Partial<MenuNarrowing>,
  thcOf: ThcOf = () => null,
): MenuProduct[] {
  const { q, isInStock, ...chosen } = { ...NOTHING, ...filters };
  const left = products.filter(
    (product) =>
      CHOOSING.every((name) => chosen[name] === '' || MATCHES[name](product, chosen[name], thcOf)) &&
      (!isInStock || (product.inStock && product.listingState !== 'UNAVAILABLE')),
  );
  return found(left, q, ({ name, sku, strain, productLine, category }) =>
    [name, sku, strain?.name, productLine?.name, category].join(' '),
  );
}

const MATCHES: Record<Choosing, (product: MenuProduct, value: string, thcOf: ThcOf) => boolean> = {
  category: ({ category }, value) => category === value,
  strain: ({ strain }, value) => strain?.strainClassification === value,
  thc: (product, least, thcOf) => {
    const thc = thcOf(product);
    return thc !== null && compare(thc, least) >= 0;
  },
  price: ({ price }, most) => compare(price.unitPrice, most) <= 0,
};

const CHOICES: Record<Choosing, readonly { value: string; label: string }[]> = {
  category: PRODUCT_CATEGORIES.map(({ name }) => ({ value: name, label: name })),
  strain: Object.entries(STRAIN_TYPES).map(([value, label]) => ({ value, label })),
  thc: THC_LEVELS.map((value) => ({ value, label: `THC ${value}% or more` })),
  price: PRICE_LIMITS.map((value) => ({ value, label: `Up to ${formatUsd(value)}` })),
};
const CHOOSING = Object.keys(CHOICES) as Choosing[];

/** Whether a filter offers this choice. */
export const isChoice = (name: Choosing, value: string): boolean => CHOICES[name].some((one) => one.value === value);

export type MenuChoice = { value: string; label: string; count: number };

/**
 * What can be chosen in each filter, with how many products are left by then: counted among what the other filters leave.
 * What leaves none isn't offered unless it is chosen; steps of THC and price only where they leave fewer than the one before.
 */
export function menuChoices(
  products: readonly MenuProduct[],
  filters: MenuNarrowing,
  thcOf: ThcOf = () => null,
): Record<Choosing, MenuChoice[]> {
  const of = (name: Choosing) => {
    const others = narrow(products, { ...filters, [name]: '' }, thcOf);
    const counted = CHOICES[name].map(({ value, label }) => ({
      value,
      label,
      count: others.filter((product) => MATCHES[name](product, value, thcOf)).length,
    }));
    const isStep = name === 'thc' || name === 'price';
    return counted.filter(({ value, count }, at) => {
      if (value === filters[name]) return true;
      if (count === 0) return false;
      return !isStep || (count < others.length && count !== counted[at + (name === 'thc' ? 1 : -1)]?.count);
    });
  };
  return { category: of('category'), strain: of('strain'), thc: of('thc'), price: of('price') };
}
