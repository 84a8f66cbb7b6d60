import { checkQuantity, type QuantityCheck, type QuantityProduct, quantityRules } from '../../catalogue/units/quantity';
import { add, compare, isMoney, type Money, money, type Quantity, subtract } from '../../money';
import { type LinePrice, lineTotal, type PriceWhy } from '../../pricing/price';
import { type LineUnits, lineAmount, lineBaseUnits } from '../line';
import type { OrderLineRules } from '../order';
import type { OrderStatus } from '../status';
import { holdOf } from '../stock';
import { type OrderDiscount, totalsOf } from '../totals';
import type { LineProduct, OrderLineDraft, OrderMessage } from './draft';

/** A line as the order has it now. */
export type StandingLine = {
  id: number;
  productId: number;
  unitOfMeasure: string;
  soldInBulk: boolean;
  unitMultiplier: Quantity;
  quantity: Quantity;
  orderedUnitPrice: Money;
  wholesalePrice: Money;
  salePrice: Money | null;
  isBackorder: boolean;
  priceWhy: PriceWhy;
};

/** What lines are judged by. */
export type OrderBasis = {
  productOf: (productId: number) => LineProduct | undefined;
  /** The order's lines by id; none for a new order. */
  standing: ReadonlyMap<number, StandingLine>;
  /** Decides which lines hold stock; a draft’s don’t, and may exceed it. */
  status: OrderStatus;
  /** Its customer changed, so that kept lines are priced anew. */
  isNewCustomer?: boolean;
};

type Priced = Pick<LinePrice, 'unitPrice' | 'wholesalePrice' | 'salePrice' | 'why'>;

/** A line with what it comes to. Without a product it has no price. */
export type JudgedLine = QuantityCheck & {
  draft: OrderLineDraft;
  product: LineProduct | null;
  unitOfMeasure: string;
  soldInBulk: boolean;
  unitMultiplier: Quantity;
  price: Priced | null;
  /** What the line takes from stock, in base units; null until its quantity is a number. */
  baseQuantity: Quantity | null;
  /** In dollars to the cent. */
  total: Money | null;
};

/** The price a person entered for a line, or null when it is the customer's. */
export function enteredPrice({
  priceWhy,
  orderedUnitPrice,
}: Pick<StandingLine, 'priceWhy' | 'orderedUnitPrice'>): Money | null {
  return priceWhy.kind === 'entered' ? orderedUnitPrice : null;
}

/** The units a product's lines can be entered in: its own and, sold by the case, both cases and single units. */
export function unitsOf({ sellInUnitOfMeasure, unitOfMeasure, sellInBulk }: LineProduct): string[] {
  return [...new Set([sellInUnitOfMeasure, ...(sellInBulk ? ['Case', unitOfMeasure] : [])])];
}

/**
 * Judges the lines of a sales order as they are typed and as they are saved: unit, price, quantity and total of each. A
 * line that is kept keeps its price and case size, unless its unit, customer or entered price changed. Minimum and
 * maximum are for new lines that aren't samples; lines of one product share its stock.
 */
export function judgeLines(drafts: readonly OrderLineDraft[], basis: OrderBasis): JudgedLine[] {
  return judgeEach(drafts, basis, (draft, usedBefore) => judgeLine(draft, basis, usedBefore));
}

/**
 * `judgeLines` for an order that is judged with every change: a line that nothing changed for keeps its result, as the
 * same object.
 */
export function lineJudge(): typeof judgeLines {
  let known = new Map<string, KnownLine>();
  return (drafts, basis) => {
    const current = new Map<string, KnownLine>();
    const lines = judgeEach(drafts, basis, (draft, usedBefore) => {
      const key = `${usedBefore} ${JSON.stringify(draft)}`;
      const facts = factsOf(draft, basis);
      const before = current.get(key) ?? known.get(key);
      const isSame = before !== undefined && facts.every((fact, at) => fact === before.facts[at]);
      const now = isSame ? before : { facts, line: judgeLine(draft, basis, usedBefore) };
      current.set(key, now);
      return now.line;
    });
    known = current;
    return lines;
  };
}

type KnownLine = { facts: readonly unknown[]; line: JudgedLine };

