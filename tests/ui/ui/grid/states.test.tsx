import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { DataGrid, type DataGridProps } from '../../../../src/ui/grid';
import {
  columns,
  expectNoAxeFindings,
  Frame,
  memoryGrid,
  memoryPreferences,
  type Order,
  orders,
  servedGrid,
} from '../../support/render';

const everything = (): Partial<DataGridProps<Order>> => ({
  bulkActions: () => <button type="button">Accept</button>,
  rowActions: ({ id }) => [{ label: `Clone ${id}`, onSelect: () => undefined }],
  detail: ({ id }) => <p>Lines of {id}</p>,
  columns: columns.map((column) =>
    column.id === 'quantity'
      ? { ...column, summary: (rows) => rows.length, editable: { text: () => '1', commit: () => undefined } }
      : column,
  ),
  exportName: 'orders',
});

const served = (given: Partial<DataGridProps<Order>>) => (
  <Frame>
    <DataGrid<Order>
      id="orders"
      label="Orders"
      noun={['order', 'orders']}
      columns={columns}
      rows={undefined}
      rowId={(order) => order.id}
      preferences={PREFERENCES}
      state={{ page: 0, pageSize: 25, sort: [] }}
      toolbar={<input aria-label="Search orders" />}
      {...given}
    />
  </Frame>
);

const PREFERENCES = memoryPreferences();
const PARTS = [
  '[data-part=grid]',
  '[data-part=toolbar]',
  '[data-part=scroll]',
  '[data-part=head]',
  '[data-part=footer]',
];
const boxes = () => PARTS.map((part) => JSON.stringify(document.querySelector(part)?.getBoundingClientRect()));

