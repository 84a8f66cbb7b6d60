import { expect, test } from 'vitest';
import { z } from 'zod';
import { page } from '../../../domain/contract/endpoint';
import { parseTolerantly } from '../../../domain/contract/tolerant';

const Line = z.strictObject({ sku: z.string(), quantity: z.string() });
const Order = z.strictObject({
  id: z.number(),
  lines: z.array(Line),
  access: z.record(z.enum(['ORDERS', 'STOCK']), z.strictObject({ read: z.boolean() })),
  paid: z.union([
    z.strictObject({ kind: z.literal('cash') }),
    z.strictObject({ kind: z.literal('check'), number: z.string().nullable() }),
  ]),
});
const order = () => ({
  id: 7,
  lines: [{ sku: 'A', quantity: '1' }],
  access: { ORDERS: { read: true }, STOCK: { read: false } },
  paid: { kind: 'check', number: null },
});

test('a reply as declared is read as is', () => {
  expect(parseTolerantly(page(Order), { results: [order()], resultCount: 1, page: 0 }).data?.results).toEqual([
    order(),
  ]);
});

test('unknown fields are dropped at any depth', () => {
  const newer = {
    ...order(),
    color: 'green',
    lines: [{ sku: 'A', quantity: '1', lot: { id: 1 } }],
    access: { ...order().access, LOTS: { read: true }, STOCK: { read: false, write: false } },
    paid: { kind: 'check', number: null, bank: 'Key' },
  };
  const reply = { results: [newer], resultCount: 1, page: 0, took: 3 };
  expect(parseTolerantly(page(Order), reply).data).toEqual({ results: [order()], resultCount: 1, page: 0 });
});

test.each([
  ['a field is missing', { ...order(), id: undefined }],
  ['a field is of another kind', { ...order(), id: '7', color: 'green' }],
  ['no shape of several fits', { ...order(), paid: { kind: 'card', bank: 'Key' } }],
])('a reply in which %s is refused', (_what, reply) => {
  expect(parseTolerantly(Order, reply).success).toBe(false);
});
