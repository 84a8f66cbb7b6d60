import { expect, test } from 'vitest';
import { type DeliveryFacts, expectedDelivery } from '../../../domain/orders/expected-delivery';

const open: DeliveryFacts = {
  status: 'ACCEPTED',
  ordered: '2026-03-02',
  shipDate: null,
  shipped: null,
  delivered: null,
  fromOrder: [],
  fromShipping: [],
};

test.each<[string, Partial<DeliveryFacts>, string | null, string]>([
  ['nothing is known', {}, null, 'The seller hasn’t set a ship date yet.'],
  ['two earlier orders say nothing', { fromOrder: [3, 4] }, null, 'The seller hasn’t set a ship date yet.'],
  [
    'earlier orders',
    { fromOrder: [9, 4, 5] },
    '2026-03-07',
    'No ship date yet; your last 3 orders from this seller took about 5 days.',
  ],
  ['a ship date alone', { shipDate: '2026-03-09' }, '2026-03-09', 'The seller ships it on 03/09/2026.'],
  [
    'a ship date and how long the way takes',
    { shipDate: '2026-03-09', fromShipping: [1, 1, 2, 1] },
    '2026-03-10',
    'The seller ships it on 03/09/2026; it usually arrives 1 day later.',
  ],
  [
    'it has left, whatever was planned',
    { status: 'SHIPPED', shipDate: '2026-03-09', shipped: '2026-03-11', fromShipping: [0, 0, 0] },
    '2026-03-11',
    'Shipped on 03/11/2026; it usually arrives the same day.',
  ],
  ['it has arrived', { status: 'COMPLETE', shipped: '2026-03-11', delivered: '2026-03-12' }, '2026-03-12', 'Delivered'],
  ['it is cancelled', { status: 'CANCELLED', shipDate: '2026-03-09' }, null, 'Nothing more is on its way.'],
  [
    'it is on backorder',
    { status: 'BACKORDER', shipDate: '2026-03-09' },
    null,
    'On backorder. The seller sends it once it is in stock.',
  ],
])('%s', (_, facts, day, reason) => {
  expect(expectedDelivery({ ...open, ...facts })).toEqual({ day, reason });
});