/** All that decides how a line is judged besides its draft and the lines before it. */
const factsOf = (draft: OrderLineDraft, basis: OrderBasis): readonly unknown[] => [
  basis.productOf(draft.productId),
  standingOf(draft, basis),
  basis.status,
  basis.isNewCustomer ?? false,
];

function judgeEach(
  drafts: readonly OrderLineDraft[],
  basis: OrderBasis,
  judge: (draft: OrderLineDraft, usedBefore: Quantity) => JudgedLine,
): JudgedLine[] {
  const used = new Map<number, Quantity>();
  return drafts.map((draft) => {
    const before = used.get(draft.productId) ?? '0';
    const line = judge(draft, before);
    if (line.baseQuantity !== null && holds(basis, draft)) used.set(draft.productId, add(before, line.baseQuantity));
    return line;
  });
}

function judgeLine(draft: OrderLineDraft, basis: OrderBasis, usedBefore: Quantity): JudgedLine {
  const line = toLine(draft, basis);
  return { ...line, ...checkLine(line, basis, usedBefore) };
}

const holds = ({ status }: Pick<OrderBasis, 'status'>, line: { isBackorder: boolean }) =>
  holdOf(status, line) !== 'none';

type Line = Omit<JudgedLine, keyof QuantityCheck>;

function toLine(draft: OrderLineDraft, basis: OrderBasis): Line {
  const product = basis.productOf(draft.productId) ?? null;
  const kept = standingOf(draft, basis);
  const unitOfMeasure = draft.unitOfMeasure ?? kept?.unitOfMeasure ?? product?.sellInUnitOfMeasure ?? '';
  const isSameUnit = kept?.unitOfMeasure === unitOfMeasure;
  const soldInBulk = (isSameUnit ? kept?.soldInBulk : product?.sellInBulk) ?? false;
  const unitMultiplier = (isSameUnit ? kept?.unitMultiplier : product?.unitMultiplier) ?? '1';
  const units = { unitOfMeasure, soldInBulk, unitMultiplier };
  const price = priceOf(draft, product, kept, isSameUnit && !basis.isNewCustomer);
  const quantity = isNumber(draft.quantity) ? draft.quantity : null;
  return {
    draft,
    product,
    ...units,
    price,
    baseQuantity: quantity === null ? null : lineBaseUnits({ ...units, quantity }),
    total:
      quantity === null || price === null
        ? null
        : lineTotal(lineAmount({ ...units, quantity, unitPrice: price.unitPrice })),
  };
}

const isNumber = (text: string): boolean => /^\d+(\.\d+)?$/.test(text);

function standingOf({ id, productId }: OrderLineDraft, { standing }: OrderBasis): StandingLine | undefined {
  const line = id === null ? undefined : standing.get(id);
  return line?.productId === productId ? line : undefined;
}

function priceOf(
  { salePrice }: OrderLineDraft,
  product: LineProduct | null,
  kept: StandingLine | undefined,
  keepsPrice: boolean,
): Priced | null {
  const standing = kept && {
    unitPrice: kept.orderedUnitPrice,
    wholesalePrice: kept.wholesalePrice,
    salePrice: kept.salePrice,
    why: kept.priceWhy,
  };
  const now = keepsPrice && standing ? standing : (product?.price ?? standing ?? null);
  if (salePrice !== null) return now && { ...now, unitPrice: money(salePrice), why: { kind: 'entered' } };
  if (now?.why.kind === 'entered') return product?.price ?? null;
  return now;
}

function checkLine(line: Line, basis: OrderBasis, usedBefore: Quantity): QuantityCheck {
  const { draft, product, unitOfMeasure, unitMultiplier } = line;
  const kept = standingOf(draft, basis);
  if (product?.isParent && kept === undefined)
    return { error: 'A parent product isn’t sold itself. Choose one of its children.', outOfStock: false };
  if (product !== null && kept?.unitOfMeasure !== unitOfMeasure && !unitsOf(product).includes(unitOfMeasure))
    return { error: `Choose ${unitsOf(product).join(' or ')}`, outOfStock: false };
  if (line.total !== null && !isMoney(line.total))
    return { error: 'The total is too large. Enter a smaller quantity or price.', outOfStock: false };
  const rules = product && {
    ...product,
    unitMultiplier,
    showQuantity: true,
    totalEffectiveInventory: subtract(product.totalEffectiveInventory, usedBefore),
  };
  return checkQuantity({ product: rules, quantity: draft.quantity, ...ofLine(line, kept, basis) });
}

