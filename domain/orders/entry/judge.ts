import {
  checkQuantity,
  limitProblem,
  MOST_BASE_UNITS,
  type QuantityCheck,
  type QuantityProduct,
  quantityRules,
} from '../../catalogue/units/quantity';
import { add, compare, greater, isMoney, lesser, type Money, money, type Quantity, subtract } from '../../money';
import { type LinePrice, lineTotal, type PriceWhy } from '../../pricing/price';
import { lineAmount, lineBaseUnits } from '../line';
import type { OrderLineRules } from '../order';
import type { OrderStatus } from '../status';
import { holdOf } from '../stock';
import type { LineProduct, OrderLineDraft } from './draft';
import { type Holding, stockText } from './needs';

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

/**
 * What is wrong with a line. With an `error` that `mayWait` a draft is saved, but not submitted. A `warning` prevents
 * nothing: minimum and maximum are the seller's own, for buyers.
 */
type Verdict = QuantityCheck & { mayWait: boolean; warning?: string };

/** A line with what it comes to. Without a product it has no price. */
export type JudgedLine = Verdict & {
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
 * maximum warn about new lines that aren't samples; lines of one product share its stock by `leftFor`.
 */
export function judgeLines(drafts: readonly OrderLineDraft[], basis: OrderBasis): JudgedLine[] {
  return judgeEach(drafts, basis, (draft, left) => judgeLine(draft, basis, left));
}

/**
 * `judgeLines` for an order that is judged with every change: a line that nothing changed for keeps its result, as the
 * same object.
 */
export function lineJudge(): typeof judgeLines {
  let known = new Map<string, KnownLine>();
  return (drafts, basis) => {
    const current = new Map<string, KnownLine>();
    const lines = judgeEach(drafts, basis, (draft, left) => {
      const key = `${left} ${JSON.stringify(draft)}`;
      const facts = factsOf(draft, basis);
      const before = current.get(key) ?? known.get(key);
      const isSame = before !== undefined && facts.every((fact, at) => fact === before.facts[at]);
      const now = isSame ? before : { facts, line: judgeLine(draft, basis, left) };
      current.set(key, now);
      return now.line;
    });
    known = current;
    return lines;
  };
}

type KnownLine = { facts: readonly unknown[]; line: JudgedLine };

/** All that decides how a line is judged besides its draft and what other lines leave it. */
const factsOf = (draft: OrderLineDraft, basis: OrderBasis): readonly unknown[] => [
  basis.productOf(draft.productId),
  standingOf(draft, basis),
  basis.status,
  basis.isNewCustomer ?? false,
];

function judgeEach(
  drafts: readonly OrderLineDraft[],
  basis: OrderBasis,
  judge: (draft: OrderLineDraft, left: Quantity) => JudgedLine,
): JudgedLine[] {
  const left = leftFor(
    drafts.map((draft) => ({
      productId: draft.productId,
      inventory: basis.productOf(draft.productId)?.totalEffectiveInventory ?? null,
      wanted: holds(basis, draft) ? (unitsFor(draft, basis).baseQuantity ?? '0') : '0',
      held: heldBy(standingOf(draft, basis), basis),
    })),
    [...basis.standing.values()].map((line) => ({ productId: line.productId, held: heldBy(line, basis) })),
  );
  return drafts.map((draft, at) => judge(draft, left[at] ?? '0'));
}

function judgeLine(draft: OrderLineDraft, basis: OrderBasis, left: Quantity): JudgedLine {
  const line = toLine(draft, basis);
  const check = checkLine(line, basis, left);
  const warning = check.error === undefined ? warningOf(line, basis) : null;
  const mayWait = check.error !== undefined && mayBeDrafted(line, basis);
  return { ...line, ...check, mayWait, ...(warning !== null && { warning }) };
}

type Sharing = {
  productId: number;
  /** Of the product, with what the order holds of it; null if that isn't known. */
  inventory: Quantity | null;
  /** What the line is to take, and what it holds now. */
  wanted: Quantity;
  held: Quantity;
};

/**
 * What each line of an order may have of its product, in base units. Together they may have what there is, or what the
 * order holds already if that is more. Each leaves the lines before it what they take, and those after it what they keep
 * of what they hold: so it is the line that takes more which is refused.
 */
function leftFor(lines: readonly Sharing[], standing: readonly Pick<Sharing, 'productId' | 'held'>[]): Quantity[] {
  const addTo = (sums: Map<number, Quantity>, productId: number, more: Quantity) =>
    sums.set(productId, add(sums.get(productId) ?? '0', more));
  const kept = ({ wanted, held }: Sharing) => lesser(wanted, held);
  const [holding, taken] = [new Map<number, Quantity>(), new Map<number, Quantity>()];
  for (const { productId, held } of standing) addTo(holding, productId, held);
  for (const line of lines) addTo(taken, line.productId, kept(line));
  return lines.map((line) => {
    const { productId, inventory, wanted } = line;
    addTo(taken, productId, subtract('0', kept(line)));
    const all = greater(inventory ?? '0', holding.get(productId) ?? '0');
    const left = subtract(all, taken.get(productId) ?? '0');
    addTo(taken, productId, wanted);
    return left;
  });
}

const heldBy = (line: Holding | undefined, basis: Pick<OrderBasis, 'status'>): Quantity =>
  line !== undefined && holds(basis, line) ? lineBaseUnits(line) : '0';

const holds = ({ status }: Pick<OrderBasis, 'status'>, line: { isBackorder: boolean }) =>
  holdOf(status, line) !== 'none';

type Line = Omit<JudgedLine, keyof Verdict>;

/** The units a line counts in, and what it takes of them. */
function unitsFor(draft: OrderLineDraft, basis: OrderBasis) {
  const product = basis.productOf(draft.productId) ?? null;
  const kept = standingOf(draft, basis);
  const unitOfMeasure = draft.unitOfMeasure ?? kept?.unitOfMeasure ?? product?.sellInUnitOfMeasure ?? '';
  const isSameUnit = kept?.unitOfMeasure === unitOfMeasure;
  const soldInBulk = (isSameUnit ? kept?.soldInBulk : product?.sellInBulk) ?? false;
  const unitMultiplier = (isSameUnit ? kept?.unitMultiplier : product?.unitMultiplier) ?? '1';
  const units = { unitOfMeasure, soldInBulk, unitMultiplier };
  const quantity = isNumber(draft.quantity) ? draft.quantity : null;
  const baseQuantity = quantity === null ? null : lineBaseUnits({ ...units, quantity });
  return { product, kept, isSameUnit, units, quantity, baseQuantity };
}

function toLine(draft: OrderLineDraft, basis: OrderBasis): Line {
  const { product, kept, isSameUnit, units, quantity, baseQuantity } = unitsFor(draft, basis);
  const price = priceOf(draft, product, kept, isSameUnit && !basis.isNewCustomer);
  return {
    draft,
    product,
    ...units,
    price,
    baseQuantity,
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

function checkLine(line: Line, basis: OrderBasis, left: Quantity): QuantityCheck {
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
    totalEffectiveInventory: left,
  };
  const entry = { ...ofLine(line, kept, basis), editingExisting: true };
  return checkQuantity({ product: rules, quantity: draft.quantity, ...entry });
}

/** Whether a draft can keep a line that can't be submitted: whatever can be priced and counted. */
function mayBeDrafted({ draft, product, unitOfMeasure, baseQuantity, total }: Line, basis: OrderBasis): boolean {
  if (basis.status !== 'DRAFT' || product === null || baseQuantity === null || total === null) return false;
  const isKnownUnit =
    standingOf(draft, basis)?.unitOfMeasure === unitOfMeasure || unitsOf(product).includes(unitOfMeasure);
  const isCounted = compare(baseQuantity, 0) > 0 && compare(baseQuantity, MOST_BASE_UNITS) <= 0;
  return isKnownUnit && isCounted && isMoney(total);
}

/** What is odd about a sound line: its product's minimum or maximum, or more than there is. */
function warningOf(line: Line, basis: OrderBasis): string | null {
  const { draft, product, unitOfMeasure, unitMultiplier, baseQuantity } = line;
  if (product === null || baseQuantity === null) return null;
  const { editingExisting, unitOverride } = ofLine(line, standingOf(draft, basis), basis);
  const limit = editingExisting ? null : limitProblem({ ...product, unitMultiplier }, draft.quantity, unitOverride);
  if (limit !== null) return limit;
  const isShort = !draft.isBackorder && compare(product.totalEffectiveInventory, baseQuantity) < 0;
  if (product.inventoryManagement === 'UNLIMITED' || !isShort) return null;
  if (compare(product.totalEffectiveInventory, 0) <= 0) return 'Out of stock';
  return `Only ${stockText(product, { unitOfMeasure, unitMultiplier })} available`;
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
 * What an edit may make of the quantity of each line of an order while the others stay, in the line's unit; `productOf` has
 * its products with what the order itself holds of them. A line without its product is left out.
 */
export function lineRules(
  lines: readonly RuledLine[],
  { productOf, status }: { productOf: (productId: number) => QuantityProduct | undefined; status: OrderStatus },
): OrderLineRules[] {
  const sharing = lines.map((line) => {
    const held = heldBy(line, { status });
    const inventory = productOf(line.productId)?.totalEffectiveInventory ?? null;
    return { productId: line.productId, inventory, wanted: held, held };
  });
  const leftOf = leftFor(sharing, sharing);
  return lines.flatMap((line, at) => {
    const { id, productId, unitMultiplier, unitOfMeasure } = line;
    const product = productOf(productId);
    if (product === undefined) return [];
    const totalEffectiveInventory = product.totalEffectiveInventory === null ? null : (leftOf[at] ?? null);
    const rules = quantityRules({
      product: { ...product, unitMultiplier, totalEffectiveInventory },
      ...ofLine({ draft: line, product, unitOfMeasure }, line, { status }),
    });
    return [{ lineItemId: id, productId, ...rules }];
  });
}
