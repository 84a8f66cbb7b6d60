import { expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import type { Contract } from '../../../domain/contract/endpoint';
import { UsageEvent } from '../../../domain/usage/events';

const isEvent = (event: unknown) => UsageEvent.safeParse(event).success;

test('every call there is can be measured, by its declaration', () => {
  const calls = Object.values<Contract>(contract).flatMap((area) => Object.values(area));
  const refused = calls
    .map(({ method, path }) => `${method} ${path}`)
    .filter((act) => !isEvent({ kind: 'act', at: 1, act }));
  expect(refused).toEqual([]);
});

test.each(['', 'orders', 'orders/:slug', 'fulfillment/intakes/:slug?', 'marketplace/brands/*'])(
  'the route “%s” can be measured',
  (screen) => expect(isEvent({ kind: 'screen', at: 1, screen })).toBe(true),
);

test.each([
  'orders/3000',
  '/orders',
  'deals/00000000-0000-4000-8000-000000000003',
  'orders?q=Cedar',
  'Blue Dream',
  'orders/',
])('the address “%s” can’t', (screen) => expect(isEvent({ kind: 'screen', at: 1, screen })).toBe(false));
