import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, isEqual, multiply } from '../../../domain/money';
import { ORDER_STATUS_IDS, type OrderStatus, TRANSITIONS } from '../../../domain/orders/status';
import {
  applyChange,
  available,
  type Hold,
  holdOf,
  limitToLedger,
  type Stock,
  type StockChange,
  type StockEffectKind,
  stockChange,
  stockEffect,
} from '../../../domain/orders/stock';

const NOTHING: [StockEffectKind, number, number] = ['none', 0, 0];

/** From, to: name, then what quantity and reserved gain per base unit of a line. */
const EFFECTS: [OrderStatus, OrderStatus, StockEffectKind, number, number][] = [
  ['DRAFT', 'SUBMITTED', 'reserve', 0, 1],
  ['DRAFT', 'ACCEPTED', 'reserve', 0, 1],
  ['DRAFT', 'CANCELLED', ...NOTHING],
  ['SUBMITTED', 'ACCEPTED', ...NOTHING],
  ['SUBMITTED', 'REJECTED', 'release', 0, -1],
  ['SUBMITTED', 'BACKORDER', 'release', 0, -1],
  ['SUBMITTED', 'CANCELLED', 'release', 0, -1],
  ['SUBMITTED', 'COMBINED', 'move', 0, 0],
  ['BACKORDER', 'ACCEPTED', 'reserve', 0, 1],
  ['BACKORDER', 'REJECTED', ...NOTHING],
  ['BACKORDER', 'CANCELLED', ...NOTHING],
  ['ACCEPTED', 'FULFILLED', 'take', -1, -1],
  ['ACCEPTED', 'REJECTED', 'release', 0, -1],
  ['ACCEPTED', 'BACKORDER', 'release', 0, -1],
  ['ACCEPTED', 'COMBINED', 'move', 0, 0],
  ['FULFILLED', 'SHIPPED', ...NOTHING],
  ['FULFILLED', 'REJECTED', 'return', 1, 0],
  ['FULFILLED', 'ACCEPTED', 'reopen', 1, 1],
  ['SHIPPED', 'DELIVERED', ...NOTHING],
  ['SHIPPED', 'COMPLETE', ...NOTHING],
  ['SHIPPED', 'REJECTED', 'return', 1, 0],
  ['DELIVERED', 'COMPLETE', ...NOTHING],
];

const stock = (over: Partial<Stock> = {}): Stock => ({ mode: 'MANUAL', quantity: '800', reserved: '120', ...over });

describe('a change of status and stock', () => {
  test('the table below covers every transition', () => {
    expect(EFFECTS.map(([from, to]) => `${from}-${to}`).sort()).toEqual(
      TRANSITIONS.map(({ from, to }) => `${from}-${to}`).sort(),
    );
  });

  test.each(EFFECTS)('%s → %s: %s', (from, to, kind, quantity, reserved) => {
    expect(stockEffect(from, to)).toEqual({ kind, quantity, reserved });
  });

  test('a new order submitted at checkout reserves', () => {
    expect(stockEffect('DRAFT', 'SUBMITTED')).toEqual({ kind: 'reserve', quantity: 0, reserved: 1 });
  });

  test('a backorder line holds nothing, whatever becomes of its order', () => {
    for (const { from, to } of TRANSITIONS.filter((one) => one.to !== 'COMBINED'))
      expect(stockEffect(from, to, { isBackorder: true }).kind).toBe('none');
  });

  test('the factors match the ledger’s rule for that line', () => {
    for (const { from, to } of TRANSITIONS.filter((one) => one.to !== 'COMBINED')) {
      for (const line of [{ isBackorder: false }, { isBackorder: true }]) {
        const effect = stockEffect(from, to, line);
        const change = stockChange(
          { hold: holdOf(from, line), quantity: '36' },
          { hold: holdOf(to, line), quantity: '36' },
        );
        expect(change).toEqual({ quantity: multiply(36, effect.quantity), reserved: multiply(36, effect.reserved) });
      }
    }
  });
});

