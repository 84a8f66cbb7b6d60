import { expect, test } from 'vitest';
import { badges } from '../../../domain/badges/badges';
import { openApp } from '../../support/app';
import { type MemberFixture, makeMember, makeOrder, makeProduct, makeSeller } from '../../support/factories';

const READ = { read: true, write: false };

const app = await openApp();

async function waiting({ user, org }: MemberFixture, companyId?: number): Promise<number | null> {
  const caller = await app.as(user, org);
  return (await caller.expectOk(badges.count, { query: { orgId: org.id, of: 'orders', companyId } })).orders;
}

test('waiting orders are the submitted ones the caller sees, of the requested company', async () => {
  const { db } = app.database;
  const [seller, other] = [await makeSeller(db), await makeSeller(db)];
  const rep = await makeMember(db, seller.org, {
    features: { BROWSE_MY_ORDERS: READ },
    companyIds: [seller.company.id],
  });
  await makeOrder(db, seller, { salesRepOrgUserIds: [rep.orgUserId] });
  await makeOrder(db, seller);
  for (const status of ['DRAFT', 'ACCEPTED', 'CANCELLED'] as const) await makeOrder(db, seller, { status });
  expect(await waiting(seller.owner)).toBe(2);
  expect(await waiting(seller.owner, seller.company.id)).toBe(2);
  expect(await waiting(seller.owner, other.company.id)).toBe(0);
  expect(await waiting(rep)).toBe(1);
  expect(await waiting(other.owner)).toBe(0);
});

test('counting stops at ten', async () => {
  const { db } = app.database;
  const seller = await makeSeller(db);
  const lines = [{ product: await makeProduct(db, seller), quantity: '1' }];
  for (let n = 0; n < 12; n += 1) await makeOrder(db, seller, { lines });
  expect(await waiting(seller.owner)).toBe(10);
});
