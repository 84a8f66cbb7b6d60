import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { GridState } from '../../../../src/ui/grid';
import { toCsv } from '../../../../src/ui/grid/selection/csv';
import { countDaysIn, timeZone } from '../../../../src/ui/reader-dates';
import { columns, columnTexts, memoryGrid, memoryPreferences, orders, servedGrid } from '../../support/render';

const header = (name: string) => page.getByRole('columnheader', { name: new RegExp(`^${name}`) });
const headers = () => [...document.querySelectorAll('[data-part=label]')].map((label) => label.textContent);

describe('sorting', () => {
  it('sorts rows in memory by value, not by the text shown', async () => {
    const rows = orders(3).map((order, index) => ({ ...order, total: [9, 100, 20][index] ?? 0 }));
    await memoryGrid({ rows });
    await header('Total').click();
    await expect.poll(() => columnTexts(2)).toEqual(['9.00', '20.00', '100.00']);
    await header('Total').click();
    await expect.poll(() => columnTexts(2)).toEqual(['100.00', '20.00', '9.00']);
  });

  it('keeps rows without a value last in both directions', async () => {
    const rows = orders(3);
    const gaps = columns.map((column) =>
      column.id === 'total'
        ? { ...column, value: (order: (typeof rows)[0]) => (order.id === '1001' ? null : order.total) }
        : column,
    );
    await memoryGrid({ rows, columns: gaps });
    await header('Total').click();
    await expect.poll(() => columnTexts(0).at(-1)).toBe('1001');
    await header('Total').click();
    await expect.poll(() => columnTexts(0)).toEqual(['1002', '1000', '1001']);
  });

  it('asks the server for a sort from its first page, and for a second one with Shift', async () => {
    const onStateChange = vi.fn<(state: GridState) => void>();
    await servedGrid({ onStateChange });
    await page.getByRole('button', { name: 'Next page' }).click();
    await header('Total').click();
    expect(onStateChange).toHaveBeenLastCalledWith({ page: 0, pageSize: 25, sort: [{ id: 'total', desc: false }] });
    await header('Buyer').click({ modifiers: ['Shift'] });
    expect(onStateChange.mock.lastCall?.[0].sort).toEqual([
      { id: 'total', desc: false },
      { id: 'buyer', desc: false },
    ]);
  });

  it('leaves columns that cannot be sorted alone', async () => {
    await memoryGrid({ rows: orders(3) });
    await header('Quantity').click();
    await expect.element(header('Quantity')).not.toHaveAttribute('aria-sort');
  });
});

describe('pages', () => {
  it('counts from one on screen and from zero for the server', async () => {
    const onStateChange = vi.fn<(state: GridState) => void>();
    await servedGrid({ onStateChange });
    await expect.element(page.getByText('1–25 of 60')).toBeVisible();
    await page.getByRole('textbox', { name: 'Page' }).fill('3');
    await userEvent.keyboard('{Enter}');
    expect(onStateChange.mock.lastCall?.[0].page).toBe(2);
    await expect.element(page.getByText('51–60 of 60')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
  });

  it('keeps the first row in view when the page size changes', async () => {
    const onStateChange = vi.fn<(state: GridState) => void>();
    await servedGrid({ onStateChange }, 200);
    await page.getByRole('textbox', { name: 'Page' }).fill('5');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOptions('50');
    expect(onStateChange.mock.lastCall?.[0]).toMatchObject({ page: 2, pageSize: 50 });
  });

  it('start at their first row', async () => {
    await servedGrid();
    const scroller = document.querySelector('[data-part=scroll]');
    scroller?.scrollTo(0, 200);
    await expect.poll(() => scroller?.scrollTop).toBe(200);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(() => scroller?.scrollTop).toBe(0);
  });

  it('numbers rows across pages for assistive technology', async () => {
    await servedGrid();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '61');
    await expect.element(page.getByRole('row').nth(1)).toHaveAttribute('aria-rowindex', '27');
  });

  it('says when counting stopped at a limit', async () => {
    await servedGrid({ total: 10_000, totalIsCapped: true });
    await expect.element(page.getByText('1–25 of 10,000+')).toBeVisible();
  });
});

