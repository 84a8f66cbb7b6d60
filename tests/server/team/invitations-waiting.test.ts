import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { users } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { makeBrandInvite, makeUser, type SellerFixture } from '../../support/factories';
import { eachWithSeller } from '../../support/seller-app';

const { waiting } = contract.invitations;

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));

test('what awaits an answer counts open invites to organizations, brands and connections, one’s own only', async () => {
  const { db } = app.database;
  const email = `new-${seller.org.id}@example.com`;
  await owner.expectOk(contract.team.invite, {
    params: { orgId: seller.org.id },
    body: { email, defaultRole: 'USER' },
  });
  const user = await makeUser(db, { email: email.toUpperCase() });
  const caller = await app.as(user);
  const other = await app.as(await makeUser(db));
  const count = async () => (await caller.expectOk(waiting, {})).count;
  expect(await count()).toBe(1);
  await makeBrandInvite(db, seller, { invitedEmail: email });
  await makeBrandInvite(db, seller, { invitedEmail: email, status: 'WITHDRAWN' });
  await makeBrandInvite(db, seller, { invitedEmail: email, expiresAt: new Date(0) });
  expect(await count()).toBe(2);
  const body = { invitedUserUUID: user.id };
  const { id } = await other.expectOk(contract.connections.invite, { body });
  expect(await count()).toBe(3);
  await caller.expectOk(contract.connections.answer, { params: { id }, body: { status: 'IGNORED' } });
  expect(await count()).toBe(2);
  expect(await other.expectOk(waiting, {})).toEqual({ count: 0 });
  await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, user.id));
  expect(await count()).toBe(0);
});