/** What decides a line's quantity besides its product. */
function ofLine(
  { draft, product, unitOfMeasure }: LineOf,
  kept: Standing | undefined,
  basis: Pick<OrderBasis, 'status'>,
) {
  // A backorder line that is made an ordinary one holds nothing yet.
  const isHeldAnew = kept !== undefined && holds(basis, draft) && !holds(basis, kept);
  const isOwnUnit = unitOfMeasure === product?.sellInUnitOfMeasure;
  return {
    ...(kept && !isHeldAnew && kept.unitOfMeasure === unitOfMeasure && { existingQuantity: kept.quantity }),
    editingExisting: kept !== undefined || draft.isSample,
    unitOverride: isOwnUnit ? null : unitOfMeasure,
    isBackorder: !holds(basis, draft),
  };
}
type Standing = Pick<StandingLine, 'unitOfMeasure' | 'quantity' | 'isBackorder'>;
type LineOf = {
  draft: Pick<OrderLineDraft, 'isSample' | 'isBackorder'>;
  product: Pick<QuantityProduct, 'sellInUnitOfMeasure'> | null;
  unitOfMeasure: string;
};

type RuledLine = Standing & {
  id: number;
  productId: number;
  unitMultiplier: Quantity;
  soldInBulk: boolean;
  isSample: boolean;
};

/**
 * What an edit may make of the quantity of each line of an order, in the line's unit; `productOf` has its products with
 * what the order itself holds of them. Lines of one product share its stock. A line without its product is left out.
 */
export function lineRules(
  lines: readonly RuledLine[],
  { productOf, status }: { productOf: (productId: number) => QuantityProduct | undefined; status: OrderStatus },
): OrderLineRules[] {
  const used = new Map<number, Quantity>();
  return lines.flatMap((line) => {
    const { id, productId, unitMultiplier, unitOfMeasure } = line;
    const product = productOf(productId);
    const before = used.get(productId) ?? '0';
    if (holds({ status }, line)) used.set(productId, add(before, lineBaseUnits(line)));
    if (product === undefined) return [];
    const left = product.totalEffectiveInventory;
    const totalEffectiveInventory = left === null ? null : subtract(left, before);
    const rules = quantityRules({
      product: { ...product, unitMultiplier, totalEffectiveInventory },
      ...ofLine({ draft: line, product, unitOfMeasure }, line, { status }),
    });
    return [{ lineItemId: id, productId, ...rules }];
  });
}

/** What the judged lines come to; null while one has no price or quantity. */
export function judgedTotals(lines: readonly JudgedLine[], discount: OrderDiscount) {
  const totaled = lines.flatMap(({ total, draft }) =>
    total === null ? [] : [{ total, isBackorder: draft.isBackorder }],
  );
  return totaled.length < lines.length ? null : totalsOf(totaled, discount);
}

/** Everything that keeps the lines from being saved, by the line's place and product. */
export function lineMessages(lines: readonly JudgedLine[]): OrderMessage[] {
  return lines.flatMap(({ error, draft }, line) =>
    error === undefined ? [] : [{ productId: draft.productId, line, message: error }],
  );
}

/** Whether lines take more than there is, though a draft may: it can't be submitted like this. */
export function isShort(line: JudgedLine): boolean {
  const { product, baseQuantity, draft } = line;
  if (product === null || baseQuantity === null || draft.isBackorder) return false;
  if (product.inventoryManagement === 'UNLIMITED') return false;
  return compare(product.totalEffectiveInventory, baseQuantity) < 0;
}

type Holding = LineUnits & { productId: number; quantity: Quantity; isBackorder: boolean };

/** Products with what an order's own lines hold counted as available to it. */
export function withHeld<P extends { id: number; totalEffectiveInventory: Quantity }>(
  products: Iterable<P>,
  status: OrderStatus,
  lines: readonly Holding[],
): Map<number, P> {
  const known = new Map([...products].map((product) => [product.id, product] as const));
  for (const line of lines) {
    const product = known.get(line.productId);
    if (product === undefined || holdOf(status, line) === 'none') continue;
    const totalEffectiveInventory = add(product.totalEffectiveInventory, lineBaseUnits(line));
    known.set(product.id, { ...product, totalEffectiveInventory });
  }
  return known;
}
