import { describe, expect, test } from 'vitest';
import type { OrderFilters } from '../../../domain/orders/filters';
import { ACTIVE_STATUSES } from '../../../domain/orders/status';
import { countedOrders, countedOrdersOf } from '../../../domain/reports/behind';

const NOW = new Date('2026-11-20T18:30:00Z');
const ZONE = 'America/Los_Angeles';
const november = { from: '2026-11-01', to: '2026-11-30' };

describe('the orders a report counts', () => {
  test('are of active statuses, and of those asked for', () => {
    expect(countedOrders({ brandIds: [3] })).toEqual({ brandIds: [3], statuses: ACTIVE_STATUSES });
    expect(countedOrders({ statuses: ['CANCELLED', 'SHIPPED', 'DRAFT'] }).statuses).toEqual(['SHIPPED']);
    expect(countedOrders({ statuses: ['CANCELLED'] }).statuses).toEqual([]);
  });

  test.each<[string, OrderFilters, string, string]>([
    ['of a whole period', {}, '2026-11-01', '2026-11-30'],
    [
      'of a period within the search',
      { createdFrom: '2026-10-01', createdTo: '2026-12-31' },
      '2026-11-01',
      '2026-11-30',
    ],
    ['from the search’s first day', { createdFrom: '2026-11-05' }, '2026-11-05', '2026-11-30'],
    ['to the search’s last day', { createdTo: '2026-11-25' }, '2026-11-01', '2026-11-25'],
    [
      'from the search’s first second',
      { createdFrom: '2026-11-05T09:00:00Z' },
      '2026-11-05T09:00:00.000Z',
      '2026-11-30',
    ],
    ['to the search’s last second', { createdTo: '2026-11-25T09:00:00Z' }, '2026-11-01', '2026-11-25T09:00:00.000Z'],
    [
      'of a relative time, as it is now',
      { createdRel: 'LAST_7_DAYS' },
      '2026-11-13T18:30:00.000Z',
      '2026-11-20T18:30:00.000Z',
    ],
    [
      'of a relative time that begins with a day',
      { createdRel: 'WEEK_SO_FAR' },
      '2026-11-15',
      '2026-11-20T18:30:00.000Z',
    ],
  ])('%s', (_, filters, createdFrom, createdTo) => {
    expect(countedOrdersOf({ ...filters, brandIds: [3] }, november, NOW, ZONE)).toEqual({
      brandIds: [3],
      statuses: ACTIVE_STATUSES,
      createdFrom,
      createdTo,
    });
  });
});
