import { useState } from 'react';
import { Link } from 'react-router';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { orders as calls } from '../../../domain/orders/contract';
import type { OrderRow } from '../../../domain/orders/order';
import type { Manifest } from '../../../src/providers/manifest';
import { useKnownRow } from '../../../src/providers/refine/known-row';
import { useResourceList } from '../../../src/providers/refine/use-resource';
import { choose } from '../../../src/providers/session/session-store';
import { orders } from '../../../src/resources/orders/resource';
import { Button } from '../../../src/ui/Button';
import { both, countIn, openAt, world } from '../support/app';
import { reply } from '../support/platform';

function Lists() {
  const [isLate, setLate] = useState(false);
  const { query } = useResourceList(orders, { filters: { late: isLate } });
  return (
    <>
      <p>{query.data?.data.map(({ orderNumber }) => orderNumber).join()} listed</p>
      <Button onClick={() => setLate(true)}>Late ones</Button>
      <Link to="/known/row">Open</Link>
    </>
  );
}

function Row() {
  const [, setTimes] = useState(0);
  const row = useKnownRow([orders], ({ id }) => id === 7);
  return (
    <>
      <p>{`Found ${row?.orderNumber ?? 'nothing'}`}</p>
      <Button onClick={() => setTimes((times) => times + 1)}>Again</Button>
    </>
  );
}

const known: Manifest = {
  name: 'orders',
  label: 'Known',
  app: 'account',
  requires: { kind: 'signed-in' },
  screens: [
    { path: 'known/lists', title: 'Lists', load: async () => ({ default: Lists }) },
    { path: 'known/row', title: 'Row', load: async () => ({ default: Row }) },
  ],
};

const row = (orderNumber: string): OrderRow => ({
  id: 7,
  orderNumber,
  status: 'SUBMITTED',
  customer: { id: 3, name: 'Harbor & Vine' },
  sellerCompany: { companyId: 10, name: 'Wholesale' },
  orderSource: 'MARKETPLACE',
  created: '2026-11-20T10:00:00Z',
  shipDate: null,
  paymentDueDate: null,
  totalUsd: '10.00',
  invoicedUsd: '10.00',
  paidUsd: '0.00',
  paymentState: 'UNPAID',
  salesReps: [],
  lineItemCount: 1,
  availableTransitions: [],
  version: 1,
});

/** Lists order 7 by another number in each list. */
const lists = () =>
  world.net.on(calls.search, ({ body }) => {
    const { filters } = body as { filters: { late?: boolean } };
    return reply(calls.search, { results: [row(filters.late ? '200' : '100')], resultCount: 1, page: 0 });
  });

const finds = (what: string) => expect.element(page.getByText(`Found ${what}`)).toBeVisible();

async function openLists(): Promise<void> {
  lists();
  await openAt('/known/lists', [known]);
  await expect.element(page.getByText('100 listed')).toBeVisible();
  await expect.poll(() => world.live.isOpen()).toBe(true);
}

it('is of the newest list that has the record', async () => {
  await openLists();
  await page.getByRole('button', { name: 'Late ones' }).click();
  await expect.element(page.getByText('200 listed')).toBeVisible();
  await page.getByRole('link', { name: 'Open' }).click();
  await finds('200');
});

it('is none where no list was read', async () => {
  lists();
  await openAt('/known/row', [known]);
  await finds('nothing');
});

it('is none for those who may not read such lists', async () => {
  world.features = { MANAGE_ROLES: both };
  await openLists();
  await page.getByRole('link', { name: 'Open' }).click();
  await finds('nothing');
});

it('is none once something has changed', async () => {
  await openLists();
  await page.getByRole('link', { name: 'Open' }).click();
  await finds('100');
  world.live.change({ kind: 'changed', topic: 'orders', orgIds: [1], id: 7 });
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Again' }).click();
      return page.getByText('Found nothing').query() !== null;
    })
    .toBe(true);
});

it('is none in another company', async () => {
  countIn(null, null);
  await openLists();
  await page.getByRole('link', { name: 'Open' }).click();
  await finds('100');
  choose({ sellerCompanyId: 11 });
  await finds('nothing');
});
