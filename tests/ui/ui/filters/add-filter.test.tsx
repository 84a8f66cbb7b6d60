import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { choices, defineFilters, dollars, flag, ids, text } from '../../../../domain/filters';
import { FilterBar, type FilterValues } from '../../../../src/ui/filters';
import { DataGrid } from '../../../../src/ui/grid';
import { columns, expectNoAxeFindings, Frame, memoryPreferences, orders } from '../../support/render';

const STATUSES = ['Draft', 'Submitted', 'Accepted'].map((label) => ({ value: label.toUpperCase(), label }));
const filters = defineFilters({
  customer: text('Customer'),
  total: dollars('Total'),
  statuses: choices('Status', STATUSES),
  paid: flag('Paid'),
  zoneIds: ids('Zones', 'zones'),
});

type Spy = (values: FilterValues) => void;

/** A list with filters. There are no zones, so nothing to choose. */
function List({ initial, onApply }: { initial: FilterValues; onApply: Spy }) {
  const [values, setValues] = useState(initial);
  const apply = (next: FilterValues) => {
    setValues(next);
    onApply(next);
  };
  return (
    <Frame>
      <DataGrid
        id="orders"
        label="Orders"
        columns={columns}
        rows={orders(3)}
        rowId={({ id }) => id}
        preferences={memoryPreferences()}
        toolbar={<FilterBar filters={filters} facets={{ zones: [] }} values={values} onApply={apply} />}
      />
    </Frame>
  );
}

const list = async (initial: FilterValues = {}) => {
  const onApply = vi.fn<Spy>();
  const { container } = await render(<List initial={initial} onApply={onApply} />);
  return { onApply, container };
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const box = page.getByRole('combobox', { name: 'Filter by' });
const offered = () =>
  page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent);
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });

describe('adding a filter', () => {
  it('works by keyboard only: find it, set it, Enter applies', async () => {
    const { onApply } = await list();
    button('Filter').element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(box).toHaveFocus();
    expect(offered()).toEqual(['Customer', 'Total', 'Status', 'Paid', 'All filters']);
    await userEvent.keyboard('cus{Enter}');
    await expect.element(page.getByRole('textbox', { name: 'Customer' })).toHaveFocus();
    expect(page.getByRole('group', { name: 'Paid' }).elements()).toHaveLength(0);
    await userEvent.keyboard('Green{Enter}');
    expect(onApply.mock.lastCall?.[0]).toEqual({ customer: 'Green' });
    await expect.element(button('Customer: Green')).toBeVisible();
    await expect.element(button('Filter')).toHaveFocus();
    expect(page.getByRole('dialog').elements()).toHaveLength(0);
  });

  it('keeps the filters already set, and shows their values', async () => {
    const { onApply } = await list({ paid: true });
    await button('Filter').click();
    expect(offered()).toContain('Paid: Yes');
    await page.getByRole('option', { name: 'Status' }).click();
    await page.getByRole('checkbox', { name: 'Draft' }).click();
    await button('Apply').click();
    expect(onApply.mock.lastCall?.[0]).toEqual({ paid: true, statuses: ['DRAFT'] });
  });

  it('changes nothing and returns focus when closed with Esc', async () => {
    const { onApply } = await list();
    button('Filter').element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(box).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Filter')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(box).toHaveFocus();
    await userEvent.keyboard('cus{Enter}');
    await expect.element(page.getByRole('textbox', { name: 'Customer' })).toHaveFocus();
    await userEvent.keyboard('Green{Escape}');
    await expect.element(button('Filter')).toHaveFocus();
    await button('All filters').click();
    await expect.element(page.getByRole('textbox', { name: 'Customer' })).toHaveValue('');
    expect(onApply).not.toHaveBeenCalled();
  });

  it('refuses invalid values on the field, and applies once fixed', async () => {
    const { onApply } = await list();
    await button('Filter').click();
    await page.getByRole('option', { name: 'Total' }).click();
    await page.getByLabelText('From ($)').fill('lots');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert').getByText('Must be a number')).toBeVisible();
    expect(onApply).not.toHaveBeenCalled();
    await page.getByLabelText('From ($)').fill('100');
    await userEvent.keyboard('{Enter}');
    expect(onApply.mock.lastCall?.[0]).toEqual({ totalFrom: '100' });
  });

  it('says when no filter matches, and leads to all of them', async () => {
    const { container } = await list();
    await button('Filter').click();
    await expectNoAxeFindings(container);
    await box.fill('shoe');
    await expect.element(page.getByText('No filters match “shoe”.')).toBeVisible();
    expect(offered()).toEqual(['All filters']);
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog('All filters')).toBeVisible();
    await expectNoAxeFindings(container);
  });

  it('edits a chip’s filter beside the chip', async () => {
    await list({ customer: 'Green' });
    await button('Filter').click();
    await page.getByRole('option', { name: 'Customer: Green' }).click();
    await expect.element(dialog('Customer')).toBeVisible();
    const chip = button('Customer: Green').element().getBoundingClientRect();
    expect(Math.abs(dialog('Customer').element().getBoundingClientRect().left - chip.left)).toBeLessThan(40);
  });
});

describe('F', () => {
  const cell = () => page.getByRole('gridcell', { name: 'Cascade 2' });

  it('adds a filter from the list, and Esc returns to the cell', async () => {
    await list();
    await cell().click();
    cell().element().focus();
    await userEvent.keyboard('f');
    await expect.element(box).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(cell()).toHaveFocus();
  });

  it.each(['{Control>}f{/Control}', '{Alt>}f{/Alt}'])('is left to the browser with %s', async (keys) => {
    await list();
    cell().element().focus();
    await userEvent.keyboard(keys);
    expect(page.getByRole('dialog').elements()).toHaveLength(0);
  });

  it('is a letter while typing', async () => {
    await list();
    await button('All filters').click();
    await userEvent.type(page.getByRole('textbox', { name: 'Customer' }), 'fern');
    expect(box.elements()).toHaveLength(0);
    await expect.element(page.getByRole('textbox', { name: 'Customer' })).toHaveValue('fern');
  });
});

describe('on a phone', () => {
  beforeEach(() => page.viewport(360, 740));

  it('is a sheet, then the filter alone, and axe finds nothing', async () => {
    const { onApply, container } = await list();
    await button('Filter').click();
    const sheet = dialog('Filter by').element().getBoundingClientRect();
    expect([sheet.width, sheet.height]).toEqual([360, 740]);
    await expectNoAxeFindings(container);
    await page.getByRole('option', { name: 'Paid' }).click();
    await expect.element(dialog('Paid')).toBeVisible();
    await expectNoAxeFindings(container);
    await page.getByRole('button', { name: 'Paid Any' }).click();
    await page.getByRole('button', { name: 'Paid Yes' }).click();
    await button('Apply').click();
    expect(onApply.mock.lastCall?.[0]).toEqual({ paid: false });
    expect(page.getByRole('dialog').elements()).toHaveLength(0);
  });
});
