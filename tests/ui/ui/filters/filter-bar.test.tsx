import { useState } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { choices, dates, defineFilters, dollars, flag, ids, text } from '../../../../domain/filters';
import { FilterBar, type FilterValues } from '../../../../src/ui/filters';
import { countDaysIn, timeZone } from '../../../../src/ui/reader-dates';
import { expectNoAxeFindings } from '../../support/render';

const STATUSES = [
  'Draft',
  'Submitted',
  'Accepted',
  'Backorder',
  'Fulfilled',
  'Shipped',
  'Delivered',
  'Complete',
  'Rejected',
].map((label) => ({ value: label.toUpperCase(), label }));

const filters = defineFilters({
  customerSearch: text('Customer'),
  total: dollars('Total'),
  created: dates('Created'),
  statuses: choices('Status', STATUSES, 'statuses'),
  paid: flag('Paid'),
  zoneIds: ids('Zones'),
});
const facets = { statuses: STATUSES.map(({ value }, index) => ({ id: value, count: index * 10 })) };

type Spy = (values: FilterValues) => void;

function Bar({ initial, onApply }: { initial: FilterValues; onApply: Spy }) {
  const [values, setValues] = useState(initial);
  const apply = (next: FilterValues) => {
    setValues(next);
    onApply(next);
  };
  return <FilterBar filters={filters} facets={facets} values={values} onApply={apply} />;
}

const bar = async (initial: FilterValues = {}) => {
  const onApply = vi.fn<Spy>();
  const { container } = await render(<Bar initial={initial} onApply={onApply} />);
  return { onApply, container };
};
const open = () => page.getByRole('button', { name: 'All filters', exact: false }).click();
const apply = page.getByRole('button', { name: 'Apply' });
const group = (name: string) => page.getByRole('group', { name });
const alerts = () => [...document.querySelectorAll('[role=alert]')].map((alert) => alert.textContent);

describe('the filter panel', () => {
  it('applies changes only when asked to', async () => {
    const { onApply } = await bar();
    await open();
    await page.getByRole('textbox', { name: 'Customer' }).fill('Green');
    await group('Status')
      .getByRole('checkbox', { name: /Accepted/ })
      .click();
    const paid = page.getByRole('button', { name: /^Paid/ });
    for (const next of ['Yes', 'No', 'Any', 'Yes', 'No']) {
      await paid.click();
      await expect.element(paid).toHaveTextContent(next);
    }
    expect(onApply).not.toHaveBeenCalled();
    await apply.click();
    expect(onApply.mock.lastCall?.[0]).toEqual({ customerSearch: 'Green', statuses: ['ACCEPTED'], paid: false });
  });

  it('keeps what was typed when it is closed without applying', async () => {
    await bar();
    await open();
    await page.getByRole('textbox', { name: 'Customer' }).fill('Green');
    await userEvent.keyboard('{Escape}');
    await open();
    await expect.element(page.getByRole('textbox', { name: 'Customer' })).toHaveValue('Green');
  });

  it('refuses a reversed range, with the other end in the message', async () => {
    const { onApply } = await bar();
    await open();
    await group('Total').getByLabelText(/From/).fill('500');
    await group('Total').getByLabelText(/To/).fill('100');
    await apply.click();
    expect(alerts()).toEqual(['Must be less than or equal to 100', 'Must be greater than or equal to 500']);
    expect(onApply).not.toHaveBeenCalled();
    await group('Total').getByLabelText(/To/).fill('500');
    await apply.click();
    expect(onApply.mock.lastCall?.[0]).toEqual({ totalFrom: '500', totalTo: '500' });
  });

  it('shows an instant of a link as its day where days are counted', async () => {
    countDaysIn('Pacific/Kiritimati');
    onTestFinished(() => countDaysIn(timeZone));
    await bar({ createdFrom: '2026-11-26T09:00:00Z', createdTo: '2026-11-26T10:00:00.000Z' });
    await expect.element(page.getByText('Created: 11/26/2026 – 11/27/2026')).toBeVisible();
    await open();
    await expect.element(group('Created').getByLabelText('From', { exact: true })).toHaveValue('2026-11-26');
    await expect.element(group('Created').getByLabelText('To', { exact: true })).toHaveValue('2026-11-27');
    await group('Created').getByLabelText('From', { exact: true }).fill('2026-11-28');
    await apply.click();
    expect(alerts()).toEqual([
      'Must be less than or equal to 11/27/2026',
      'Must be greater than or equal to 11/28/2026',
    ]);
  });

  it('refuses text for a number and days before 2015', async () => {
    const { onApply } = await bar();
    await open();
    await group('Total').getByLabelText(/From/).fill('lots');
    await group('Created').getByLabelText('From', { exact: true }).fill('2014-12-31');
    await apply.click();
    expect(alerts()).toEqual(['Must be a number', 'Must be on or after 01/01/2015']);
    expect(onApply).not.toHaveBeenCalled();
  });

  it.each([
    ['1e3', 'Must be a number'],
    ['12,50', 'Must be a number'],
    ['-5', 'Must be 0 or more'],
    ['12.345', 'Maximum 2 decimal places allowed'],
  ])('refuses an amount of %s', async (typed, message) => {
    const { onApply } = await bar();
    await open();
    await group('Total').getByLabelText(/From/).fill(typed);
    await apply.click();
    expect(alerts()).toEqual([message]);
    expect(onApply).not.toHaveBeenCalled();
  });

  it('takes amounts with commas between their thousands', async () => {
    const { onApply } = await bar();
    await open();
    await group('Total').getByLabelText(/From/).fill('900');
    await group('Total').getByLabelText(/To/).fill('1,204.50');
    await apply.click();
    expect(onApply.mock.lastCall?.[0]).toEqual({ totalFrom: '900', totalTo: '1204.5' });
  });

  it('takes either a relative range or days, the last one set', async () => {
    const { onApply } = await bar({ createdFrom: '2026-01-01' });
    await open();
    await page.getByRole('combobox', { name: 'Created, relative' }).selectOptions('Last 7 days');
    await apply.click();
    expect(onApply.mock.lastCall?.[0].createdRel).toBe('LAST_7_DAYS');
    expect(onApply.mock.lastCall?.[0].createdFrom).toBeUndefined();
  });

  it('searches long lists and shows how many rows each choice has', async () => {
    await bar();
    await open();
    await page.getByRole('searchbox', { name: 'Search Status' }).fill('ship');
    expect(group('Status').getByRole('checkbox').elements()).toHaveLength(1);
    await expect.element(group('Status').getByText('50')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search Status' }).fill('zzz');
    await expect.element(page.getByText('No matches for “zzz”.')).toBeVisible();
  });

  it('offers what only a link can set once a link has set it', async () => {
    const { onApply } = await bar({ zoneIds: [7] });
    await open();
    await page.getByRole('checkbox', { name: 'No. 7' }).click();
    await apply.click();
    expect(onApply.mock.lastCall?.[0]).toEqual({});
    await open();
    expect(page.getByRole('group', { name: /^Zones/ }).elements()).toHaveLength(0);
  });

  it('empties everything with Clear', async () => {
    const { onApply } = await bar({ paid: true, customerSearch: 'Green' });
    await open();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await apply.click();
    expect(onApply.mock.lastCall?.[0]).toEqual({});
  });

  it('has a title and a close, and shows what people use most first', async () => {
    const grouped = defineFilters(
      { customerSearch: text('Customer'), total: dollars('Total'), paid: flag('Paid'), zoneIds: ids('Zones', 'zones') },
      { 'Most used': ['paid', 'total'], Customer: ['customerSearch'] },
    );
    await render(<FilterBar filters={grouped} facets={{ zones: [] }} values={{}} onApply={() => {}} />);
    await open();
    const panel = page.getByRole('dialog', { name: 'All filters' });
    await expect.element(panel.getByRole('heading', { level: 2, name: 'All filters' })).toBeVisible();
    const headings = [...document.querySelectorAll('[role=dialog] h3')].map((heading) => heading.textContent);
    expect(headings.slice(0, 2)).toEqual(['Most used', 'Customer']);
    await expect
      .element(page.getByRole('region', { name: 'Most used' }).getByRole('button', { name: 'Paid Any' }))
      .toBeVisible();
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'All filters' })).toHaveFocus();
  });

  it('fills the screen below medium, and axe finds nothing there or above', async () => {
    const wide = await bar({ paid: true });
    await open();
    await expectNoAxeFindings(wide.container);
    await userEvent.keyboard('{Escape}');
    await page.viewport(360, 740);
    await expect.poll(() => page.getByRole('button', { name: 'All filters' }).elements()).toHaveLength(0);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('option', { name: 'All filters' }).click();
    const box = page.getByRole('dialog', { name: 'All filters' }).element().getBoundingClientRect();
    expect([box.width, box.height]).toEqual([360, 740]);
    await expectNoAxeFindings(wide.container);
  });
});

