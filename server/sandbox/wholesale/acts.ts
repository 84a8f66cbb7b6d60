import { randomUUID } from 'node:crypto';
import { add, compare, divide, multiply, subtract } from '../../../domain/money';
import type { Entity, Shop, ShopLine, ShopOrder, ShopStatus } from './shop';

export const ACTIONS = {
  submit: 'Submitted',
  accept: 'Accepted',
  fulfill: 'Fulfilled',
  ship: 'Shipped',
  complete: 'Complete',
  reject: 'Rejected',
  cancel: 'Cancelled',
} as const satisfies Record<string, ShopStatus>;
export type Action = keyof typeof ACTIONS;

/** Only a buyer may. */
const BUYERS: readonly string[] = ['submit', 'cancel'];
/** Statuses where the marketplace's own process ends. */
const CLOSED: readonly ShopStatus[] = ['Complete', 'Cancelled', 'Rejected', 'Combined'];

/** What an order in this status may become, by action. */
export function availableTransitions(status: ShopStatus, who: 'seller' | 'buyer'): Action[] {
  if (CLOSED.includes(status)) return [];
  return (Object.keys(ACTIONS) as Action[]).filter(
    (action) => ACTIONS[action] !== status && BUYERS.includes(action) === (who === 'buyer') && action !== 'submit',
  );
}

type Hold = 'none' | 'reserved' | 'taken';
const HOLDS: Record<ShopStatus, Hold> = {
  Draft: 'none',
  Submitted: 'reserved',
  Accepted: 'reserved',
  Backorder: 'reserved',
  Fulfilled: 'taken',
  Shipped: 'taken',
  Complete: 'taken',
  Rejected: 'none',
  Combined: 'none',
  Cancelled: 'none',
};

type Held = { lines: readonly ShopLine[]; status: ShopStatus };
const NOTHING: Held = { lines: [], status: 'Draft' };

/** Their stock: what is submitted is reserved; what is fulfilled is gone; what is rejected afterwards comes back. */
async function moveStock(shop: Shop, before: Held, after: Held): Promise<void> {
  const changes = new Map<string, { quantity: string; reserved: string }>();
  const count = ({ lines, status }: Held, sign: 1 | -1) => {
    for (const { productId, quantity } of lines) {
      const sum = changes.get(productId) ?? { quantity: '0', reserved: '0' };
      const signed = multiply(quantity, sign);
      if (HOLDS[status] === 'reserved') sum.reserved = add(sum.reserved, signed);
      if (HOLDS[status] === 'taken') sum.quantity = subtract(sum.quantity, signed);
      changes.set(productId, sum);
    }
  };
  count(before, -1);
  count(after, 1);
  const found = await shop.some('product', [...changes.keys()]);
  for (const [id, { quantity, reserved }] of changes) {
    const product = found.get(id);
    if (!product || (compare(quantity, 0) === 0 && compare(reserved, 0) === 0)) continue;
    await shop.put('product', id, {
      ...product.data,
      quantity: add(product.data.quantity, quantity),
      reserved: add(product.data.reserved, reserved),
    });
  }
}

/** Moves an order of theirs, and its stock. Null once it may not. */
export async function moveOrder(
  shop: Shop,
  number: string,
  action: string,
  source: 'app' | 'api',
): Promise<Entity<'order'> | null> {
  const order = await shop.get('order', number);
  const who = source === 'app' && BUYERS.includes(action) ? 'buyer' : 'seller';
  if (!order || !availableTransitions(order.data.status, who).includes(action as Action)) return null;
  const status = ACTIONS[action as Action];
  await moveStock(shop, order.data, { ...order.data, status });
  const data = { ...order.data, status };
  await shop.put('order', number, data);
  await shop.note(
    number,
    status === 'Accepted' && isDone(order.data.status) ? 'unaccepted' : status.toLowerCase(),
    source,
  );
  return { ...order, data };
}

const isDone = (status: ShopStatus) => HOLDS[status] === 'taken';

/** Gives an order other fields; its stock follows its lines. */
export async function editOrder(
  shop: Shop,
  number: string,
  fields: Partial<ShopOrder>,
  source: 'app' | 'api',
): Promise<ShopOrder | null> {
  const order = await shop.get('order', number);
  if (!order) return null;
  const data = { ...order.data, ...fields };
  if (fields.lines) await moveStock(shop, order.data, data);
  await shop.put('order', number, data);
  await shop.note(number, 'updated', source, Object.keys(fields));
  return data;
}

type Wanted = {
  customerId: string;
  lines: readonly (Partial<ShopLine> & Pick<ShopLine, 'productId' | 'quantity' | 'price'>)[];
} & Partial<Omit<ShopOrder, 'lines'>>;

/** A buyer's new order; its number. */
export async function placeShopOrder(shop: Shop, { lines, ...wanted }: Wanted): Promise<string> {
  const number = randomUUID();
  const data: ShopOrder = {
    shortId: number.slice(0, 8),
    status: 'Submitted',
    discount: '0.00',
    discountType: '$',
    notes: '',
    internalNotes: '',
    shipDate: null,
    paymentDueDate: null,
    reps: [],
    externalIds: {},
    createdOn: new Date().toISOString(),
    ...wanted,
    lines: lines.map((line, place) => toLine(line, place + 1)),
  };
  await moveStock(shop, NOTHING, data);
  await shop.put('order', number, data);
  await shop.note(number, 'submitted', 'app');
  return number;
}

export const toLine = (line: Wanted['lines'][number], id: number): ShopLine => ({
  id,
  unitMultiplier: '1',
  isSample: false,
  isBackorder: false,
  notes: '',
  ...line,
});

/** How many cases, or units, a line sells. */
export const soldUnits = ({ quantity, unitMultiplier }: Pick<ShopLine, 'quantity' | 'unitMultiplier'>): string =>
  divide(quantity, unitMultiplier);
