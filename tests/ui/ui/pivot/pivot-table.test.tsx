import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type PivotLine, type PivotSort, PivotTable } from '../../../../src/ui/pivot';
import type { PivotTableProps } from '../../../../src/ui/pivot/types';
import { expectNoAxeFindings, focusedText } from '../../support/render';
import '../../../../src/ui/theme';

const axis = (noun: string, count: number): PivotLine[] => [
  { id: 0, label: 'Total', level: 0 },
  ...Array.from({ length: count }, (_, at) => ({ id: at + 1, label: `${noun} ${at + 1}`, level: 1 })),
];

/** Two primary values with two others within each. */
const grouped = (folded: readonly number[]): PivotLine[] =>
  [
    { id: 0, label: 'Total', level: 0 },
    { id: 1, label: 'A', level: 1, isFolded: folded.includes(1) },
    { id: 2, label: 'a one', level: 2 },
    { id: 3, label: 'a two', level: 2 },
    { id: 4, label: 'B', level: 1, isFolded: folded.includes(4) },
    { id: 5, label: 'b one', level: 2 },
    { id: 6, label: 'b two', level: 2 },
  ].filter(({ id, level }) => level < 2 || !folded.includes(id < 4 ? 1 : 4));

const opened = vi.fn();

function Stage({ isGrouped = false, ...given }: Partial<PivotTableProps> & { isGrouped?: boolean }) {
  const [sort, setSort] = useState<PivotSort | null>(null);
  const [folded, setFolded] = useState<{ rows: number[]; columns: number[] }>({ rows: [], columns: [] });
  return (
    <PivotTable
      label="Sales"
      rowsName="Customer"
      columnsName="Month"
      rows={isGrouped ? grouped(folded.rows) : axis('row', 20)}
      columns={isGrouped ? grouped(folded.columns) : axis('column', 20)}
      textOf={textOf}
      sort={sort}
      onSort={setSort}
      onFold={(name, id) =>
        setFolded((before) => ({
          ...before,
          [name]: before[name].includes(id) ? before[name].filter((one) => one !== id) : [...before[name], id],
        }))
      }
      onOpen={opened}
      {...given}
    />
  );
}
const textOf = (row: number, column: number) => (row === 7 && column === 7 ? '' : `${row}×${column}`);

const cell = (name: string) => page.getByRole('gridcell', { name, exact: true });
const names = (part: 'body' | 'head') =>
  [...document.querySelectorAll(`[data-part=${part}] [data-c="0"]`)].map((one) => one.textContent);
const scroller = () => document.querySelector('[data-part=scroll]') as HTMLElement;
const big = { rows: axis('row', 2_000), columns: axis('column', 2_000) };

