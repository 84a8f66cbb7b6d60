import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { z } from 'zod';
import { useOpenRecord } from '../../../../src/kit/list/useOpenRecord';
import { readAddress, useAddressState, writeAddress } from '../../../../src/ui/filters/useAddressState';

const Schema = z.object({
  search: z.string().optional(),
  page: z.number().int().min(0).default(0),
  paid: z.boolean().optional(),
  statuses: z.array(z.enum(['DRAFT', 'ACCEPTED'])).optional(),
  salesRepIds: z.array(z.number().int()).optional(),
});

const read = (query: string) => readAddress(Schema, new URLSearchParams(query));

function TypingScreen() {
  const [state, change] = useAddressState(Schema);
  return (
    <>
      <input aria-label="Search" onChange={(event) => change({ search: event.target.value }, { replace: true })} />
      <button type="button" onClick={() => change({ page: state.page + 1 })}>
        Next
      </button>
    </>
  );
}

function HastyScreen() {
  const [, change] = useAddressState(Schema);
  const both = () => {
    change({ search: 'a' });
    change({ paid: true });
  };
  return (
    <button type="button" onClick={both}>
      Both
    </button>
  );
}

/** Changes the address in two parts of a screen, the second before the first one's change is on screen. */
function SlowScreen({ first }: { first: 'search' | 'record' }) {
  const [, change] = useAddressState(Schema);
  const { open } = useOpenRecord();
  const acts = [() => change({ search: 'a' }, { replace: true }), () => open(null)];
  const inTurn = async () => {
    const [one, other] = first === 'search' ? acts : acts.reverse();
    one?.();
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    other?.();
  };
  return (
    <button type="button" onClick={() => void inTurn()}>
      Both
    </button>
  );
}

describe('the address as state', () => {
  it('reads each field as what it is', () => {
    expect(read('search=12&page=3&paid=false&statuses=DRAFT,ACCEPTED&salesRepIds=4,5')).toEqual({
      search: '12',
      page: 3,
      paid: false,
      statuses: ['DRAFT', 'ACCEPTED'],
      salesRepIds: [4, 5],
    });
  });

  it('treats a damaged field as absent and keeps the rest', () => {
    expect(read('page=-1&paid=maybe&statuses=NOPE&salesRepIds=a,b&search=ok&unknown=1')).toEqual({
      page: 0,
      search: 'ok',
    });
  });

  it('writes what it reads, omits defaults and blanks, and keeps foreign parameters', () => {
    const from = new URLSearchParams('tab=all&search=x&page=4');
    const written = writeAddress(Schema, from, { search: '', page: 0, paid: true, statuses: ['DRAFT', 'ACCEPTED'] });
    expect(written.toString()).toBe('tab=all&paid=true&statuses=DRAFT%2CACCEPTED');
  });

  it('adds a history entry per view, and none per letter typed', async () => {
    const router = createMemoryRouter([{ path: '/', element: <TypingScreen /> }]);
    await render(<RouterProvider router={router} />);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('textbox', { name: 'Search' }).click();
    await userEvent.keyboard('gelato');
    expect(router.state.location.search).toBe('?page=1&search=gelato');
    await router.navigate(-1);
    expect(router.state.location.search).toBe('');
  });

  it('loses neither of two changes made at once', async () => {
    const router = createMemoryRouter([{ path: '/', element: <HastyScreen /> }]);
    await render(<RouterProvider router={router} />);
    await page.getByRole('button', { name: 'Both' }).click();
    await expect.poll(() => router.state.location.search).toBe('?search=a&paid=true');
  });

  it.each(['search', 'record'] as const)('keeps what another part changed: %s first', async (first) => {
    const router = createMemoryRouter([{ path: '/', element: <SlowScreen first={first} /> }]);
    await render(<RouterProvider router={router} />);
    await page.getByRole('button', { name: 'Both' }).click();
    await expect.poll(() => new URLSearchParams(router.state.location.search).has('new')).toBe(true);
    await expect.poll(() => new URLSearchParams(router.state.location.search).get('search')).toBe('a');
    expect(new URLSearchParams(router.state.location.search).has('new')).toBe(true);
  });
});
