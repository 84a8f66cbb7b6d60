import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { session } from '../../../domain/session/contract';
import {
  licenseSyncs,
  licenses,
  organizations,
  orgUsers,
  trackingKeys,
  trackingReads,
} from '../../../server/db/schema';
import { checkIntegrations } from '../../../server/integrations/check-integrations';
import { openCredentialEncryption } from '../../../server/integrations/credential-encryption';
import { accessOf } from '../../../server/integrations/tracking/license-access';
import { historyReader } from '../../../server/integrations/tracking/read-license';
import type { TestApp, TestCaller } from '../../support/app';
import { makeLicenseKey, makeMember, makeSeller, makeTrackingKey, type SellerFixture } from '../../support/factories';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));
const db = () => app.database.db;
const vault = () => openCredentialEncryption(app.config.credentialsKey);

const syncsOf = ({ org }: Pick<SellerFixture, 'org'>) =>
  db().select().from(licenseSyncs).where(eq(licenseSyncs.orgId, org.id));
const keysOf = ({ org }: Pick<SellerFixture, 'org'>) =>
  db().select().from(trackingKeys).where(eq(trackingKeys.orgId, org.id));

/** The regular check, and which of these organizations' licenses it has read. */
async function check(...of: SellerFixture[]): Promise<number[]> {
  const read: number[] = [];
  const enqueue = async (_db: unknown, { name, data }: { name: string; data: { orgId: number } }) => {
    if (name === 'sync-license' && of.some(({ org }) => org.id === data.orgId)) read.push(data.orgId);
  };
  await checkIntegrations({ config: app.config, database: app.database, jobs: { enqueue } } as never);
  return read;
}

describe('licenses are read no longer, and keys forgotten', () => {
  beforeEach(async () => {
    await makeLicenseKey(db(), seller);
    await makeTrackingKey(db(), { org: seller.org, orgUserId: seller.owner.orgUserId });
    await db()
      .update(licenses)
      .set({ syncNotFound: false, historicalSyncDone: true, syncActive: true })
      .where(eq(licenses.id, seller.license.id));
  });

  test.each([
    [
      'of an organization without people',
      () => db().update(orgUsers).set({ status: 'REMOVED' }).where(eq(orgUsers.orgId, seller.org.id)),
    ],
    [
      'of one whose plan ended',
      () => db().update(organizations).set({ plan: 'FREE' }).where(eq(organizations.id, seller.org.id)),
    ],
  ])('%s, and nobody else’s', async (_whose, end) => {
    const other = await makeSeller(db());
    await makeLicenseKey(db(), other);
    expect((await check(seller, other)).sort()).toEqual([seller.org.id, other.org.id].sort());
    await end();
    expect(await check(seller, other)).toEqual([other.org.id]);
    expect([await syncsOf(seller), await keysOf(seller)]).toEqual([[], []]);
    expect(await syncsOf(other)).toHaveLength(1);
    const [license] = await db().select().from(licenses).where(eq(licenses.id, seller.license.id));
    expect(license).toMatchObject({ syncNotFound: true, syncActive: false });
  });

  test('at once when the last person deletes their account', async () => {
    await db().update(organizations).set({ plan: 'PAYG' }).where(eq(organizations.id, seller.org.id));
    await owner.expectOk(session.deleteMe, { body: { email: seller.owner.user.email } });
    expect([await syncsOf(seller), await keysOf(seller)]).toEqual([[], []]);
  });
});

describe('a removed member’s own key', () => {
  test('is forgotten with the removal, and the licenses read with it are checked; a colleague’s stays', async () => {
    const [gone, stays] = [
      await makeMember(db(), seller, { defaultRoleId: 'ADMIN' }),
      await makeMember(db(), seller, { defaultRoleId: 'ADMIN' }),
    ];
    for (const { orgUserId } of [gone, stays]) await makeTrackingKey(db(), { org: seller.org, orgUserId });
    await db()
      .insert(licenseSyncs)
      .values({ orgId: seller.org.id, licenseId: seller.license.id, orgUserId: gone.orgUserId });
    await owner.expectOk(contract.team.remove, { params: { orgId: seller.org.id, id: gone.orgUserId } });
    expect((await keysOf(seller)).map(({ orgUserId }) => orgUserId)).toEqual([stays.orgUserId]);
  });

  test.each([
    ['sends while they are a member', 'ACTIVE', true],
    ['no longer sends once they are not', 'REMOVED', false],
  ])('%s', async (_what, status, isOwn) => {
    const member = await makeMember(db(), seller, { defaultRoleId: 'ADMIN' });
    await makeTrackingKey(db(), { org: seller.org, orgUserId: member.orgUserId }, { key: 'their-own-key' });
    await db().update(orgUsers).set({ status }).where(eq(orgUsers.id, member.orgUserId));
    const ids = { orgId: seller.org.id, licenseId: seller.license.id, orgUserId: member.orgUserId };
    const tools = { database: app.database, integrations: { vault: vault() } };
    const access = await accessOf(tools as never, ids);
    expect(access?.userKey).toBe(isOwn ? 'their-own-key' : undefined);
  });
});

test('of two jobs that read a history the slower stops, and sets nothing back', async () => {
  await makeLicenseKey(db(), seller);
  const ids = { orgId: seller.org.id, licenseId: seller.license.id };
  await db()
    .update(licenses)
    .set({ syncNotFound: false, historicalSyncDone: false, syncActive: false })
    .where(eq(licenses.id, ids.licenseId));
  await db().update(licenseSyncs).set({ roundBeganAt: new Date() }).where(eq(licenseSyncs.licenseId, ids.licenseId));
  const kept: string[] = [];
  const enqueued: unknown[] = [];
  const quick = Promise.withResolvers<void>();
  const list = {
    name: 'first',
    path: '/first',
    keep: async (_tools: unknown, _from: unknown, records: unknown[]) => void kept.push(JSON.stringify(records)),
  };
  const run = (who: string, waits: Promise<void>) => {
    const readPage = async () => {
      await waits;
      return { records: [{ Id: who }], pages: 1, total: 1 };
    };
    const openedBy = async () => ({ licenseNumbers: [seller.license.licenseNumber], theirNow: Date.now() });
    const tools = {
      database: app.database,
      integrations: { vault: vault(), tracking: { readPage, openedBy } },
      jobs: { enqueue: async (_db: unknown, job: unknown) => void enqueued.push(job) },
    };
    return historyReader({ lists: [list], finishRound: async () => {}, follow: async () => {} })(tools as never, ids);
  };
  const slower = run('slower', quick.promise);
  await run('quicker', Promise.resolve());
  const where = and(eq(trackingReads.licenseId, ids.licenseId), eq(trackingReads.list, 'first'));
  const [before] = await db().select().from(trackingReads).where(where);
  quick.resolve();
  await slower;
  expect(kept).toEqual(['[{"Id":"quicker"}]']);
  expect(enqueued).toHaveLength(1);
  expect(await db().select().from(trackingReads).where(where)).toEqual([before]);
});
