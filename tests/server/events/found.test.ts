import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { EventType } from '../../../domain/events/catalogue';
import { events as contract } from '../../../domain/events/contract';
import { intakes } from '../../../domain/intakes/contract';
import { events, licenses, packages, transfers } from '../../../server/db/schema';
import { openStream } from '../../../server/events/tell-events';
import { tellExpiring } from '../../../server/licenses/tell-expiring';
import type { TestApp, TestCaller } from '../../support/app';
import { postNews } from '../../support/chat/client';
import { makeChannel, makeMember, only, type SellerFixture } from '../../support/factories';
import { makeIntake } from '../../support/intakes/factories';
import { addTheirs, changeTheirs, connectNow, syncNow, untilQuiet } from '../../support/inventory/tracking-state';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
await eachWithSeller((now) => ({ app, seller, owner } = now));
beforeEach(() => openStream(app.database.db, seller.org.id));

const db = () => app.database.db;
const told = async (caller = owner, query: { type?: EventType } = {}) =>
  (await caller.expectOk(contract.list, { query: { limit: 1000, ...query } })).events.map(
    ({ type, subject }) => `${type} ${subject.id}`,
  );

describe('what is found in the tracking system', () => {
  test('a license that was read, its packages, their lab results and their stock', async () => {
    const [theirs] = await addTheirs(db(), seller, [{ quantity: '40', data: { LabTestingState: 'TestPassed' } }]);
    await connectNow(app, owner, seller);
    const own = only(await db().select().from(packages).where(eq(packages.orgId, seller.org.id)));
    expect(own.label).toBe(theirs?.label);
    const all = await told();
    expect(all).toEqual(
      expect.arrayContaining([
        `package.changed ${own.id}`,
        `package.tested ${own.id}`,
        `license.sync_completed ${seller.license.id}`,
      ]),
    );
    // Read again as it was, it is no news.
    await db().update(packages).set({ labReadAt: null }).where(eq(packages.id, own.id));
    const { cursor } = await owner.expectOk(contract.list, { query: { after: 'latest' } });
    await syncNow(app, owner, seller);
    const later = await owner.expectOk(contract.list, { query: { after: cursor } });
    expect(later.events.filter(({ type }) => type.startsWith('package.'))).toEqual([]);
  });

  test('transfers that were accepted or rejected since they were read, and nothing of one that was before', async () => {
    const data = { ManifestNumber: '0000009122', RecipientFacilityName: 'Evergreen Corner' };
    const [sent, refused, before] = await addTheirs(db(), seller, [
      { list: 'intransit', data },
      { list: 'intransit', data: { ...data, ManifestNumber: '0000009124' } },
      { list: 'transferred', data: { ...data, ManifestNumber: '0000009123' } },
    ]);
    await connectNow(app, owner, seller);
    expect(before).toBeDefined();
    expect((await told()).filter((one) => one.startsWith('transfer'))).toEqual([]);
    if (!sent || !refused) throw new Error('They were made');
    await changeTheirs(db(), sent, { list: 'transferred' });
    // A package that came back is with its sender again.
    await changeTheirs(db(), refused, { list: 'active' });
    await syncNow(app, owner, seller);
    await untilQuiet(db(), seller.org.id);
    const idOf = async (manifest: string) =>
      only(await db().select().from(transfers).where(eq(transfers.manifestNumber, manifest))).id;
    expect((await told()).filter((one) => one.startsWith('transfer')).sort()).toEqual([
      `transfer.accepted ${await idOf('0000009122')}`,
      `transfer.rejected ${await idOf('0000009124')}`,
    ]);
  });
});

test('an intake is confirmed, and differs from its manifest', async () => {
  const { params, labels, transfer } = await makeIntake(db(), seller);
  const [first = '', second = ''] = labels;
  await owner.expectOk(intakes.confirm, { params, body: { labels: [first] } });
  const missing = { confirmed: false, markNotFound: true, notes: '' };
  await owner.expectOk(intakes.setPackage, { params: { ...params, label: second }, body: { ...missing, version: 0 } });
  // Said again, it is no news.
  await owner.expectOk(intakes.setPackage, { params: { ...params, label: second }, body: { ...missing, version: 1 } });
  expect(await told()).toEqual([`intake.confirmed ${transfer.id}`, `intake.discrepancy ${transfer.id}`]);
});

test('a license that expires is told of at 60, 30 and 7 days, once each', async () => {
  const { id } = seller.license;
  const expiresIn = (days: number) =>
    db()
      .update(licenses)
      .set({ expiresOn: sql`current_date + ${days}::int` })
      .where(eq(licenses.id, id));
  /** As if the events so far had been told so many days ago. */
  const daysPass = (days: number) =>
    db().execute(sql`
      with passed as materialized (
        select position, created_at - make_interval(days => ${days}) as at from events where org_id = ${seller.org.id})
      update events set created_at = passed.at from passed
       where events.org_id = ${seller.org.id} and events.position = passed.position`);
  await expiresIn(61);
  await tellExpiring(db());
  expect(await told()).toEqual([]);
  for (const [days, passed] of [
    [58, 0],
    [29, 29],
    [5, 24],
  ] as const) {
    await daysPass(passed);
    await expiresIn(days);
    for (let again = 0; again < 2; again += 1) await tellExpiring(db());
  }
  expect(await told()).toEqual(Array(3).fill(`license.expiring ${id}`));
});

test('a message tells its channel alone, to who is in it', async () => {
  const { user } = await makeMember(db(), seller.org, { defaultRoleId: 'USER' });
  const { cid } = await makeChannel(db(), { org: seller.org, people: [user], isPrivate: true });
  const text = 'Meet me at the dock';
  const message = { id: 'm1', text };
  const news = { type: 'message.new', cid: `team:${cid}`, user: { id: user.id }, message };
  expect(await postNews(app, news)).toBe(204);
  const reader = await app.as(user, seller.org);
  const named = { type: 'message.created' } as const;
  expect(await told(reader, named)).toEqual([`message.created ${cid}`]);
  expect(await told(owner, named)).toEqual([]);
  // Who doesn't name it isn't told.
  expect(await told(reader)).toEqual([]);
  const kept = await db().select().from(events).where(eq(events.orgId, seller.org.id));
  expect(JSON.stringify(kept)).not.toContain(text);
});
