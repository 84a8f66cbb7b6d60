import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { GridColumn } from '../../../../src/ui/grid';
import { memoryGrid, type Order, orders } from '../../support/render';

const editableColumns = (commit: (order: Order, text: string) => Promise<void> | void): GridColumn<Order>[] => [
  { id: 'buyer', header: 'Buyer', cell: (order) => order.buyer, card: 'title' },
  {
    id: 'quantity',
    header: 'Quantity',
    cell: (order) => order.quantity,
    editable: { text: (order) => String(order.quantity), commit, when: (order) => order.id !== '1002' },
  },
];

const editor = page.getByRole('textbox', { name: 'Quantity' });
const startAt = async (text: string) => {
  await page.getByRole('gridcell', { name: text, exact: true }).click();
  await userEvent.keyboard('{ArrowRight}{Enter}');
};

describe('editing in the grid', () => {
  it('stores with Enter and gives the focus back to the cell', async () => {
    const commit = vi.fn();
    await memoryGrid({ rows: orders(5), columns: editableColumns(commit) });
    await startAt('Green Valley 0');
    await editor.fill('12');
    await userEvent.keyboard('{Enter}');
    expect(commit.mock.calls.map(([order, text]) => [order.id, text])).toEqual([['1000', '12']]);
    await expect.element(editor).not.toBeInTheDocument();
    expect(document.activeElement?.getAttribute('role')).toBe('gridcell');
  });

  it('gives up with Esc and stores nothing', async () => {
    const commit = vi.fn();
    await memoryGrid({ rows: orders(5), columns: editableColumns(commit) });
    await startAt('Green Valley 0');
    await editor.fill('12');
    await userEvent.keyboard('{Escape}');
    await expect.element(editor).not.toBeInTheDocument();
    expect(commit).not.toHaveBeenCalled();
  });

  it('shows why a value is refused and keeps what was typed', async () => {
    const commit = vi.fn(async () => {
      throw new Error('Only 9 units available');
    });
    await memoryGrid({ rows: orders(5), columns: editableColumns(commit) });
    await startAt('Green Valley 0');
    await editor.fill('12');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Only 9 units available');
    await expect.element(editor).toHaveValue('12');
    await expect.element(editor).toHaveFocus();
    await expect.element(editor).toHaveAccessibleDescription('Only 9 units available');
    await editor.fill('9');
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('leaves a row alone that may not be edited', async () => {
    await memoryGrid({ rows: orders(5), columns: editableColumns(vi.fn()) });
    await startAt('Cascade 2');
    await expect.element(editor).not.toBeInTheDocument();
  });

  const WHY = 'Prices are set at the wholesale marketplace.';
  const locked = (commit: () => void) =>
    editableColumns(commit).map((column) =>
      column.editable
        ? { ...column, editable: { ...column.editable, whyNot: ({ id }: Order) => (id === '1000' ? WHY : null) } }
        : column,
    );

  it('says why a cell can’t be changed here, and changes nothing', async () => {
    const commit = vi.fn();
    await memoryGrid({ rows: orders(5), columns: locked(commit) });
    await startAt('Green Valley 0');
    await expect.element(editor).toHaveAccessibleDescription(WHY);
    await expect.element(editor).not.toHaveAttribute('aria-invalid');
    await expect.element(editor).toHaveAttribute('readonly');
    await userEvent.keyboard('7{Enter}');
    await expect.element(editor).not.toBeInTheDocument();
    expect(document.activeElement?.getAttribute('aria-readonly')).toBe('true');
    await startAt('Green Valley 0');
    await page.getByRole('gridcell', { name: 'High Desert 1' }).click();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await startAt('High Desert 1');
    await editor.fill('12');
    await userEvent.keyboard('{Enter}');
    expect(commit).toHaveBeenCalledTimes(1);
  });

  it('says so on a card too', async () => {
    const commit = vi.fn();
    await memoryGrid({ rows: orders(5), columns: locked(commit) }, 360);
    await page.getByRole('button', { name: 'Why Quantity of order 1000 can’t be changed' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(WHY);
    expect(commit).not.toHaveBeenCalled();
  });

  it('stores nothing when nothing was changed', async () => {
    const commit = vi.fn();
    await memoryGrid({ rows: orders(5), columns: editableColumns(commit) });
    await startAt('Green Valley 0');
    await userEvent.keyboard('{Enter}');
    await expect.element(editor).not.toBeInTheDocument();
    expect(commit).not.toHaveBeenCalled();
  });

  it('edits a card in the same way', async () => {
    const commit = vi.fn();
    await memoryGrid({ rows: orders(5), columns: editableColumns(commit) }, 360);
    await page.getByRole('button', { name: 'Edit Quantity of order 1001' }).click();
    await editor.fill('7');
    await userEvent.keyboard('{Enter}');
    expect(commit.mock.calls.map(([order, text]) => [order.id, text])).toEqual([['1001', '7']]);
  });
});
