import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Field } from '../../../src/ui/Field';
import { MentionArea } from '../../../src/ui/MentionArea';
import { expectNoAxeFindings } from '../support/render';

const PEOPLE = [
  { id: 1, displayName: 'Caleb Winters', email: 'caleb@fern.example' },
  { id: 2, displayName: 'Jasmine Cole', email: 'jasmine@fern.example' },
  { id: 3, displayName: 'Priya Raman', email: 'priya@fern.example' },
];

function Sample({ first, onChange }: { first: string; onChange: (value: string) => void }) {
  const [value, setValue] = useState(first);
  const change = (next: string) => {
    onChange(next);
    setValue(next);
  };
  const known = [{ id: 9, displayName: 'Former Member' }];
  return (
    <Field label="Comment">
      <MentionArea value={value} onChange={change} people={PEOPLE} known={known} />
    </Field>
  );
}

const area = page.getByRole('textbox', { name: 'Comment' });
const offered = () =>
  page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => PEOPLE.find(({ displayName }) => textContent?.startsWith(displayName))?.displayName);

async function writing(first = '') {
  const onChange = vi.fn();
  const { container } = await render(<Sample first={first} onChange={onChange} />);
  await area.click();
  return { container, last: () => onChange.mock.lastCall?.[0] };
}

it('offers people once @ is typed; arrows choose, Enter takes, and the text is kept by id', async () => {
  const { container, last } = await writing();
  expect(offered()).toEqual([]);
  await userEvent.keyboard('Ask @');
  expect(offered()).toEqual(['Caleb Winters', 'Jasmine Cole', 'Priya Raman']);
  await expectNoAxeFindings(container);
  await userEvent.keyboard('{ArrowDown}');
  const chosen = page.getByRole('option', { name: /^Jasmine Cole/ });
  await expect.element(chosen).toHaveAttribute('aria-selected', 'true');
  await expect.element(area).toHaveAttribute('aria-activedescendant', chosen.element().id);
  await userEvent.keyboard('{Enter}');
  await expect.element(area).toHaveValue('Ask @Jasmine Cole ');
  await userEvent.keyboard('today');
  await expect.element(area).toHaveValue('Ask @Jasmine Cole today');
  expect(last()).toBe('Ask <@2> today');
});

it('narrows by a name’s beginning, and Esc leaves the text as typed until the next @', async () => {
  const { last } = await writing();
  await userEvent.keyboard('@ram');
  expect(offered()).toEqual(['Priya Raman']);
  await userEvent.keyboard('{Escape}');
  expect(offered()).toEqual([]);
  await userEvent.keyboard('a{Enter}@c');
  expect(last()).toBe('@rama\n@c');
  expect(offered()).toEqual(['Caleb Winters', 'Jasmine Cole']);
  await page.getByRole('option', { name: /^Caleb Winters/ }).click();
  expect(last()).toBe('@rama\n<@1> ');
});

it('shows whom a text names already, and a name that is changed names nobody', async () => {
  const { last } = await writing('<@9> and <@3>');
  await expect.element(area).toHaveValue('@Former Member and @Priya Raman');
  await userEvent.keyboard('{End}{Backspace}');
  expect(last()).toBe('<@9> and @Priya Rama');
});
