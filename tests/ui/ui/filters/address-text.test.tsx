import { createMemoryRouter, RouterProvider, useSearchParams } from 'react-router';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useAddressText } from '../../../../src/ui/useAddressText';

const SLOW_MS = 40;

/** A list that is slow to render, like a long menu on a slow machine. */
function SlowList() {
  const [parameters] = useSearchParams();
  const until = performance.now() + SLOW_MS;
  while (performance.now() < until);
  return <p>Narrowed by “{parameters.get('q')}”</p>;
}

function Screen() {
  const [text, type] = useAddressText('q');
  const [, setParameters] = useSearchParams();
  return (
    <>
      <input aria-label="Find" value={text} onChange={({ target }) => type(target.value)} />
      <button type="button" onClick={() => setParameters({})}>
        Clear
      </button>
      <SlowList />
    </>
  );
}

const open = (path: string) =>
  render(
    <RouterProvider router={createMemoryRouter([{ path: '/', element: <Screen /> }], { initialEntries: [path] })} />,
  );
const box = page.getByLabelText('Find');

it('a text kept in the address has every letter, however fast it is typed', async () => {
  await open('/');
  await box.click();
  await userEvent.keyboard('gelato pre-roll');
  await expect.element(page.getByText('Narrowed by “gelato pre-roll”')).toBeVisible();
  await expect.element(box).toHaveValue('gelato pre-roll');
});

it('a text kept in the address comes from the link, and clears when something else clears it', async () => {
  await open('/?q=gelato');
  await expect.element(box).toHaveValue('gelato');
  await box.fill('gelato live');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.element(box).toHaveValue('');
});