describe('a pivot table', () => {
  it('draws only what is in view of 2,000 rows and columns, and the rest as it is scrolled to', async () => {
    await render(<Stage {...big} />);
    await expect.element(cell('1×1')).toBeVisible();
    expect(document.querySelectorAll('[role=gridcell]').length).toBeLessThan(1_500);
    expect(cell('2000×2000').query()).toBeNull();
    scroller().scrollTo(scroller().scrollWidth, scroller().scrollHeight);
    await expect.element(cell('2000×2000')).toBeInViewport();
    await expect.element(page.getByRole('rowheader', { name: 'row 2000' })).toBeInViewport();
    await expect.element(page.getByRole('columnheader', { name: 'column 2000' })).toBeInViewport();
    expect(cell('1×1').query()).toBeNull();
    expect(document.querySelectorAll('[role=gridcell]').length).toBeLessThan(1_500);
  });

  it('says how large it is and where each cell belongs', async () => {
    const { container } = await render(<Stage {...big} isGrouped={false} />);
    const grid = page.getByRole('grid', { name: 'Sales' });
    await expect.element(grid).toHaveAttribute('aria-rowcount', '2002');
    await expect.element(grid).toHaveAttribute('aria-colcount', '2002');
    await expect.element(cell('1×2')).toHaveAttribute('aria-colindex', '4');
    expect(cell('1×2').element().parentElement?.getAttribute('aria-rowindex')).toBe('3');
    await expectNoAxeFindings(container);
  });

  it('is walked by keyboard to its edges and back, names and numbers in sight', async () => {
    await render(<Stage {...big} />);
    await userEvent.tab();
    expect(focusedText()).toBe('Total');
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}');
    expect(focusedText()).toBe('1×1');
    await userEvent.keyboard('{Control>}{End}{/Control}');
    await expect.poll(focusedText).toBe('2000×2000');
    await expect.element(cell('2000×2000')).toBeInViewport();
    await userEvent.keyboard('{PageUp}');
    expect(Number(focusedText()?.split('×')[0])).toBeLessThan(1_995);
    await userEvent.keyboard('{Home}');
    expect(focusedText()).toMatch(/^row 1\d{3}$/);
    await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowRight}{ArrowUp}{ArrowRight}');
    await expect.poll(focusedText).toBe('column 1');
    const left = cell('1×1').element().getBoundingClientRect().left;
    const name = page.getByRole('rowheader', { name: 'row 1', exact: true }).element();
    expect(left).toBeGreaterThanOrEqual(name.getBoundingClientRect().right - 1);
  });

  it('keeps the focused cell while it is scrolled out of sight', async () => {
    await render(<Stage {...big} />);
    await cell('3×3').click();
    scroller().scrollTo(50_000, 30_000);
    await expect.element(page.getByRole('rowheader', { name: 'row 950' })).toBeInTheDocument();
    expect(focusedText()).toBe('3×3');
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(focusedText).toBe('3×4');
    await expect.element(cell('3×4')).toBeInViewport();
  });

  it('sorts by a column’s name, the largest first, then the smallest, then as given', async () => {
    await render(<Stage />);
    const second = page.getByRole('columnheader', { name: 'column 2', exact: true });
    await expect.element(second).toHaveAttribute('aria-sort', 'none');
    await second.click();
    await expect.element(second).toHaveAttribute('aria-sort', 'descending');
    await userEvent.keyboard('{Enter}');
    await expect.element(second).toHaveAttribute('aria-sort', 'ascending');
    await userEvent.keyboard('{Enter}');
    await expect.element(second).toHaveAttribute('aria-sort', 'none');
  });

  it('opens a cell by click or Enter, unless it is empty', async () => {
    opened.mockClear();
    await render(<Stage />);
    await cell('2×3').click();
    expect(opened).toHaveBeenLastCalledWith(2, 3);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(opened).toHaveBeenLastCalledWith(3, 3);
    (document.querySelector('[data-r="7"] [data-c="8"]') as HTMLElement).click();
    expect(opened).toHaveBeenCalledTimes(2);
  });

  it('folds the group of a row or column with Space or its button', async () => {
    const { container } = await render(<Stage isGrouped />);
    expect(names('body')).toEqual(['Total', 'A', 'a one', 'a two', 'B', 'b one', 'b two']);
    expect(names('head')).toEqual(['Month', 'Customer']);
    await cell('3×0').click();
    await userEvent.keyboard(' ');
    expect(names('body')).toEqual(['Total', 'A', 'B', 'b one', 'b two']);
    expect(focusedText()).toBe('1×0');
    const a = page.getByRole('rowheader', { name: 'A', exact: true });
    await expect.element(a).toHaveAttribute('aria-expanded', 'false');
    await a.getByRole('button', { name: 'Expand A' }).click();
    expect(names('body')).toHaveLength(7);
    const group = page.getByRole('columnheader', { name: 'B', exact: true });
    await expect.element(group).toHaveAttribute('aria-colspan', '3');
    await group.getByRole('button', { name: 'Collapse B' }).click();
    await expect.element(group).toHaveAttribute('aria-colspan', '1');
    expect(cell('1×6').query()).toBeNull();
    await expectNoAxeFindings(container);
  });

  it('goes from group to group in the row above the columns’ names', async () => {
    await render(<Stage isGrouped />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(focusedText()).toBe('Month');
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(focusedText()).toBe('A');
    await userEvent.keyboard('{ArrowRight}{Enter}');
    await expect
      .element(page.getByRole('columnheader', { name: 'B', exact: true }))
      .toHaveAttribute('aria-expanded', 'false');
    await userEvent.keyboard('{ArrowLeft}{ArrowDown}');
    expect(focusedText()).toBe('Total');
  });

  it('copies the active cell', async () => {
    await render(<Stage />);
    await cell('4×5').click();
    const copied = new DataTransfer();
    const event = new ClipboardEvent('copy', { clipboardData: copied, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
    expect(copied.getData('text/plain')).toBe('4×5');
  });

  it('draws every row for paper', async () => {
    await render(<Stage rows={axis('row', 300)} />);
    await expect.element(cell('1×1')).toBeVisible();
    expect(page.getByRole('rowheader', { name: 'row 300' }).query()).toBeNull();
    dispatchEvent(new Event('beforeprint'));
    await expect.element(page.getByRole('rowheader', { name: 'row 300' })).toBeInTheDocument();
    dispatchEvent(new Event('afterprint'));
    await expect.poll(() => page.getByRole('rowheader', { name: 'row 300' }).query()).toBeNull();
  });

  it('leaves room for two columns beside the names on a phone', async () => {
    await page.viewport(360, 740);
    await render(<Stage />);
    await expect.element(cell('1×1')).toBeInViewport();
    const name = document.querySelector('[data-part=body] [data-c="0"]');
    expect(name?.getBoundingClientRect().width).toBeLessThan(130);
  });
});
