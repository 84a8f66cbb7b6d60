import { expect, it } from 'vitest';
import { type Changes, savePlace, settle } from '../../../../src/kit/list/grid/grid-view';

type Row = { id: number; status: string };

const row = (id: number, status = 'SUBMITTED'): Row => ({ id, status });
const page = (rows: Row[], total = rows.length, key = 'first page') => ({ key, rows, total });
const heard = ({ created = [], changed = [] }: { created?: number[]; changed?: number[] }): Changes => ({
  created: new Set(created),
  changed: new Set(changed),
  missed: false,
});
const neverAsked = () => Promise.reject(new Error('No row had to be read by itself'));
const shown = settle(page([row(3), row(2), row(1)], 3));

it('a row that changed shows its new contents in its old place', async () => {
  const fresh = page([row(2, 'ACCEPTED'), row(3), row(1)], 3);
  const view = await savePlace(shown, fresh, heard({ changed: [2] }), neverAsked);
  expect(view.rows).toEqual([row(3), row(2, 'ACCEPTED'), row(1)]);
  expect(view.arrived).toBe(0);
});

it('new rows are counted and wait, and the rows they push off the page stay', async () => {
  const fresh = page([row(5), row(4), row(3)], 5);
  const view = await savePlace(shown, fresh, heard({ created: [4, 5] }), neverAsked);
  expect(view).toMatchObject({ rows: [row(3), row(2), row(1)], total: 3, arrived: 2 });
});

it('a row that matches no more stays where it is, as it is now', async () => {
  const fresh = page([row(3), row(1)], 2);
  const view = await savePlace(shown, fresh, heard({ changed: [2] }), async ({ id }) => row(id, 'REJECTED'));
  expect(view).toMatchObject({ rows: [row(3), row(2, 'REJECTED'), row(1)], total: 3, arrived: 0 });
});

it('a row this reader may not see any more goes', async () => {
  const fresh = page([row(3), row(1)], 2);
  const view = await savePlace(shown, fresh, heard({ changed: [2] }), async () => null);
  expect(view).toMatchObject({ rows: [row(3), row(1)], total: 2 });
});

it('another page, filter or sort is shown as it came', async () => {
  const fresh = page([row(9)], 1, 'another filter');
  const view = await savePlace(shown, fresh, heard({ created: [9] }), neverAsked);
  expect(view).toMatchObject({ rows: [row(9)], arrived: 0 });
});

it('the first row of an empty list is shown at once', async () => {
  const view = await savePlace(settle(page([])), page([row(1)]), heard({ created: [1] }), neverAsked);
  expect(view).toMatchObject({ rows: [row(1)], arrived: 0 });
});
