import { useList } from '@refinedev/core';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Requirement } from '../../../domain/access/ability';
import { customerStatuses as statusCalls } from '../../../domain/customers/contract';
import { orders as calls, purchaseOrders as purchaseCalls } from '../../../domain/orders/contract';
import type { Payment } from '../../../domain/orders/order';
import { roles as roleCalls } from '../../../domain/team/roles-contract';
import { TAB_ID } from '../../../src/providers/call/call-request';
import type { Manifest } from '../../../src/providers/manifest';
import { loadedResources, readList, resourceOf } from '../../../src/providers/refine/resource';
import { useCall } from '../../../src/providers/refine/use-call';
import { useResourceDelete, useResourceList, useResourceOne } from '../../../src/providers/refine/use-resource';
import { manifests } from '../../../src/resources';
import { customerStatuses } from '../../../src/resources/customers/labels/resource';
import { orderPayments, orders, purchaseOrders } from '../../../src/resources/orders/resource';
import { roles } from '../../../src/resources/team/roles/resource';
import { Button } from '../../../src/ui/Button';
import { openAt, world } from '../support/app';
import { refusal, reply } from '../support/platform';

const scope = { orgId: 1, sellerCompanyId: 10, buyerCompanyId: 100, buyerLicenseId: null };
const none = { results: [], resultCount: 0, page: 0 };
const sentTo = (path: string) => world.net.sent.filter((sent) => sent.path === path);

it('asks each side for the orders of its own company', async () => {
  world.net.on(calls.search, () => reply(calls.search, none));
  world.net.on(purchaseCalls.search, () => reply(purchaseCalls.search, none));
  await readList(orders, { page: 2, sortBy: 'customer', filters: { paid: true } }, scope);
  await readList(purchaseOrders, {}, scope);
  expect(sentTo('/leaflink/orders')[0]?.body).toEqual({
    orgId: 1,
    companyId: 10,
    page: 2,
    sortBy: 'customer',
    filters: { paid: true },
  });
  expect(sentTo('/buyer-orders')[0]?.body).toEqual({ orgId: 1, companyId: 100, filters: {} });
});

it('takes a list that is no page of one as a whole', async () => {
  world.net.on(roleCalls.list, () => reply(roleCalls.list, []));
  expect(await readList(roles, { page: 3 }, scope)).toEqual({ results: [], resultCount: 0 });
  expect(sentTo('/orgs/1/roles')).toHaveLength(1);
});

it('finds a record by the last parameter of its path, under the record it belongs to', async () => {
  await orderPayments.calls.remove(7, scope, { of: { id: 4 } }).catch(() => {});
  expect(world.net.sent.at(-1)).toMatchObject({ method: 'DELETE', path: '/seller/orders/4/payments/7' });
  await expect(orderPayments.calls.remove(7, scope)).rejects.toThrow('without id');
});

it('asks what else a call declares, of another company than the one entered too', async () => {
  world.net.on(statusCalls.list, () => reply(statusCalls.list, []));
  await readList(customerStatuses, {}, scope, { query: { companyId: 11 } });
  expect(world.net.sent.at(-1)).toMatchObject({ path: '/customer-statuses', search: 'orgId=1&companyId=11' });
  await customerStatuses.calls.remove(7, scope, { query: { moveTo: 'none' } }).catch(() => {});
  expect(world.net.sent.at(-1)).toMatchObject({
    method: 'DELETE',
    path: '/customer-statuses/7',
    search: 'orgId=1&companyId=10&moveTo=none',
  });
});

it('is asked for nothing that its contract does not declare', () => {
  expect(Misnamed).toBeTypeOf('function');
});

/** Only compiled, never run. */
function Misnamed() {
  useResourceList(orders, { query: { companyId: 11 }, filters: { paid: true } });
  // @ts-expect-error no such filter
  useResourceList(orders, { filters: { payed: true } });
  // @ts-expect-error a list without filters takes none
  useResourceList(roles, { filters: { name: 'Packer' } });
  // @ts-expect-error no such value
  useResourceList(customerStatuses, { query: { company: 11 } });
  // @ts-expect-error a company goes by its id
  useResourceList(customerStatuses, { query: { companyId: 'Wholesale' } });
  // @ts-expect-error no such parent
  useResourceList(orderPayments, { of: { orderId: 4 } });
  const { run } = useResourceDelete(customerStatuses);
  void run(7, { query: { moveTo: 8 } });
  // @ts-expect-error neither a status nor none
  void run(7, { query: { moveTo: 'nowhere' } });
  // @ts-expect-error no such value
  void run(7, { query: { into: 8 } });
  return null;
}

it('requires of its readers and writers what its calls require', () => {
  expect(orders.requires).toBe(calls.search.requires);
  expect(orders.writes).toBe(calls.updateBasicInfo.requires);
});

