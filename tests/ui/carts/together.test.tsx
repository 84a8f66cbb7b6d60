import { beforeEach, describe, expect, it } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import type { CartWrapper } from '../../../domain/carts/cart';
import { cartsTogether } from '../../../domain/carts/presence-contract';
import { turnToLine, useReportPresence } from '../../../src/marketplace/carts/colleagues/presence';
import { useOrderedByOthers } from '../../../src/marketplace/carts/colleagues/useOrderedByOthers';
import { saveTokens } from '../../../src/providers/call/tokens';
import { readAllAgain } from '../../../src/providers/live';
import { lost, network, refusal, reply, token } from '../support/platform';

const realFetch = globalThis.fetch;
const BUYER = { orgId: 1, companyId: 2 };
type Visit = { page: string; lineId: number | null; isLeaving: boolean };

let net: ReturnType<typeof network>;
const visits = () => net.sent.flatMap(({ path, body }) => (path === '/carts/visits' ? [body as Visit] : []));

beforeEach(() => {
  net = network();
  net.on(cartsTogether.visit, () => reply(cartsTogether.visit, []));
  saveTokens({ accessToken: token('a', 400), refreshToken: 'first' });
  return () => {
    globalThis.fetch = realFetch;
    saveTokens(null);
  };
});

const open = (cartIds: string) =>
  renderHook((props?: { ids: string }) => useReportPresence(BUYER, props?.ids ?? cartIds));

describe('a page with carts', () => {
  it('stays the same visit when a colleague starts another cart, and each visit leaves for itself', async () => {
    const { rerender, unmount } = await open('1');
    await expect.poll(() => visits().length).toBe(1);
    await rerender({ ids: '1 2' });
    await expect.poll(() => visits().length).toBe(2);
    await rerender({ ids: '' });
    await expect.poll(() => visits().length).toBe(3);
    await rerender({ ids: '3' });
    await expect.poll(() => visits().length).toBe(4);
    const [first, second, left, next] = visits();
    expect(visits().map(({ isLeaving }) => isLeaving)).toEqual([false, false, true, false]);
    expect([second?.page, left?.page]).toEqual([first?.page, first?.page]);
    expect(next?.page).not.toBe(first?.page);
    await unmount();
  });

  it('keeps telling the line being changed after a lost connection, and forgets one that is gone', async () => {
    const { rerender, unmount } = await open('1');
    await expect.poll(() => visits().length).toBe(1);
    net.on(cartsTogether.visit, lost);
    turnToLine(7);
    await expect.poll(() => visits().at(-1)?.lineId).toBe(7);
    net.on(cartsTogether.visit, ({ body }) =>
      (body as Visit).lineId === null ? reply(cartsTogether.visit, []) : refusal(404, 'NOT_FOUND', 'Item not found'),
    );
    const told = visits().length;
    await rerender({ ids: '1 2' });
    await expect
      .poll(() =>
        visits()
          .slice(told)
          .map(({ lineId }) => lineId),
      )
      .toEqual([7, null]);
    await unmount();
  });
});

describe('an order of one’s own whose reply was lost', () => {
  it('is told by the checkout alone, until that has its answer', async () => {
    const order = { id: 9, orderNumber: '1', totalUsd: '40.00', sellerName: 'Tidemark', by: 'Ana Reyes', isOwn: true };
    net.on(cartsTogether.outcome, () => reply(cartsTogether.outcome, { order }));
    const carts = [{ cart: { id: 5 } }] as CartWrapper[];
    const initialProps: { now: CartWrapper[]; lost: number[] | null } = { now: carts, lost: [5] };
    const { result, rerender, unmount } = await renderHook(
      (props = initialProps) => useOrderedByOthers(props.now, { result: null, lost: props.lost, isUnderWay: false }),
      { initialProps },
    );
    readAllAgain();
    await rerender({ now: [], lost: [5] });
    await expect.poll(() => net.count('/carts/5/outcome')).toBe(1);
    expect(result.current.orders).toEqual([]);
    await rerender({ now: [], lost: null });
    await expect.poll(() => result.current.orders).toMatchObject([{ orderNumber: '1' }]);
    await unmount();
  });
});