describe('conservation', () => {
  const legal = (from: OrderStatus) => TRANSITIONS.filter((one) => one.from === from && one.to !== 'COMBINED');
  const walk = fc.array(fc.nat(), { maxLength: 25 });
  const lines = fc.record({ units: fc.integer({ min: 1, max: 500 }), isBackorder: fc.boolean() });

  test('after any legal path, stock depends only on the order’s last status', () => {
    fc.assert(
      fc.property(walk, lines, (choices, { units, isBackorder }) => {
        let status: OrderStatus = 'DRAFT';
        let quantity = 0;
        let reserved = 0;
        for (const choice of choices) {
          const next = legal(status);
          const taken = next[choice % Math.max(next.length, 1)];
          if (taken === undefined) break;
          const effect = stockEffect(status, taken.to, { isBackorder });
          quantity += units * effect.quantity;
          reserved += units * effect.reserved;
          status = taken.to;
          expect(reserved).toBeGreaterThanOrEqual(0);
          expect(quantity).toBeLessThanOrEqual(0);
        }
        const holds: Record<Hold, [number, number]> = { none: [0, 0], reserved: [0, units], taken: [-units, 0] };
        expect([quantity, reserved]).toEqual(holds[holdOf(status, { isBackorder })]);
      }),
    );
  });

  test('closed and draft orders hold nothing, delivered goods are gone', () => {
    const holds = Object.fromEntries(ORDER_STATUS_IDS.map((status) => [status, holdOf(status)]));
    expect(holds).toEqual({
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
    });
  });

  test('what wasn’t reserved is reserved on acceptance, and taken when it ships', () => {
    expect(stockEffect('DRAFT', 'ACCEPTED')).toEqual({ kind: 'reserve', quantity: 0, reserved: 1 });
    expect(stockEffect('BACKORDER', 'FULFILLED')).toEqual({ kind: 'take', quantity: -1, reserved: 0 });
  });

  test('many orders of one product never reserve or take more than there is', () => {
    const order = fc.record({ units: fc.integer({ min: 1, max: 30 }), steps: walk });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.array(order, { maxLength: 12 }), (start, orders) => {
        let now = stock({ quantity: String(start), reserved: '0' });
        let sold = 0;
        for (const { units, steps } of orders) {
          let status: OrderStatus = 'DRAFT';
          for (const choice of steps) {
            const next = legal(status);
            const taken = next[choice % Math.max(next.length, 1)];
            if (taken === undefined) break;
            const change = stockChange(
              { hold: holdOf(status), quantity: units },
              { hold: holdOf(taken.to), quantity: units },
            );
            const after = applyChange(now, change);
            if (after === null) break;
            now = after;
            status = taken.to;
            expect(Number(now.reserved)).toBeGreaterThanOrEqual(0);
            expect(Number(available(now))).toBeGreaterThanOrEqual(0);
          }
          if (holdOf(status) === 'taken') sold += units;
        }
        expect(Number(now.quantity) + sold).toBe(start);
      }),
    );
  });
});

describe('what an order returns', () => {
  const amounts = (quantity: string, reserved: string): StockChange => ({ quantity, reserved });
  test.each([
    ['all it took', amounts('36', '0'), amounts('-36', '0'), ['36', '0']],
    ['nothing of what it never took', amounts('36', '0'), amounts('0', '0'), ['0', '0']],
    ['no more than the part it took', amounts('36', '0'), amounts('-6', '0'), ['6', '0']],
    ['no more than it reserved', amounts('0', '-36'), amounts('0', '12'), ['0', '-12']],
    ['nothing of what it never reserved', amounts('0', '-36'), amounts('0', '0'), ['0', '0']],
    ['and it takes what it reserved', amounts('-36', '-36'), amounts('0', '36'), ['-36', '-36']],
    ['and it takes and reserves without having had anything', amounts('-5', '7'), amounts('0', '0'), ['-5', '7']],
    ['and it reserves again what it never took', amounts('36', '36'), amounts('0', '0'), ['0', '36']],
    ['exactly what it took and reserved', amounts('36', '-36'), amounts('-36', '36'), ['36', '-36']],
    ['less than it took and reserved', amounts('6', '-6'), amounts('-36', '36'), ['6', '-6']],
    ['nothing where it would give below zero', amounts('6', '-6'), amounts('36', '-36'), ['0', '0']],
    ['nothing twice', amounts('36', '-36'), amounts('2', '-3'), ['0', '0']],
  ])('%s', (_name, change, held, [quantity, reserved]) => {
    const given = limitToLedger(change, held);
    expect([Number(given.quantity) + 0, Number(given.reserved) + 0]).toEqual([Number(quantity), Number(reserved)]);
  });
});

