import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { GridSelection } from '../../../../src/ui/grid';
import { memoryGrid, orders, servedGrid } from '../../support/render';

const box = (id: number) => page.getByRole('checkbox', { name: `Select order ${id}` });
const spy = () => vi.fn<(selection: GridSelection) => void>();

describe('selecting rows', () => {
  it('chooses one row by its box and shows what can be done with it', async () => {
    const onSelectionChange = spy();
    await memoryGrid({
      onSelectionChange,
      bulkActions: (_, { count }) => <button type="button">Accept {count}</button>,
    });
    await box(1001).click();
    expect(onSelectionChange).toHaveBeenLastCalledWith({ kind: 'some', ids: ['1001'] });
    await expect.element(page.getByRole('button', { name: 'Accept 1' })).toBeVisible();
    await expect.element(page.getByRole('row', { selected: true }).getByText('1001')).toBeVisible();
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(onSelectionChange).toHaveBeenLastCalledWith({ kind: 'some', ids: [] });
  });

  it('chooses everything between two rows with Shift', async () => {
    const onSelectionChange = spy();
    await memoryGrid({ onSelectionChange });
    await box(1001).click();
    await box(1004).click({ modifiers: ['Shift'] });
    expect(onSelectionChange).toHaveBeenLastCalledWith({ kind: 'some', ids: ['1001', '1002', '1003', '1004'] });
    await box(1002).click({ modifiers: ['Shift'] });
    expect(onSelectionChange).toHaveBeenLastCalledWith({ kind: 'some', ids: ['1001', '1002'] });
  });

  it('chooses with Space, extends with Shift and the arrows, and takes back what the range leaves', async () => {
    const onSelectionChange = spy();
    await memoryGrid({ onSelectionChange });
    await page.getByRole('gridcell', { name: 'High Desert 1', exact: true }).click();
    await userEvent.keyboard(' {Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(onSelectionChange).toHaveBeenLastCalledWith({ kind: 'some', ids: ['1001', '1002', '1003'] });
    await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
    expect(onSelectionChange).toHaveBeenLastCalledWith({ kind: 'some', ids: ['1001', '1002'] });
  });

  it('chooses the page, then everything that matches, then all but one', async () => {
    const onSelectionChange = spy();
    await servedGrid({ onSelectionChange });
    await page.getByRole('gridcell', { name: 'High Desert 1', exact: true }).click();
    await userEvent.keyboard('{Control>}a{/Control}');
    await expect.element(page.getByText('25 selected').first()).toBeVisible();
    await page.getByRole('button', { name: 'Select all 60 matching orders' }).click();
    expect(onSelectionChange).toHaveBeenLastCalledWith({ kind: 'all', except: [] });
    await box(1003).click();
    expect(onSelectionChange).toHaveBeenLastCalledWith({ kind: 'all', except: ['1003'] });
    await expect.element(page.getByText('59 selected').first()).toBeVisible();
  });

  it('keeps what was chosen on another page', async () => {
    const onSelectionChange = spy();
    await servedGrid({ onSelectionChange });
    await box(1001).click();
    await page.getByRole('button', { name: 'Next page' }).click();
    await box(1026).click();
    expect(onSelectionChange).toHaveBeenLastCalledWith({ kind: 'some', ids: ['1001', '1026'] });
  });

  it('holds all rows in memory chosen without listing them', async () => {
    const onSelectionChange = spy();
    await memoryGrid({ rows: orders(5000), onSelectionChange });
    await page.getByRole('checkbox', { name: 'Select all orders' }).click();
    expect(onSelectionChange).toHaveBeenLastCalledWith({ kind: 'all', except: [] });
    await expect.element(page.getByText('5,000 selected').first()).toBeVisible();
  });

  it('offers no boxes where nothing can be done with a selection', async () => {
    await memoryGrid();
    await expect.element(page.getByRole('grid')).toBeVisible();
    expect(document.querySelector('input[type=checkbox]')).toBeNull();
  });
});
