import { expect, test } from 'vitest';
import { lastMonths } from '../../../domain/customers/spend';

test('months continue across the new year, the current one last', () => {
  expect(lastMonths('2026-02-10T12:00:00Z', 'UTC', 4)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
});

test('the current month is the reader’s', () => {
  const turn = '2026-03-01T02:00:00Z';
  expect(lastMonths(turn, 'America/Los_Angeles', 1)).toEqual(['2026-02']);
  expect(lastMonths(turn, 'UTC', 1)).toEqual(['2026-03']);
});