import.meta.glob('../../../src/**/resource.ts', { eager: true });
const asResources = manifests.flatMap((manifest) => {
  const resource = loadedResources.get(manifest.name);
  return resource ? [{ name: manifest.name, manifest, resource }] : [];
});

it('are what most parts of the app show', () => {
  expect(asResources.length).toBeGreaterThan(7);
});

it.each(asResources)('$name: its part of the app says what its calls require, or more', ({ manifest, resource }) => {
  const ways = (of: Requirement): readonly Requirement[] => [of, ...(of.kind === 'any-of' ? of.requirements : [])];
  expect(ways(resource.requires)).toContainEqual(manifest.requires);
  expect(manifest.writes).toEqual(resource.writes);
  for (const { requires } of manifest.acts ?? [])
    expect(requires).toEqual(resource.create?.requires ?? resource.writes);
});

/** A page of orders as our lists ask for it, and as a hook of Refine asks by itself. */
function Pages() {
  const filters = { paid: false, customerSearch: '' };
  useResourceList(orders, { page: 2, itemsPerPage: 50, sortBy: 'customer', sortDesc: false, filters });
  const { query } = useList({
    resource: orders.name,
    pagination: { currentPage: 4, pageSize: 10 },
    sorters: [{ field: 'total', order: 'desc' }],
    filters: [{ field: 'paid', operator: 'eq', value: true }],
  });
  const { query: odd } = useList({
    resource: orders.name,
    filters: [{ field: 'total', operator: 'gt', value: 1 }],
    queryOptions: { retry: false },
    errorNotification: false,
  });
  return (
    <p>
      {query.data?.total} in all, {odd.error?.message}
    </p>
  );
}

function Payments() {
  const { result } = useResourceList(orderPayments, { of: { id: 4 } });
  const { run } = useResourceDelete(orderPayments, { success: 'Payment voided' });
  return (
    <>
      {result.data.map(({ id, note, voidedAt }) => (
        <p key={id}>
          {note} {voidedAt ? 'void' : 'stands'}
        </p>
      ))}
      <Button onClick={() => void run(7, { of: { id: 4 } })}>Void</Button>
    </>
  );
}

/** Payments beside one list that voiding changes, and one it doesn't. */
function Beside() {
  const orderCount = useResourceList(orders).result.data.length;
  const { query } = useResourceList(roles);
  const paid = useResourceList(orderPayments, { of: { id: 4 } }).result.data.length;
  return (
    <>
      <p>
        {orderCount} orders, {paid} payments, {query.data?.data.length} roles
      </p>
      <Payments />
    </>
  );
}

const quiet = resourceOf({ name: 'quiet-roles', one: roleCalls.get });

function Again() {
  return <p>{useResourceOne(quiet, 3).result?.name} again</p>;
}

function Twice() {
  const { result } = useResourceOne(quiet, 3);
  const [isTwice, setTwice] = useState(false);
  return (
    <>
      <p>{result?.name} once</p>
      <Button onClick={() => setTwice(true)}>Show it again</Button>
      {isTwice && <Again />}
    </>
  );
}

function Followed() {
  const { result } = useResourceOne(roles, 3);
  const { run } = useCall(roleCalls.remove, { success: 'Done' });
  return (
    <>
      <p>{result?.name} is shown</p>
      <Button onClick={() => void run({ params: { orgId: 1, id: 9 } })}>Remove another</Button>
    </>
  );
}

const shown: Manifest = {
  name: 'roles',
  label: 'Shown',
  app: 'account',
  requires: roles.requires,
  screens: [
    { path: 'shown/twice', title: 'Twice', load: async () => ({ default: Twice }) },
    { path: 'shown/followed', title: 'Followed', load: async () => ({ default: Followed }) },
    { path: 'shown/beside', title: 'Beside', load: async () => ({ default: Beside }) },
    { path: 'shown/pages', title: 'Pages', load: async () => ({ default: Pages }) },
    { path: 'shown/payments', title: 'Payments', load: async () => ({ default: Payments }) },
  ],
};

const role = (name: string) => ({
  id: 3,
  name,
  features: {},
  isDefault: false,
  defaultRoleId: null,
  isOwner: false,
  userCount: 0,
  version: 1,
});

it('sends a list’s page, order and filters as the contract names them, without blanks', async () => {
  world.net.on(calls.search, () => reply(calls.search, { ...none, resultCount: 7 }));
  await openAt('/shown/pages', [shown]);
  await expect
    .element(page.getByText('7 in all, The operator "gt" is not one of the contract\'s filters'))
    .toBeVisible();
  const bodies = sentTo('/leaflink/orders').map(({ body }) => body);
  expect(bodies).toContainEqual({
    orgId: 1,
    companyId: 10,
    page: 2,
    itemsPerPage: 50,
    sortBy: 'customer',
    sortDesc: false,
    filters: { paid: false },
  });
  expect(bodies).toContainEqual({
    orgId: 1,
    companyId: 10,
    page: 3,
    itemsPerPage: 10,
    sortBy: 'total',
    sortDesc: true,
    filters: { paid: true },
  });
});

