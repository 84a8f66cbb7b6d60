import { expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { addDays, dayOf } from '../../../domain/dates';
import { makeCustomer, makeMember, makeOrder, makeProduct, makeSeller } from '../../support/factories';
import { openSellerApp } from '../../support/seller-app';

const { ageing, get } = contract.customers;
const { app, seller, owner } = await openSellerApp();
const { db } = app.database;

const today = dayOf(new Date(), 'UTC');

test('what a customer owes is told by how late it is', async () => {
  const customer = await makeCustomer(db, seller);
  const owing = async (status: 'ACCEPTED' | 'SUBMITTED' | 'REJECTED', paidUsd: string, daysLate: number | null) => {
    const lines = [{ product: await makeProduct(db, seller), quantity: '1', unitPrice: '100.00' }];
    const paymentDueDate = daysLate === null ? null : addDays(today, -daysLate);
    await makeOrder(db, seller, { customer, status, lines, paidUsd, paymentDueDate });
  };
  await owing('ACCEPTED', '0', null);
  await owing('ACCEPTED', '0', 0);
  await owing('ACCEPTED', '40.50', 1);
  await owing('ACCEPTED', '0', 30);
  await owing('ACCEPTED', '0', 31);
  await owing('ACCEPTED', '0', 90);
  await owing('ACCEPTED', '0', 91);
  await owing('ACCEPTED', '130.00', 91);
  await owing('SUBMITTED', '0', 91);
  await owing('REJECTED', '25.00', 91);
  expect(await owner.expectOk(ageing, { params: { id: customer.id } })).toEqual({
    totalUsd: '659.50',
    ages: [
      { id: 'NOT_DUE', owedUsd: '200.00', orderCount: 2 },
      { id: 'DAYS_30', owedUsd: '159.50', orderCount: 2 },
      { id: 'DAYS_60', owedUsd: '100.00', orderCount: 1 },
      { id: 'DAYS_90', owedUsd: '100.00', orderCount: 1 },
      { id: 'OLDER', owedUsd: '100.00', orderCount: 1 },
    ],
  });
  expect(await owner.expectOk(get, { params: { id: customer.id } })).toMatchObject({ overpaidUsd: '55.00' });
});

test('a customer’s first unpaid due day is told, of accepted orders alone', async () => {
  const customer = await makeCustomer(db, seller);
  const dueSince = async () => {
    const one = await owner.expectOk(get, { params: { id: customer.id } });
    const { orgId, companyId } = { orgId: seller.org.id, companyId: seller.company.id };
    const body = { orgId, companyId, filters: { searchTerm: customer.name } };
    const found = await owner.expectOk(contract.customers.search, { body });
    expect(found.results.map((row) => row.dueSince)).toEqual([one.dueSince]);
    return one.dueSince;
  };
  const due = async (
    status: 'ACCEPTED' | 'SUBMITTED' | 'CANCELLED',
    paidUsd: string,
    paymentDueDate: string | null,
  ) => {
    const lines = [{ product: await makeProduct(db, seller), quantity: '1', unitPrice: '100.00' }];
    await makeOrder(db, seller, { customer, status, lines, paidUsd, paymentDueDate });
  };
  expect(await dueSince()).toBeNull();
  await due('SUBMITTED', '0', '2026-01-01');
  await due('CANCELLED', '0', '2026-01-02');
  await due('ACCEPTED', '100.00', '2026-01-03');
  await due('ACCEPTED', '0', null);
  expect(await dueSince()).toBeNull();
  await due('ACCEPTED', '0', '2026-03-01');
  await due('ACCEPTED', '99.99', '2026-02-01');
  expect(await dueSince()).toBe('2026-02-01');
});

test('nobody reads it of a customer of another organization, or without seeing orders', async () => {
  const customer = await makeCustomer(db, seller);
  const stranger = await makeSeller(db);
  const other = await app.as(stranger.owner.user, stranger.org);
  expect((await other.call(ageing, { params: { id: customer.id } })).status).toBe(404);
  const member = await makeMember(db, seller, { features: { CUSTOMERS: { read: true, write: true } } });
  expect((await (await app.as(member.user, seller.org)).call(ageing, { params: { id: customer.id } })).status).toBe(
    403,
  );
});