describe("a person's own columns", () => {
  it('are there again after the grid is left: order, hidden ones, widths and density', async () => {
    const preferences = memoryPreferences();
    const first = await memoryGrid({ preferences });
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Quantity' }).click();
    await page.getByRole('button', { name: 'Move Total up' }).click();
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Compact rows' }).click();
    expect(headers()).toEqual(['Order', 'Total', 'Buyer']);
    await first.unmount();

    await memoryGrid({ preferences });
    expect(headers()).toEqual(['Order', 'Total', 'Buyer']);
    await expect.element(page.getByRole('button', { name: 'Compact rows' })).toHaveAttribute('aria-pressed', 'false');
  });

  it('belong to one grid and not to another', async () => {
    const preferences = memoryPreferences();
    const first = await memoryGrid({ preferences });
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Quantity' }).click();
    await first.unmount();
    await memoryGrid({ preferences, id: 'customers' });
    expect(headers()).toContain('Quantity');
  });

  it('survive a damaged store', async () => {
    await memoryGrid({
      preferences: { load: () => ({ order: 7, hidden: 'x', widths: { id: -5 } }), save: () => undefined },
    });
    expect(headers()).toEqual(['Order', 'Buyer', 'Total', 'Quantity']);
  });

  it('cannot lose a column that must always show', async () => {
    await memoryGrid();
    await page.getByRole('button', { name: 'Columns' }).click();
    await expect.element(page.getByRole('checkbox', { name: 'Order' })).toBeDisabled();
  });

  it('stay in sight when pinned, while the rest scrolls under them', async () => {
    await memoryGrid({ columns: columns.map((column) => ({ ...column, width: 400 })) }, 700);
    const first = document.querySelector('[data-part=body] [data-c="0"]');
    const before = first?.getBoundingClientRect().left;
    document.querySelector('[data-part=scroll]')?.scrollTo(600, 0);
    await expect.poll(() => document.querySelector('[data-part=scroll]')?.scrollLeft).toBe(600);
    expect(first?.getBoundingClientRect().left).toBe(before);
  });

  it('are made wider from the menu', async () => {
    await memoryGrid();
    const width = () => document.querySelector('[data-part=head] [data-c="1"]')?.getBoundingClientRect().width ?? 0;
    const before = width();
    await page.getByRole('button', { name: 'Buyer column' }).click();
    await page.getByRole('menuitem', { name: 'Wider' }).click();
    await expect.poll(width).toBe(Math.round(before) + 32);
    expect(document.querySelector('[data-part=body] [data-c="1"]')?.getBoundingClientRect().width).toBe(width());
  });
});

describe('taking data out', () => {
  it('copies the active cell, or the chosen rows as a table', async () => {
    await memoryGrid({ onSelectionChange: () => undefined });
    const copied = () => {
      const data = new DataTransfer();
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }),
      );
      return data.getData('text/plain');
    };
    await page.getByRole('gridcell', { name: 'High Desert 1', exact: true }).click();
    expect(copied()).toBe('High Desert 1');
    await userEvent.keyboard(' {Shift>}{ArrowDown}{/Shift}');
    expect(copied()).toBe('1001\tHigh Desert 1\t37\t2\n1002\tCascade 2\t74\t3');
  });

  it('names the zone of instants in csv as a full export does', async () => {
    countDaysIn('Pacific/Kiritimati');
    onTestFinished(() => countDaysIn(timeZone));
    const [order, buyer] = columns;
    const created = new Date('2026-11-26T10:00:00Z');
    const dated = [
      { ...order, id: 'created', header: 'Created', value: () => created },
      { ...buyer, id: 'read', header: 'Last read', isInstant: true, value: () => '11/27/2026' },
    ] as typeof columns;
    expect(await toCsv(orders(1), [...columns.slice(0, 1), ...dated])).toBe(
      'Order,Created (Kiritimati time),Last read (Kiritimati time)\r\n1000,11/27/2026,11/27/2026',
    );
  });

  it('writes csv that no spreadsheet runs as a formula', async () => {
    const risky = orders(2).map((order, index) => ({
      ...order,
      buyer: index ? 'A "quoted", buyer' : '=HYPERLINK("x")',
      total: -4,
    }));
    expect(await toCsv(risky, columns.slice(0, 3))).toBe(
      'Order,Buyer,Total\r\n1000,"\'=HYPERLINK(""x"")",-4\r\n1001,"A ""quoted"", buyer",-4',
    );
  });
});
