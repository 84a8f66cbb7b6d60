import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { GridColumn } from '../../../../src/ui/grid';
import { columns, expectNoAxeFindings, memoryGrid, type Order } from '../../support/render';

const months: GridColumn<Order>[] = Array.from({ length: 36 }, (_, month) => ({
  id: `month-${month}`,
  header: `Month ${month + 1}`,
  cell: (order) => `${order.id} in ${month + 1}`,
}));
const wide = { columns: [...columns.slice(0, 1), ...months] };
const cell = (order: number, month: number) =>
  page.getByRole('gridcell', { name: `${order} in ${month}`, exact: true });
const scroller = () => document.querySelector('[data-part=scroll]') as HTMLElement;
const leftOf = (element: Element) => element.getBoundingClientRect().left;

describe('a grid much wider than the screen', () => {
  it('draws the cells near the screen, and the others as they are scrolled to, under their headers', async () => {
    await memoryGrid(wide);
    await expect.element(cell(1001, 1)).toBeVisible();
    expect(cell(1001, 36).query()).toBeNull();
    scroller().scrollLeft = scroller().scrollWidth;
    await expect.element(cell(1001, 36)).toBeVisible();
    expect(cell(1001, 1).query()).toBeNull();
    const header = document.querySelector('[data-part=head] [data-c="36"]') as Element;
    expect(leftOf(cell(1001, 36).element())).toBeCloseTo(leftOf(header), 0);
    await expect.element(page.getByRole('gridcell', { name: '1001', exact: true })).toBeVisible();
  });

  it('is walked to its last column and back by keyboard', async () => {
    await memoryGrid(wide);
    await cell(1001, 1).click();
    await userEvent.keyboard('{End}');
    expect(document.activeElement?.textContent).toBe('1001 in 36');
    await expect.element(cell(1001, 36)).toBeInViewport();
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('1002 in 36');
    await userEvent.keyboard('{Home}');
    expect(document.activeElement?.textContent).toBe('1002');
  });

  it('says how many columns there are, and axe has nothing to report', async () => {
    const { container } = await memoryGrid(wide);
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-colcount', '37');
    await expect.element(cell(1001, 1)).toHaveAttribute('aria-colindex', '2');
    await expectNoAxeFindings(container);
  });
});