describe('chips', () => {
  it('describe what is set', async () => {
    await bar({
      totalFrom: '100',
      createdFrom: '2026-01-02',
      createdTo: '2026-02-03',
      statuses: ['DRAFT', 'ACCEPTED', 'SHIPPED'],
      paid: true,
    });
    const chips = [...document.querySelectorAll('[aria-label="Filters set"] [data-filter]')].map(
      (chip) => chip.textContent,
    );
    expect(chips).toEqual([
      'Total: from $100',
      'Created: 01/02/2026 – 02/03/2026',
      'Status: Draft and 2 more',
      'Paid: Yes',
    ]);
  });

  it('remove a filter, by keyboard too, and leave the others', async () => {
    const { onApply } = await bar({ totalFrom: '1', totalTo: '2', paid: true });
    page.getByRole('button', { name: 'Remove Total: $1 – $2' }).element().focus();
    await userEvent.keyboard('{Enter}');
    expect(onApply.mock.lastCall?.[0]).toEqual({ paid: true });
    expect(document.activeElement).not.toBe(document.body);
  });

  it('open their own filter to change it alone', async () => {
    const { onApply, container } = await bar({ totalFrom: '1', paid: true });
    await page.getByRole('button', { name: 'Total: from $1', exact: true }).click();
    await expect.element(page.getByRole('dialog', { name: 'Total' })).toBeVisible();
    expect(page.getByRole('group', { name: 'Paid' }).elements()).toHaveLength(0);
    await expectNoAxeFindings(container);
    await group('Total').getByLabelText(/To/).fill('9');
    await apply.click();
    expect(onApply.mock.lastCall?.[0]).toEqual({ totalFrom: '1', totalTo: '9', paid: true });
    await page.getByRole('button', { name: 'Total: $1 – $9', exact: true }).click();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await apply.click();
    expect(onApply.mock.lastCall?.[0]).toEqual({ paid: true });
    await expect.element(page.getByRole('button', { name: 'Filter', exact: true })).toHaveFocus();
  });

  it('all go at once', async () => {
    const { onApply } = await bar({ totalFrom: '1', paid: true, other: 'kept' });
    await page.getByRole('button', { name: 'Clear all' }).click();
    expect(onApply.mock.lastCall?.[0]).toEqual({ other: 'kept' });
  });
});
