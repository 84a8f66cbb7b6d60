import { lineFigures } from '../../../domain/orders/line';
import type { orderLineItems } from '../../db/schema';
import type { SeededProduct } from '../catalogue/products';
import type { Row } from '../copy';
import type { Buyer, Shop } from '../parties/shops';
import type { Random } from '../random';
import { DAY_MS } from '../world';
import { type Hundredths, shown } from './ledger';

export type SeededLine = {
  /** The line without its order's fields. */
  values: Omit<
    Row<typeof orderLineItems>,
    'id' | 'orderId' | 'position' | 'orgId' | 'isFirstOfProduct' | 'isFirstOfBrand'
  >;
  product: SeededProduct;
  /** In base units. */
  held: Hundredths;
  isBackorder: boolean;
};

const LINE_COUNTS = [
  [1, 10],
  [2, 18],
  [3, 22],
  [4, 19],
  [5, 13],
  [6, 8],
  [8, 6],
  [11, 3],
  [15, 1],
] as const;
const LINE_NOTES = ['Newest batch, please', 'Short-dated is fine', 'Mixed phenos are fine', 'Split across both shops'];
const FORMER_AFTER_MS = 60 * DAY_MS;

/** An order's lines, of different products, none of them in `taken`. */
export function orderLines(
  random: Random,
  shop: Shop,
  buyer: Buyer,
  { age, takesSamples, taken = new Set() }: { age: number; takesSamples: boolean; taken?: Set<number> },
): SeededLine[] {
  const lines: SeededLine[] = [];
  const wanted = random.weigh(LINE_COUNTS);
  for (let attempt = 0; lines.length < wanted && attempt < wanted * 3; attempt++) {
    const product = pickProduct(random, shop, age, takesSamples);
    if (taken.has(product.row.id)) continue;
    taken.add(product.row.id);
    lines.push(lineOf(random, shop, buyer, product));
  }
  return lines;
}

function pickProduct(random: Random, { range }: Shop, age: number, takesSamples: boolean): SeededProduct {
  const draw = random.int(1, 100);
  if (draw <= 2 && takesSamples && range.samples.length > 0) return random.pick(range.samples);
  if (draw > 2 && draw <= 4 && range.backorder.length > 0) return random.pick(range.backorder);
  if (draw > 4 && draw <= 10 && age > FORMER_AFTER_MS && range.former.length > 0) return random.pick(range.former);
  return random.pickFront(range.current);
}

function lineOf(random: Random, shop: Shop, buyer: Buyer, product: SeededProduct): SeededLine {
  const { row, kind } = product;
  const isSample = row.listingState === 'SAMPLE';
  const isBackorder = row.listingState === 'BACKORDER';
  const [least, most, step] = kind.order;
  const steps = Math.floor((most - least) / step);
  const quantity = isSample ? 100 : least + step * Math.min(random.int(0, steps), random.int(0, steps));
  const { unitPrice, wholesalePrice, salePrice, why } = buyer.priceOf(product);
  const priced = {
    unitOfMeasure: row.sellInUnitOfMeasure,
    soldInBulk: row.sellInBulk ?? false,
    unitMultiplier: row.unitMultiplier ?? '1',
    quantity: shown(quantity),
    orderedUnitPrice: unitPrice,
  };
  return {
    product,
    isBackorder,
    held: quantity * kind.perCase,
    values: {
      productId: row.id,
      brandId: row.brandId,
      productName: row.name,
      brandName: shop.brandNames.get(row.brandId) ?? '',
      ...priced,
      ...lineFigures(priced),
      baseUnit: row.unitOfMeasure,
      wholesalePrice,
      salePrice,
      isSample,
      isBackorder,
      notes: random.chance(0.04) ? random.pick(LINE_NOTES) : '',
      priceWhy: why,
    },
  };
}
