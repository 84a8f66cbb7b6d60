import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { focusedText, memoryGrid, orders } from '../../support/render';

const press = (keys: string) => userEvent.keyboard(keys);
const cell = (name: string) => page.getByRole('gridcell', { name, exact: true });
const focusCell = async (name: string) => {
  await cell(name).click();
};

describe('the grid by keyboard', () => {
  it('is one tab stop: Tab enters at a cell and leaves to what follows the rows', async () => {
    await memoryGrid({ rowActions: () => [], detail: () => <a href="#more">more</a> });
    const stops = document.querySelectorAll('[role=grid] [tabindex="0"], [role=grid] a:not([tabindex="-1"])');
    expect(stops).toHaveLength(1);
    (stops[0] as HTMLElement).focus();
    await press('{ArrowDown}{ArrowRight}');
    await press('{Tab}');
    expect(document.activeElement?.closest('[role=grid]')).toBeNull();
    await press('{Shift>}{Tab}{/Shift}');
    expect(document.activeElement?.getAttribute('role')).toBe('gridcell');
  });

  it('moves with arrows, Home, End, Ctrl+Home, Ctrl+End and the page keys', async () => {
    await memoryGrid({ rows: orders(500) });
    await focusCell('Green Valley 0');
    await press('{ArrowDown}');
    expect(focusedText()).toBe('High Desert 1');
    await press('{End}');
    expect(focusedText()).toBe('2');
    await press('{Home}');
    expect(focusedText()).toBe('1001');
    await press('{PageDown}');
    const jumped = Number(focusedText()) - 1001;
    expect(jumped).toBeGreaterThan(3);
    await press('{PageUp}');
    expect(focusedText()).toBe('1001');
    await press('{Control>}{End}{/Control}');
    expect(focusedText()).toBe('500');
    await press('{Control>}{Home}{/Control}');
    expect(focusedText()).toBe('1000');
  });

  it('keeps the focused row while the mouse wheel takes it out of sight', async () => {
    await memoryGrid({ rows: orders(500) });
    await focusCell('Green Valley 0');
    document.querySelector('[data-part=scroll]')?.scrollTo(0, 7_700);
    await expect.element(page.getByText('Cascade 281')).toBeInTheDocument();
    expect(focusedText()).toBe('Green Valley 0');
    await press('{ArrowDown}');
    expect(focusedText()).toBe('High Desert 1');
  });

  it('sorts from the header with Enter and says so', async () => {
    await memoryGrid();
    await focusCell('Green Valley 0');
    await press('{ArrowUp}');
    const header = page.getByRole('columnheader', { name: /^Buyer/ });
    await expect.element(header).toHaveFocus();
    await press('{Enter}');
    await expect.element(header).toHaveAttribute('aria-sort', 'ascending');
    await expect.element(page.getByText('Sorted by Buyer ascending')).toBeInTheDocument();
    await press('{Enter}');
    await expect.element(header).toHaveAttribute('aria-sort', 'descending');
    await press('{Enter}');
    await expect.element(header).toHaveAttribute('aria-sort', 'none');
  });

  it("opens a column's menu with F2 and hides the column from it", async () => {
    await memoryGrid();
    await focusCell('Green Valley 0');
    await press('{ArrowUp}{F2}');
    await expect.element(page.getByRole('menuitem', { name: 'Sort ascending' })).toHaveFocus();
    await press('{End}{Enter}');
    await expect.element(page.getByRole('columnheader', { name: /^Buyer/ })).not.toBeInTheDocument();
  });

  it('gives the focus back to the header when its menu is closed with Esc', async () => {
    await memoryGrid();
    await focusCell('Green Valley 0');
    await press('{ArrowUp}{F2}{Escape}');
    await expect.element(page.getByRole('columnheader', { name: /^Buyer/ })).toHaveFocus();
    expect(document.querySelector('[role=menu]')).toBeNull();
  });

  it("follows a cell's own link with Enter, steps inside with F2 and out with Esc", async () => {
    await memoryGrid();
    await focusCell('Green Valley 0');
    await press('{ArrowLeft}{Enter}');
    expect(location.hash).toBe('#1000');
    await press('{F2}');
    expect(document.activeElement?.tagName).toBe('A');
    await press('{Escape}');
    expect(document.activeElement?.getAttribute('role')).toBe('gridcell');
  });

  it('opens the row with Enter on a cell with nothing of its own to do', async () => {
    const onOpen = vi.fn();
    await memoryGrid({ onOpen });
    await focusCell('Green Valley 0');
    await press('{ArrowDown}{Enter}');
    expect(onOpen.mock.calls.map(([order]) => order.id)).toEqual(['1001']);
  });

  it("opens a row's menu with Shift+F10 and runs what is chosen", async () => {
    const accept = vi.fn();
    await memoryGrid({ rowActions: ({ id }) => [{ label: 'Accept', onSelect: () => accept(id) }] });
    await focusCell('High Desert 1');
    await press('{Shift>}{F10}{/Shift}');
    await expect.element(page.getByRole('menuitem', { name: 'Accept' })).toHaveFocus();
    await press('{Enter}');
    expect(accept).toHaveBeenCalledExactlyOnceWith('1001');
  });

  it('walks through what a row unfolds to, and into its controls', async () => {
    await memoryGrid({ detail: ({ id }) => <button type="button">Lines of {id}</button> });
    await page.getByRole('button', { name: 'Details of order 1000' }).click();
    await focusCell('Green Valley 0');
    await press('{ArrowDown}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Details of order 1000');
    await press('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Lines of 1000' })).toHaveFocus();
    await press('{Escape}{ArrowDown}');
    expect(focusedText()).toBe('High Desert 1');
  });

  it('reaches the totals below the last row', async () => {
    await memoryGrid({
      rows: orders(3),
      columns: [
        { id: 'buyer', header: 'Buyer', cell: (order) => order.buyer },
        {
          id: 'total',
          header: 'Total',
          cell: (order) => order.total,
          summary: (rows) => rows.reduce((sum, order) => sum + order.total, 0),
        },
      ],
    });
    await focusCell('Green Valley 0');
    await press('{Control>}{End}{/Control}{ArrowDown}');
    expect(focusedText()).toBe('111');
  });

  describe('on the way back to a list', () => {
    afterEach(() => {
      vi.restoreAllMocks();
      document.body.replaceChildren();
    });

    const leaveFrom = async (name: string) => {
      const { unmount } = await memoryGrid();
      await focusCell(name);
      await unmount();
    };

    it('focuses the cell it was left from', async () => {
      await leaveFrom('Cascade 2');
      await memoryGrid();
      await expect.element(cell('Cascade 2')).toHaveFocus();
    });

    it('leaves the focus to what the person focuses in that same moment', async () => {
      await leaveFrom('Cascade 2');
      const elsewhere = document.body.appendChild(document.createElement('button'));
      const schedule = requestAnimationFrame.bind(window);
      const drawn = vi.fn(() => elsewhere.focus());
      vi.spyOn(window, 'requestAnimationFrame').mockImplementation((draw) =>
        schedule((now) => {
          draw(now);
          drawn();
        }),
      );
      await memoryGrid();
      await expect.poll(() => drawn.mock.calls.length).toBe(1);
      await expect.element(page.getByRole('gridcell', { name: 'Cascade 2' })).toHaveAttribute('tabindex', '0');
      expect(document.activeElement).toBe(elsewhere);
    });
  });
});
