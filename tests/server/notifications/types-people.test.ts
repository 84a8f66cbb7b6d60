import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { orgUsers } from '../../../server/db/schema';
import { noticeAt } from '../../../server/notices/notices';
import { openApp } from '../../support/app';
import { pay } from '../../support/billing/billing';
import { makeBrand, makeMember, makeSeller, makeUser } from '../../support/factories';
import { countsOf, HIDDEN_TITLE, toldOf } from '../../support/notifications/told';
import { both } from '../../support/permissions';
import { runJob } from '../../support/reports/report-letters';

const { billing, brandInvites, connections } = contract;

const app = await openApp();
const { db } = app.database;
const signedIn = async () => {
  const user = await makeUser(db);
  return { user, caller: await app.as(user) };
};

test('CONNECTION_INVITE_RECEIVED is for the invited alone, settled by their answer, and CONNECTION_INVITE_ACCEPTED for who invited', async () => {
  const [inviting, invited, other] = [await signedIn(), await signedIn(), await signedIn()];
  const { id } = await inviting.caller.expectOk(connections.invite, { body: { invitedUserUUID: invited.user.id } });
  expect(await toldOf(app, invited.user, 'CONNECTION_INVITE_RECEIVED')).toMatchObject([
    {
      title: `${inviting.user.firstName} ${inviting.user.lastName} wants to connect`,
      route: '/profile/connections/invites-received',
      outcome: null,
    },
  ]);
  expect(await countsOf(app, [inviting.user, other.user], 'CONNECTION_INVITE_RECEIVED')).toEqual([0, 0]);
  await invited.caller.expectOk(connections.answer, { params: { id }, body: { status: 'ACCEPTED' } });
  expect(await toldOf(app, invited.user, 'CONNECTION_INVITE_RECEIVED')).toMatchObject([{ outcome: 'Accepted' }]);
  expect(await countsOf(app, [inviting.user, invited.user, other.user], 'CONNECTION_INVITE_ACCEPTED')).toEqual([
    1, 0, 0,
  ]);
  await invited.caller.expectOk(connections.remove, { params: { id } });
  expect(await toldOf(app, inviting.user)).toEqual([]);
});

test('CONNECTION_INVITE_RECEIVED goes with a withdrawal', async () => {
  const [inviting, invited] = [await signedIn(), await signedIn()];
  const { id } = await inviting.caller.expectOk(connections.invite, { body: { invitedUserUUID: invited.user.id } });
  expect(await countsOf(app, [invited.user], 'CONNECTION_INVITE_RECEIVED')).toEqual([1]);
  await inviting.caller.expectOk(connections.remove, { params: { id } });
  expect(await toldOf(app, invited.user)).toEqual([]);
});

test('BRAND_INVITE_RECEIVED is for the person of the email, settled by an answer, and gone with a withdrawal', async () => {
  const seller = await makeSeller(db);
  const owner = await app.as(seller.owner.user, seller.org);
  const theirs = await makeSeller(db);
  const { user: person } = theirs.owner;
  const receiver = await app.as(person, theirs.org);
  const invite = async () => {
    const brand = await makeBrand(db, seller, { orgId: null });
    const body = { brandId: brand.id, invitedEmail: person.email, message: '' };
    return owner.expectOk(brandInvites.create, { params: { orgId: seller.org.id }, body });
  };
  const told = () => toldOf(app, person, 'BRAND_INVITE_RECEIVED');
  const first = await invite();
  await expect.poll(told).toMatchObject([{ outcome: null, route: '/profile/invites' }]);
  expect(await countsOf(app, [seller.owner.user], 'BRAND_INVITE_RECEIVED')).toEqual([0]);
  await receiver.expectOk(brandInvites.reject, { params: { brandInviteId: first.brandInviteId } });
  await expect.poll(told).toMatchObject([{ outcome: 'Declined' }]);
  const second = await invite();
  await expect.poll(async () => (await told()).length).toBe(2);
  await owner.expectOk(brandInvites.remove, { params: { orgId: seller.org.id, id: second.brandInviteId } });
  await expect.poll(async () => (await told()).length).toBe(1);
});

test('SUBSCRIPTION_UPGRADED is for those who read billing, not for other colleagues', async () => {
  const seller = await makeSeller(db, { plan: 'FREE' });
  const owner = await app.as(seller.owner.user, seller.org);
  const reader = await makeMember(db, seller, { features: { MANAGE_BILLING: { read: true, write: false } } });
  const clerk = await makeMember(db, seller, { features: { CUSTOMERS: both } });
  const body = { subscriptionTier: 'BASIC', subscriptionDuration: 'YEARLY' } as const;
  const { checkoutId, url } = await owner.expectOk(billing.checkout, { body });
  await pay(url);
  await owner.expectOk(billing.check, { body: { success: true, checkoutId } });
  expect(await toldOf(app, reader.user, 'SUBSCRIPTION_UPGRADED')).toMatchObject([
    { title: 'Your plan is now Premium', route: '/account/billing' },
  ]);
  expect(await countsOf(app, [clerk.user], 'SUBSCRIPTION_UPGRADED')).toEqual([0]);
});

test('HISTORICAL_SYNC_COMPLETE is for who manages the license, and hidden from who left', async () => {
  const seller = await makeSeller(db);
  const features = { MANAGE_LICENSES: both };
  const manager = await makeMember(db, seller, { features, licenseIds: [seller.license.id] });
  const elsewhere = await makeMember(db, seller, { features, licenseIds: [] });
  const clerk = await makeMember(db, seller, { features: {}, licenseIds: [seller.license.id] });
  const { id } = seller.license;
  const notice = noticeAt(
    { type: 'HISTORICAL_SYNC_COMPLETE', orgId: seller.org.id, subject: `license:${id}`, payload: { licenseId: id } },
    { by: null, now: new Date() },
  );
  await runJob(app, notice.name, notice.data as object);
  const people = [seller.owner.user, manager.user, elsewhere.user, clerk.user];
  expect(await countsOf(app, people, 'HISTORICAL_SYNC_COMPLETE')).toEqual([1, 1, 0, 0]);
  await db.update(orgUsers).set({ status: 'REMOVED' }).where(eq(orgUsers.id, manager.orgUserId));
  expect(await toldOf(app, manager.user)).toMatchObject([{ title: HIDDEN_TITLE }]);
});
