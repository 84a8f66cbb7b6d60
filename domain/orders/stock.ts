import type { InventoryMode } from '../catalogue/vocabulary';
import { add, compare, money, multiply, type Numeric, type Quantity, subtract } from '../money';
import type { OrderStatus } from './status';

/** A product's stock and how much of it is reserved, in base units. */
export type Stock = { mode: InventoryMode; quantity: Quantity; reserved: Quantity };

/** What an order line does to stock: nothing, reserves it, or has taken it. */
export type Hold = 'none' | 'reserved' | 'taken';

const HOLDS: Record<OrderStatus, Hold> = {
  DRAFT: 'none',
  SUBMITTED: 'reserved',
  ACCEPTED: 'reserved',
  BACKORDER: 'none',
  FULFILLED: 'taken',
  SHIPPED: 'taken',
  DELIVERED: 'taken',
  COMPLETE: 'taken',
  CANCELLED: 'none',
  REJECTED: 'none',
  COMBINED: 'none',
};

/** What a line holds in each order status; a backorder line holds nothing until it is made an ordinary one. */
export function holdOf(status: OrderStatus, line: { isBackorder: boolean } = { isBackorder: false }): Hold {
  return line.isBackorder ? 'none' : HOLDS[status];
}

/** Whether lines in this status keep stock for their order, or have taken it. */
export const HOLDING_STATUSES = (Object.keys(HOLDS) as OrderStatus[]).filter((status) => HOLDS[status] !== 'none');

/** Statuses in which the goods of an order are handed over. */
export const TAKEN_STATUSES = HOLDING_STATUSES.filter((status) => HOLDS[status] === 'taken');

/** Added to the ledger, in base units; negative removes. */
export type StockChange = { quantity: Quantity; reserved: Quantity };

/** The same, with what the order's lines have reserved, or taken, of the product after it, in base units. */
export type OrderStockChange = StockChange & { needs: Quantity; isTaken: boolean };

type Held = { hold: Hold; quantity: Numeric };

function ledgerOf({ hold, quantity }: Held): StockChange {
  return {
    quantity: hold === 'taken' ? multiply(quantity, -1) : '0',
    reserved: hold === 'reserved' ? money(quantity) : '0',
  };
}

/**
 * The rule of the stock ledger: what a line holds after, minus what it held before. Covers status changes, edited
 * quantities, added and deleted lines (held 'none' on the other side) and merges. In base units.
 */
export function stockChange(before: Held, after: Held): StockChange {
  const [was, is] = [ledgerOf(before), ledgerOf(after)];
  return { quantity: subtract(is.quantity, was.quantity), reserved: subtract(is.reserved, was.reserved) };
}

/** The same, with what the order has afterwards. */
export function lineChange(before: Held, after: Held): OrderStockChange {
  const quantity = after.hold === 'none' ? '0' : money(after.quantity);
  return { ...stockChange(before, after), needs: quantity, isTaken: after.hold === 'taken' };
}

/**
 * The same change for a product whose stock is the sum of its packages: orders take nothing from it. What they took
 * stays reserved until the packages themselves fall.
 */
export function changeOfPackages({ quantity, reserved }: StockChange): StockChange {
  return { quantity: '0', reserved: subtract(reserved, quantity) };
}

export type StockEffectKind = 'none' | 'reserve' | 'release' | 'take' | 'return' | 'reopen' | 'move';

/** `quantity` and `reserved` are factors: multiplied by the line's base units, they give the ledger entry. */
export type StockEffect = { kind: StockEffectKind; quantity: -1 | 0 | 1; reserved: -1 | 0 | 1 };

const NONE: StockEffect = { kind: 'none', quantity: 0, reserved: 0 };
const EFFECTS: Record<Hold, Record<Hold, StockEffect>> = {
  none: {
    none: NONE,
    reserved: { kind: 'reserve', quantity: 0, reserved: 1 },
    taken: { kind: 'take', quantity: -1, reserved: 0 },
  },
  reserved: {
    none: { kind: 'release', quantity: 0, reserved: -1 },
    reserved: NONE,
    taken: { kind: 'take', quantity: -1, reserved: -1 },
  },
  taken: {
    none: { kind: 'return', quantity: 1, reserved: 0 },
    reserved: { kind: 'reopen', quantity: 1, reserved: 1 },
    taken: NONE,
  },
};

/**
 * What a status change does to one line's stock. Into COMBINED nothing moves here: the merged order takes over the
 * reservations.
 */
export function stockEffect(
  from: OrderStatus,
  to: OrderStatus,
  line: { isBackorder: boolean } = { isBackorder: false },
): StockEffect {
  if (to === 'COMBINED') return { kind: 'move', quantity: 0, reserved: 0 };
  return EFFECTS[holdOf(from, line)][holdOf(to, line)];
}

/**
 * A change of an order's lines, limited by the ledger: never returns more than was taken nor releases more than was
 * reserved, whatever happened to the product since. `held` sums the order's movements of it.
 */
export function limitToLedger(change: StockChange, held: StockChange): StockChange {
  return {
    quantity: atMost(change.quantity, multiply(held.quantity, -1)),
    reserved: multiply(atMost(multiply(change.reserved, -1), held.reserved), -1),
  };
}

/** Caps an amount returned at what is held; an amount taken (negative) is unchanged. */
function atMost(amount: Quantity, held: Quantity): Quantity {
  if (compare(amount, 0) <= 0 || compare(amount, held) <= 0) return amount;
  return compare(held, 0) > 0 ? held : '0';
}

/** Stock available to sell, in base units; negative when stock was removed under a reservation. */
export function available(stock: Pick<Stock, 'quantity' | 'reserved'>): Quantity {
  return subtract(stock.quantity, stock.reserved);
}

/**
 * Stock after a change, or null when it would oversell. Unlimited stock tracks reservations but no quantity; returning
 * stock is never refused, so it is right once the product is counted again. Nor is moving a reservation: `since` is the
 * stock before another order gave up what this change takes over.
 */
export function applyChange(stock: Stock, change: StockChange, since: Stock = stock): Stock | null {
  const isUnlimited = stock.mode === 'UNLIMITED';
  const next = {
    ...stock,
    quantity: isUnlimited && compare(change.quantity, 0) < 0 ? stock.quantity : add(stock.quantity, change.quantity),
    reserved: add(stock.reserved, change.reserved),
  };
  if (isUnlimited) return next;
  const promisesTooMuch = compare(available(next), available(since)) < 0 && compare(available(next), 0) < 0;
  const takesTooMuch = compare(change.quantity, 0) < 0 && compare(next.quantity, 0) < 0;
  return promisesTooMuch || takesTooMuch ? null : next;
}
