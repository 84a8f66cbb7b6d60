import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PickMany } from '../../../../src/kit/form/controls/PickMany';
import { expectNoAxeFindings } from '../../support/render';

const PEOPLE = ['Caleb Winters', 'Jasmine Cole', 'Priya Raman'].map((label, index) => ({ value: index + 1, label }));

type SampleProps = {
  first: (number | string)[];
  onChange: (chosen: (number | string)[]) => void;
  options?: typeof PEOPLE;
};

function Sample({ first, onChange, options = PEOPLE }: SampleProps) {
  const [chosen, setChosen] = useState(first);
  const change = (next: (number | string)[]) => {
    onChange(next);
    setChosen(next);
  };
  return <PickMany isTyped label="Sales reps" options={options} chosen={chosen} onChange={change} placeholder="Add" />;
}

/** The box with some chosen; reports changes. */
async function picks(first: number[]) {
  const onChange = vi.fn();
  const { container } = await render(<Sample first={first} onChange={onChange} />);
  return { onChange, container };
}

const box = page.getByRole('combobox', { name: 'Sales reps' });
const offered = () =>
  page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent);
const chosen = () =>
  page
    .getByRole('list', { name: 'Sales reps chosen' })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);

describe('choosing several by typing', () => {
  it('offers those not chosen, narrowed by what is typed, and takes one with Enter', async () => {
    const { onChange, container } = await picks([2]);
    await box.click();
    expect(offered()).toEqual(['Caleb Winters', 'Priya Raman']);
    await userEvent.keyboard('pri');
    expect(offered()).toEqual(['Priya Raman']);
    await expectNoAxeFindings(container);
    await userEvent.keyboard('{Enter}');
    expect(onChange.mock.lastCall?.[0]).toEqual([2, 3]);
    expect(chosen()).toEqual(['Jasmine Cole', 'Priya Raman']);
    await expect.element(box).toHaveValue('');
  });

  it('scrolls a long list with the keys, and axe finds nothing in it', async () => {
    const options = Array.from({ length: 40 }, (_, index) => ({ value: index + 1, label: `Person ${index + 1}` }));
    const { container } = await render(<Sample first={[]} onChange={vi.fn()} options={options} />);
    await box.click();
    await expectNoAxeFindings(container);
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(page.getByRole('option', { name: 'Person 40' })).toBeInViewport();
  });

  it('takes one away and keeps the keyboard in the box', async () => {
    const { onChange } = await picks([1, 2]);
    await page.getByRole('button', { name: 'Remove Caleb Winters' }).click();
    expect(onChange.mock.lastCall?.[0]).toEqual([2]);
    await expect.element(box).toHaveFocus();
  });

  it('closes with Esc, opens again with the arrow, and says when nobody is called so', async () => {
    await picks([]);
    await box.click();
    await userEvent.keyboard('{Escape}');
    expect(offered()).toEqual([]);
    await userEvent.keyboard('{ArrowDown}');
    expect(offered()).toHaveLength(3);
    await userEvent.keyboard('zoe');
    await expect.element(page.getByText('No matches for “zoe”.')).toBeVisible();
  });

  it('keeps and counts what is chosen but no longer offered, until it is taken out', async () => {
    const { onChange } = await picks([9]);
    await expect.element(page.getByText('And 1 no longer offered.', { exact: false })).toBeVisible();
    await box.click();
    await userEvent.keyboard('caleb{Enter}');
    expect(onChange.mock.lastCall?.[0]).toEqual([1, 9]);
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Remove what is no longer offered of sales reps' }).click();
    expect(onChange.mock.lastCall?.[0]).toEqual([1]);
    await expect.element(page.getByText('And 1 no longer offered.', { exact: false })).not.toBeInTheDocument();
  });
});
