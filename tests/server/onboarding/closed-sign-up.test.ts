import { expect, test } from 'vitest';
import { beginning } from '../../../domain/onboarding/contract';
import { companyInvites } from '../../../server/db/schema';
import { openApp, startTestApp, type TestApp } from '../../support/app';
import { makeBrandInvite } from '../../support/brands/factories';
import { makeSeller, makeUser, type UserFixture, unique } from '../../support/factories';

const app = await openApp({ environment: { SIGN_UP: 'invitation', SUPPORT_EMAIL: 'help@verdant.example' } });
const { db } = app.database;

async function begin(on: TestApp, user: UserFixture) {
  const licenseNumber = `C20-${String(unique()).padStart(7, '0')}-LIC`;
  const licenses = [{ licenseNumber, name: 'Cedar Supply LLC', state: 'CA', address: {} }];
  const body = { name: 'Cedar Supply', companyType: 'RETAILER', licenses } as const;
  return (await on.as(user)).call(beginning.create, { body } as never);
}

test('by invitation, an organization is begun by whoever was asked to buy or to take over a brand, and by support', async () => {
  const seller = await makeSeller(db);
  const [stranger, buyer, owner] = await Promise.all([makeUser(db), makeUser(db), makeUser(db)]);
  const staff = await makeUser(db, { isSupport: true });
  const by = { orgId: seller.org.id, invitedByUserId: seller.owner.user.id, sentAt: new Date() };
  await db.insert(companyInvites).values({ ...by, companyId: seller.company.id, invitedEmail: buyer.email });
  await makeBrandInvite(db, seller, { invitedEmail: owner.email });

  expect(await begin(app, stranger)).toMatchObject({
    status: 403,
    body: {
      userFriendlyMessage:
        'New organizations are by invitation: to take over a brand or to buy from a seller. Ask help@verdant.example.',
    },
  });
  for (const person of [buyer, owner, staff]) expect((await begin(app, person)).status).toBe(200);
});

test('where sign-up is closed, support alone begins one', async () => {
  const on = await startTestApp({ beside: app, environment: { SIGN_UP: 'closed' } });
  try {
    const [stranger, staff] = [await makeUser(db), await makeUser(db, { isSupport: true })];
    expect(await begin(on, stranger)).toMatchObject({
      status: 403,
      body: { userFriendlyMessage: expect.stringMatching(/^No new organizations can be created here\. Ask /) },
    });
    expect((await begin(on, staff)).status).toBe(200);
  } finally {
    await on.close();
  }
});
