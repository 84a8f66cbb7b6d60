import type { ReactNode } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { expect, it } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { QUICK_ORDER, useQuickOrder } from '../../../src/marketplace/menus/brand/quick-order-state';

const MENU = '/brands/1?q=blue';

const openMenu = (state: unknown) =>
  renderHook(
    () => {
      const [begun, begin] = useQuickOrder();
      return { begun, begin, location: useLocation(), navigate: useNavigate() };
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <MemoryRouter initialEntries={[{ pathname: '/brands/1', search: '?q=blue', state }]}>{children}</MemoryRouter>
      ),
    },
  );

it('an address that asks for the quick order opens it once, so that a reload doesn’t', async () => {
  const { result } = await openMenu(QUICK_ORDER);
  await expect.poll(() => result.current.begun).toBe('');
  await expect.poll(() => result.current.location).toMatchObject({ search: '?q=blue', state: null });
});

it('one that doesn’t ask for it leaves it closed', async () => {
  const { result } = await openMenu(null);
  expect(result.current.begun).toBeNull();
});

it('it is opened again on the menu that is shown already', async () => {
  const { result, act } = await openMenu(QUICK_ORDER);
  for (const _ of ['once', 'twice']) {
    await act(() => result.current.begin(null));
    expect(result.current.begun).toBeNull();
    await act(() => void result.current.navigate(MENU, { state: QUICK_ORDER }));
    await expect.poll(() => result.current.begun).toBe('');
    await expect.poll(() => result.current.location.state).toBeNull();
  }
});
