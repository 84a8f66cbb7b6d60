import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { defineFilters, dollars, flag, text } from '../../../../domain/filters';
import { useListAddress } from '../../../../src/kit/list';

const filters = defineFilters({ name: text('Name'), total: dollars('Total'), paid: flag('Paid') });
const SORTS = { by: ['created', 'name'], first: 'created', desc: true } as const;

function Screen() {
  const { state, onStateChange, request, setFilters, showView, toStart, search, errors, viewId } = useListAddress(
    filters,
    SORTS,
  );
  const act = (name: string, run: () => void) => (
    <button type="button" onClick={run}>
      {name}
    </button>
  );
  return (
    <>
      <output>{JSON.stringify({ ...search, page: state.page, size: state.pageSize, viewId, errors })}</output>
      <pre>{JSON.stringify(request)}</pre>
      {act('Unpaid', () => setFilters({ ...search.filters, paid: false }))}
      {act('Page 3', () => onStateChange({ ...state, page: 2 }))}
      {act('By name', () => onStateChange({ ...state, sort: [{ id: 'name', desc: false }], page: 0 }))}
      {act('No sort', () => onStateChange({ ...state, sort: [] }))}
      {act('View 7', () => showView({ filters: { name: 'a' }, sortBy: 'name', sortDesc: true }, 7))}
      {act('To start', toStart)}
    </>
  );
}

async function openAt(address: string) {
  const router = createMemoryRouter([{ path: '/list', element: <Screen /> }], { initialEntries: [`/list${address}`] });
  const { container } = await render(<RouterProvider router={router} />);
  return {
    router,
    press: (name: string) => page.getByRole('button', { name }).click(),
    shown: () => JSON.parse(container.querySelector('output')?.textContent ?? ''),
    address: () => router.state.location.search,
    request: () => JSON.parse(container.querySelector('pre')?.textContent ?? ''),
  };
}

describe('a list’s address', () => {
  it('is empty for the first page in the default order', async () => {
    const { shown, press, address } = await openAt('');
    await expect.poll(shown).toEqual({ filters: {}, sortBy: 'created', sortDesc: true, page: 0, size: 25, errors: {} });
    await press('Page 3');
    await expect.poll(address).toBe('?page=3');
    await press('To start');
    await expect.poll(address).toBe('');
  });

  it('restores a link', async () => {
    const { shown } = await openAt(
      '?name=fern&totalFrom=10&paid=false&page=2&itemsPerPage=50&sortBy=name&sortDesc=false',
    );
    await expect.poll(shown).toEqual({
      filters: { name: 'fern', totalFrom: '10', paid: false },
      sortBy: 'name',
      sortDesc: false,
      page: 1,
      size: 50,
      errors: {},
    });
  });

  it('is what the server is asked for, whose pages count from 0', async () => {
    const { request, press } = await openAt('?paid=false&page=2&itemsPerPage=50&sortBy=name&sortDesc=false');
    const asked = { page: 1, itemsPerPage: 50, sortBy: 'name', sortDesc: false, filters: { paid: false } };
    await expect.poll(request).toEqual(asked);
    await press('No sort');
    await expect.poll(request).toEqual({ ...asked, sortBy: 'created', sortDesc: true });
    await press('Page 3');
    await expect.poll(request).toEqual({ ...asked, sortBy: 'created', sortDesc: true, page: 2 });
  });

  it('shows a list for a damaged link too, and says what it couldn’t read', async () => {
    const { shown } = await openAt('?name=fern&totalFrom=lots&page=-4&sortBy=shoe&itemsPerPage=7');
    await expect.poll(shown).toMatchObject({ filters: { name: 'fern' }, sortBy: 'created', page: 0, size: 25 });
    expect(shown().errors).toEqual({ totalFrom: 'Must be a number' });
  });

  it('starts at the first page when filtered, and Back undoes each step', async () => {
    const { press, address, router } = await openAt('?page=3');
    await press('Unpaid');
    await expect.poll(address).toBe('?paid=false');
    await press('By name');
    await expect.poll(address).toBe('?paid=false&sortBy=name&sortDesc=false');
    await router.navigate(-1);
    await expect.poll(address).toBe('?paid=false');
    await router.navigate(-1);
    await expect.poll(address).toBe('?page=3');
  });

  it('omits the default sort, and reverses from there', async () => {
    const { press, shown } = await openAt('?sortBy=name');
    await press('No sort');
    await expect.poll(shown).toMatchObject({ sortBy: 'created', sortDesc: true });
    await press('No sort');
    await expect.poll(shown).toMatchObject({ sortBy: 'created', sortDesc: false });
  });

  it('has the saved view it started from, and drops filters that view lacks', async () => {
    const { press, shown } = await openAt('?paid=true&page=2');
    await press('View 7');
    await expect
      .poll(shown)
      .toMatchObject({ filters: { name: 'a' }, sortBy: 'name', sortDesc: true, page: 0, viewId: 7 });
    expect(shown().filters.paid).toBeUndefined();
  });
});