describe('what a grid shows besides rows', () => {
  it('moves nothing from loading to loaded, refreshing, refused, empty and a new arrival', async () => {
    const screen = await render(served({}));
    await expect.element(page.getByText('Loading orders')).toBeInTheDocument();
    const before = boxes();
    const rows = orders(25);
    const notice = { count: 3, onShow: () => undefined };
    for (const given of [
      { rows },
      { rows, refreshing: true },
      { rows, error: 'No connection' },
      { rows, notice },
      { rows: [] },
    ]) {
      await screen.rerender(served({ total: 60, ...given }));
      expect(boxes()).toEqual(before);
    }
  });

  it('keeps rows while they are refreshed, and tells assistive technology', async () => {
    await servedGrid({ refreshing: true });
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-busy', 'true');
    await expect.element(page.getByText('High Desert 1', { exact: true })).toBeVisible();
  });

  it('says what went wrong and tries again when asked', async () => {
    const onRetry = vi.fn();
    await servedGrid({ rows: undefined, error: 'Orders could not be loaded.', onRetry });
    await expect.element(page.getByRole('alert').getByText('Orders could not be loaded.')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('says what to do next when nothing matches', async () => {
    await servedGrid({ rows: [], total: 0, empty: { title: 'No orders match', hint: 'Remove a filter.' } });
    await expect.element(page.getByText('Remove a filter.')).toBeVisible();
  });

  it('offers new rows quietly and lets them in on request', async () => {
    const onShow = vi.fn();
    await servedGrid({ notice: { count: 3, onShow } });
    const show = page.getByRole('button', { name: '3 new orders Show' });
    const head = document.querySelector('[data-part=head]')?.getBoundingClientRect();
    expect(show.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(head?.top ?? 0);
    await show.click();
    expect(onShow).toHaveBeenCalledOnce();
  });

  it('takes 28 pixels for a row, and 40 where rows aren’t compact', async () => {
    await servedGrid();
    const heightOf = () => document.querySelector('[data-part=body] > [role=row]')?.getBoundingClientRect().height;
    await expect.poll(heightOf).toBe(28);
    await page.getByRole('button', { name: 'Compact rows' }).click();
    await expect.poll(heightOf).toBe(40);
  });

  it('does not call a list empty whose page is past the last one, and leads back', async () => {
    const onStateChange = vi.fn();
    const state = { page: 98, pageSize: 25, sort: [] };
    await render(served({ rows: [], total: 60, state, onStateChange, empty: { title: 'No orders yet' } }));
    await expect.element(page.getByText('There’s no page 99')).toBeVisible();
    await expect.element(page.getByText('No orders yet')).not.toBeInTheDocument();
    await expect.element(page.getByText('0 of 60')).toBeVisible();
    await page.getByRole('button', { name: 'Go to the last page' }).click();
    expect(onStateChange).toHaveBeenLastCalledWith({ ...state, page: 2 });
  });

  it('announces how many rows there are and which page shows', async () => {
    await servedGrid();
    await expect.element(page.getByText('60 orders, page 1 of 3')).toBeInTheDocument();
  });

  it('grows with its rows where it is part of a page', async () => {
    await memoryGrid({ rows: orders(30), height: 'content' });
    await expect.poll(() => document.querySelectorAll('[data-part=body] > [role=row]').length).toBe(30);
    const scroller = document.querySelector('[data-part=scroll]');
    expect(scroller?.scrollHeight).toBe(scroller?.clientHeight);
  });

  it('draws only the rows near those in sight, without a gap wherever one scrolls to', async () => {
    await memoryGrid({ rows: orders(20_000) });
    await expect.element(page.getByText('Green Valley 0', { exact: true })).toBeVisible();
    expect(document.querySelectorAll('[data-part=body] > [role=row]').length).toBeLessThan(60);
    const scroller = document.querySelector('[data-part=scroll]') as HTMLElement;
    scroller.scrollTo(0, 400_000);
    await new Promise(requestAnimationFrame);
    const { left, top, height } = scroller.getBoundingClientRect();
    for (const y of [60, height / 2, height - 40]) {
      expect(document.elementFromPoint(left + 200, top + y)?.closest('[data-part=body] > [role=row]')).not.toBeNull();
    }
  });
});

describe('for assistive technology', () => {
  it('axe has nothing to report about a grid with all it can have', async () => {
    const { container } = await memoryGrid(everything());
    await page.getByRole('button', { name: 'Details of order 1001' }).click();
    await page.getByRole('checkbox', { name: 'Select order 1002' }).click();
    await expectNoAxeFindings(container);
  });

  it.each(['light', 'dark'])('axe has nothing to report about pages, menus and editors in %s', async (theme) => {
    document.documentElement.dataset.theme = theme;
    document.body.style.background = 'var(--v-ground)';
    const { container } = await servedGrid({ ...everything(), bulkActions: undefined as never });
    await page.getByRole('button', { name: 'Actions for order 1001' }).click();
    await expectNoAxeFindings(container);
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Columns' }).click();
    await expectNoAxeFindings(container);
    delete document.documentElement.dataset.theme;
  });

  it.each([
    ['loading', { rows: undefined }],
    ['empty', { rows: [] }],
    ['refused', { rows: undefined, error: 'No connection' }],
  ])('axe has nothing to report while %s', async (_, given) => {
    const { container } = await render(served(given));
    await expectNoAxeFindings(container);
  });
});

describe('on a narrow screen', () => {
  it('rows are cards and axe has nothing to report about them', async () => {
    const { container } = await memoryGrid(everything(), 360);
    await expect.element(page.getByRole('list', { name: 'Orders' })).toBeVisible();
    expect(document.querySelector('[role=grid]')).toBeNull();
    await expectNoAxeFindings(container);
  });

  it('a card can be selected, opened, unfolded and has its menu', async () => {
    const onSelectionChange = vi.fn();
    const onOpen = vi.fn();
    await memoryGrid({ ...everything(), onSelectionChange, onOpen }, 360);
    await page.getByRole('checkbox', { name: 'Select order 1000' }).click();
    expect(onSelectionChange).toHaveBeenLastCalledWith({ kind: 'some', ids: ['1000'] });
    await page.getByRole('button', { name: 'Open order 1000' }).click();
    expect(onOpen).toHaveBeenCalledOnce();
    await page.getByRole('button', { name: 'Details of order 1000' }).click();
    await expect.element(page.getByText('Lines of 1000')).toBeVisible();
    await page.getByRole('button', { name: 'Actions for order 1000' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Clone 1000' })).toBeVisible();
  });

  it('an empty text that can be edited says on its card what it is, one with text shows that', async () => {
    const texts: Record<string, string> = { '1000': '', '1001': 'Call first' };
    const notes = {
      id: 'notes',
      header: 'Notes',
      cell: ({ id }: Order) => texts[id],
      card: 'text' as const,
      editable: { text: ({ id }: Order) => texts[id] ?? '', commit: () => undefined },
    };
    await memoryGrid({ rows: orders(2), columns: [...columns, notes] }, 360);
    await expect.element(page.getByRole('button', { name: 'Edit Notes of order 1000' })).toHaveTextContent('Notes');
    await expect
      .element(page.getByRole('button', { name: 'Edit Notes of order 1001' }))
      .toHaveTextContent('Call first');
  });

  it('all cards can be chosen at once', async () => {
    const onSelectionChange = vi.fn();
    await memoryGrid({ onSelectionChange }, 360);
    await page.getByRole('button', { name: 'Select all orders' }).click();
    expect(onSelectionChange).toHaveBeenLastCalledWith({ kind: 'all', except: [] });
    await expect.element(page.getByRole('checkbox', { name: 'Select order 1000' })).toBeChecked();
  });

  it('cards are sorted by the same columns', async () => {
    await memoryGrid({ rows: orders(3) }, 360);
    await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('Total, descending');
    await expect.element(page.getByRole('listitem').first().getByText('1002')).toBeVisible();
  });
});