describe('the ledger', () => {
  test('800 in stock with 120 reserved leave 680', () => {
    expect(available(stock())).toBe('680');
  });

  const change = (quantity: string, reserved: string): StockChange => ({ quantity, reserved });
  test.each([
    ['a reservation of all that is left', stock(), change('0', '680'), ['800', '800']],
    ['a reservation of more', stock(), change('0', '681'), null],
    ['taking what was reserved', stock(), change('-120', '-120'), ['680', '0']],
    ['taking more than there is', stock({ quantity: '5', reserved: '10' }), change('-10', '-10'), null],
    ['taking the very last', stock({ quantity: '10', reserved: '0' }), change('-10', '0'), ['0', '0']],
    [
      'a release where stock went below zero under it',
      stock({ quantity: '-5', reserved: '10' }),
      change('0', '-10'),
      ['-5', '0'],
    ],
    [
      'a change of nothing where more is promised than there is',
      stock({ quantity: '5', reserved: '10' }),
      change('0', '0'),
      ['5', '10'],
    ],
    ['a return into a shortage', stock({ quantity: '-5', reserved: '0' }), change('2', '0'), ['-3', '0']],
    ['releasing', stock(), change('0', '-120'), ['800', '0']],
    ['releasing part of what is oversold', stock({ quantity: '5', reserved: '10' }), change('0', '-2'), ['5', '8']],
    ['a return', stock(), change('20', '0'), ['820', '120']],
    [
      'taking from unlimited stock',
      stock({ mode: 'UNLIMITED', quantity: '0', reserved: '9' }),
      change('-9', '-9'),
      ['0', '0'],
    ],
    [
      'a return to what is unlimited by now',
      stock({ mode: 'UNLIMITED', quantity: '4', reserved: '0' }),
      change('9', '0'),
      ['13', '0'],
    ],
    [
      'reserving unlimited stock',
      stock({ mode: 'UNLIMITED', quantity: '0', reserved: '0' }),
      change('0', '5'),
      ['0', '5'],
    ],
  ])('%s', (_, now, delta, expected) => {
    const after = applyChange(now, delta);
    expect(after === null ? null : [after.quantity, after.reserved]).toEqual(expected);
  });

  test('editing a quantity moves only the difference', () => {
    const reserved = (quantity: string) => ({ hold: 'reserved' as const, quantity });
    expect(stockChange(reserved('24'), reserved('36'))).toEqual({ quantity: '0', reserved: '12' });
    expect(stockChange({ hold: 'taken', quantity: '24' }, { hold: 'taken', quantity: '12' })).toEqual({
      quantity: '12',
      reserved: '0',
    });
  });

  test('deleting a line returns what it held, adding one takes what it needs', () => {
    const nothing = { hold: 'none', quantity: '0' } as const;
    expect(stockChange({ hold: 'reserved', quantity: '24' }, nothing)).toEqual({ quantity: '0', reserved: '-24' });
    expect(stockChange(nothing, { hold: 'taken', quantity: '24' })).toEqual({ quantity: '-24', reserved: '0' });
  });

  test('a change and its reverse leave stock unchanged, with fractions too', () => {
    const hold = fc.constantFrom<Hold>('none', 'reserved', 'taken');
    const thousandths = fc.integer({ min: 0, max: 1e6 }).map((amount) => String(amount / 1000));
    const held = fc.record({ hold, quantity: thousandths });
    fc.assert(
      fc.property(held, held, (before, after) => {
        const [there, back] = [stockChange(before, after), stockChange(after, before)];
        expect(isEqual(add(there.quantity, back.quantity), 0)).toBe(true);
        expect(isEqual(add(there.reserved, back.reserved), 0)).toBe(true);
      }),
    );
  });
});
