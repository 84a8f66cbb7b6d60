import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { apiKeys } from '../../../server/db/schema';
import { makeApiKey } from '../../support/api-keys/factories';
import { openApp } from '../../support/app';
import { makeMember, makeSeller, only } from '../../support/factories';
import { countsOf, toldOf } from '../../support/notifications/told';
import { runJob } from '../../support/reports/report-letters';

const app = await openApp();
const { db } = app.database;

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const remind = () => runJob(app, 'remind-of-api-keys');

test('API_KEY_EXPIRES is for who made the key, a week before, once for each day it is given; settled by another or its end', async () => {
  const seller = await makeSeller(db);
  const owner = await app.as(seller.owner.user, seller.org);
  const admin = await makeMember(db, seller.org, { defaultRoleId: 'ADMIN' });
  const user = await makeMember(db, seller.org, { defaultRoleId: 'USER' });
  const stranger = await makeSeller(db);
  const made = { createdAt: inDays(-80) };
  const soon = await makeApiKey(db, seller.owner, { ...made, name: 'Route planner', expiresAt: inDays(5.5) });
  const ended = await makeApiKey(db, seller.owner, { ...made, name: 'Label printer', expiresAt: inDays(3) });
  await makeApiKey(db, seller.owner, { ...made, name: 'Later', expiresAt: inDays(9) });
  await makeApiKey(db, seller.owner, { ...made, name: 'Over', expiresAt: inDays(-1) });
  await makeApiKey(db, seller.owner, { ...made, name: 'Gone', expiresAt: inDays(2), revokedAt: inDays(-1) });
  await makeApiKey(db, seller.owner, { name: 'For today', expiresAt: inDays(1) });
  await makeApiKey(db, user, { ...made, name: 'Mine', expiresAt: inDays(0.5) });
  await remind();
  await remind();

  const told = (outcome: string | null, name: string, when: string, id: number) => ({
    what: 'API_KEY_EXPIRES',
    orgId: seller.org.id,
    title: `API key “${name}” ${when}`,
    lines: ['Give it another day, so that what uses it goes on', ''],
    route: `/account/integrations/api-keys/${id}`,
    outcome,
  });
  const byTitle = async () =>
    (await toldOf(app, seller.owner.user, 'API_KEY_EXPIRES')).toSorted((a, b) => a.title.localeCompare(b.title));
  expect(await byTitle()).toEqual([
    told(null, 'Label printer', 'expires within 3 days', ended.id),
    told(null, 'Route planner', 'expires within 6 days', soon.id),
  ]);
  expect(await toldOf(app, user.user, 'API_KEY_EXPIRES')).toMatchObject([
    {
      title: 'API key “Mine” expires within a day',
      lines: ['You need write access to “Roles” to give it another day', ''],
      route: null,
    },
  ]);
  expect(await countsOf(app, [admin.user, stranger.owner.user], 'API_KEY_EXPIRES')).toEqual([0, 0]);

  const params = (id: number) => ({ params: { orgId: seller.org.id, id } });
  const key = await owner.expectOk(contract.apiKeys.get, params(soon.id));
  const { name, features, companyIds, licenseIds, brandIds, addresses, version } = key;
  const draft = { name, features, companyIds, licenseIds, brandIds, addresses, learning: false };
  // The same day again is no other day.
  const same = await owner.expectOk(contract.apiKeys.update, {
    ...params(soon.id),
    body: { ...draft, version, expiresAt: key.expiresAt },
  });
  expect((await byTitle())[1]?.outcome).toBeNull();
  const body = { ...draft, version: same.version, expiresAt: inDays(60).toISOString() };
  await owner.expectOk(contract.apiKeys.update, { ...params(soon.id), body });
  await owner.expectOk(contract.apiKeys.revoke, params(ended.id));
  expect((await byTitle()).map(({ outcome }) => outcome)).toEqual(['Revoked', 'Has another day']);

  expect(only(await db.select().from(apiKeys).where(eq(apiKeys.id, soon.id))).expiryToldAt).toBeNull();
  await db
    .update(apiKeys)
    .set({ expiresAt: inDays(1) })
    .where(eq(apiKeys.id, soon.id));
  await remind();
  expect((await byTitle()).filter(({ outcome }) => outcome === null)).toMatchObject([
    { title: 'API key “Route planner” expires within a day' },
  ]);
});