it('reads a record once however often it is shown', async () => {
  world.net.on(roleCalls.get, () => reply(roleCalls.get, role('Packer')));
  await openAt('/shown/twice', [shown]);
  await expect.element(page.getByText('Packer once')).toBeVisible();
  const asked = sentTo('/orgs/1/roles/3').length;
  await page.getByRole('button', { name: 'Show it again' }).click();
  await expect.element(page.getByText('Packer again')).toBeVisible();
  expect(sentTo('/orgs/1/roles/3')).toHaveLength(asked);
});

it('reads a record again once it has changed, here or elsewhere', async () => {
  let name = 'Packer';
  world.net.on(roleCalls.get, () => reply(roleCalls.get, role(name)));
  world.net.on(roleCalls.remove, () => reply(roleCalls.remove, { ok: true }));
  await openAt('/shown/followed', [shown]);
  await expect.element(page.getByText('Packer is shown')).toBeVisible();

  await expect.poll(() => world.live.isOpen()).toBe(true);
  name = 'Driver';
  world.live.change({ kind: 'changed', topic: 'access', orgIds: [1], id: 3 });
  await expect.element(page.getByText('Driver is shown')).toBeVisible();

  name = 'Clerk';
  await page.getByRole('button', { name: 'Remove another' }).click();
  await expect.element(page.getByText('Clerk is shown')).toBeVisible();
});

const recorded = (): Payment => ({
  id: 7,
  amount: '10.00',
  paymentType: 'CASH',
  paymentDate: '2026-11-20',
  note: 'By hand',
  skipExternalPush: false,
  created: '2026-11-20T10:00:00Z',
  createdBy: 'Olive Marsh',
  voidedAt: null,
  creditOrder: null,
});

it('deletes through Refine, says so, and shows what is left', async () => {
  const payment = recorded();
  world.net.on(calls.payments, () => reply(calls.payments, [payment]));
  world.net.on(calls.voidPayment, () => {
    payment.voidedAt = '2026-11-21T10:00:00Z';
    return reply(calls.voidPayment, payment);
  });
  await openAt('/shown/payments', [shown]);
  await expect.element(page.getByText('By hand stands')).toBeVisible();
  await page.getByRole('button', { name: 'Void' }).click();
  await expect.element(page.getByText('By hand void')).toBeVisible();
  await expect.element(page.getByText('Payment voided')).toBeVisible();
  expect(sentTo('/seller/orders/4/payments/7')).toHaveLength(1);
});

it('reads again once what a write changes, and nothing else', async () => {
  world.net.on(calls.search, () => reply(calls.search, none));
  world.net.on(calls.payments, () => reply(calls.payments, [recorded()]));
  world.net.on(calls.voidPayment, () => reply(calls.voidPayment, recorded(), 'orders'));
  world.net.on(roleCalls.list, () => reply(roleCalls.list, []));
  await openAt('/shown/beside', [shown]);
  await expect.element(page.getByText('By hand stands')).toBeVisible();
  await expect.element(page.getByText('0 orders, 1 payments, 0 roles')).toBeVisible();
  const paths = ['/seller/orders/4/payments', '/leaflink/orders', '/orgs/1/roles'];
  const asked = () => paths.map((path) => sentTo(path).length);
  // Reads from before the live stream opened are repeated once it opens.
  await expect.poll(asked).toEqual([2, 2, 2]);
  await page.getByRole('button', { name: 'Void' }).click();
  await expect.element(page.getByText('Payment voided')).toBeVisible();
  await expect.poll(asked).toEqual([3, 3, 2]);
  // The same change, on the stream: only Refine's own resource is read once more.
  world.live.change({ kind: 'changed', topic: 'orders', orgIds: [1], id: 4, by: TAB_ID });
  await expect.poll(asked).toEqual([4, 3, 2]);
  world.live.change({ kind: 'changed', topic: 'orders', orgIds: [1], id: 4 });
  await expect.poll(asked).toEqual([5, 4, 2]);

  // Refine cancels a pending read to write; it must be repeated even if the write is refused.
  world.net.on(calls.voidPayment, () => refusal(403, 'FORBIDDEN', 'You may not void it'));
  await page.getByRole('button', { name: 'Void' }).click();
  await expect.element(page.getByText('You may not void it')).toBeVisible();
  await expect.poll(asked).toEqual([6, 4, 2]);
});
