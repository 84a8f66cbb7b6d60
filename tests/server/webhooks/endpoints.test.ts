import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { webhooks } from '../../../domain/webhooks/contract';
import { MOST_ENDPOINTS } from '../../../domain/webhooks/endpoint';
import { auditLog, idempotencyKeys, webhookEndpoints } from '../../../server/db/schema';
import { openCredentialEncryption, places } from '../../../server/integrations/credential-encryption';
import { only } from '../../support/factories';
import { memberOf, openSellerAndStranger } from '../../support/seller-app';

const { app, seller, owner, stranger } = await openSellerAndStranger();
const { db } = app.database;
const url = 'https://hooks.example.com/verdant';
const add = (body: object = {}) => owner.expectOk(webhooks.create, { body: { url, ...body } });

test.each([
  ['', 'Address is required'],
  ['http://hooks.example.com/', 'Must begin with https://'],
  ['https://127.0.0.1/', 'This address isn’t public'],
  ['https://0x7f.1/', 'This address isn’t public'],
  ['https://[::ffff:a00:1]/', 'This address isn’t public'],
  ['https://localhost/', 'Must be a public host, such as hooks.example.com'],
  ['https://me@hooks.example.com/', 'Can’t contain a user name or password'],
  ['https://hooks.example.com:5432/', 'The port must be 443 or 8443'],
])('an address that may not be sent to is refused on its field: %j', async (text, problem) => {
  expect(await owner.call(webhooks.create, { body: { url: text } })).toMatchObject({
    status: 400,
    body: { errors: { url: problem } },
  });
});

test('no secret is in a reply but the one that shows it, in the audit log, or with an idempotency key; it is sealed', async () => {
  const { id, version } = await add();
  await owner.expectOk(webhooks.rotate, { params: { id }, body: { version, overlapHours: 1 } });
  const { secret, oldSecret } = await owner.expectOk(webhooks.secret, { params: { id } });
  const row = only(await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)));
  const kept = JSON.stringify([
    await db.select().from(auditLog),
    await db.select().from(idempotencyKeys),
    row,
    await owner.expectOk(webhooks.list, {}),
  ]);
  for (const one of [secret, oldSecret ?? '']) {
    expect(one).toMatch(/^whsec_/);
    expect(kept).not.toContain(one.slice('whsec_'.length));
  }
  const vault = openCredentialEncryption(app.config.credentialsKey);
  expect(vault.open(row.sealedSecret, places.webhook(seller.org.id, id))).toBe(secret);
  expect(() => vault.open(row.sealedSecret, places.webhook(seller.org.id, id + 1))).toThrow();
});

test('who doesn’t manage roles sees none of it, who only reads changes nothing, others find nothing', async () => {
  const { id, version } = await add();
  const user = await memberOf({ app, seller }, { defaultRoleId: 'USER' });
  for (const caller of [user]) {
    expect(await caller.call(webhooks.list, {})).toMatchObject({ status: 403 });
    expect(await caller.call(webhooks.secret, { params: { id } })).toMatchObject({ status: 403 });
    expect(await caller.call(webhooks.create, { body: { url } })).toMatchObject({ status: 403 });
  }
  expect(await stranger.expectOk(webhooks.list, {})).toEqual([]);
  const calls = [
    stranger.call(webhooks.detail, { params: { id } }),
    stranger.call(webhooks.update, { params: { id }, body: { url, version } }),
    stranger.call(webhooks.secret, { params: { id } }),
    stranger.call(webhooks.rotate, { params: { id }, body: { version, overlapHours: 0 } }),
    stranger.call(webhooks.ping, { params: { id } }),
    stranger.call(webhooks.pause, { params: { id }, body: { version } }),
    stranger.call(webhooks.received, { params: { id } }),
    stranger.call(webhooks.remove, { params: { id } }),
  ];
  for (const { status } of await Promise.all(calls)) expect(status).toBe(404);
});

test('an outdated change is refused, a deleted endpoint is gone', async () => {
  const { id, version } = await add({ description: 'Warehouse' });
  const change = { params: { id }, body: { url, description: 'Shop', types: ['order.created' as const], version } };
  expect(await owner.expectOk(webhooks.update, change)).toMatchObject({
    description: 'Shop',
    types: ['order.created'],
  });
  expect(await owner.call(webhooks.update, change)).toMatchObject({ status: 409 });
  await owner.expectOk(webhooks.remove, { params: { id } });
  expect(await owner.call(webhooks.detail, { params: { id } })).toMatchObject({ status: 404 });
});

test('an organization has at most a hundred', async () => {
  const have = (await owner.expectOk(webhooks.list, {})).length;
  const row = { orgId: seller.org.id, kind: 'URL', url, sealedSecret: '', makerUserId: seller.owner.user.id } as const;
  await db.insert(webhookEndpoints).values(Array(MOST_ENDPOINTS - have).fill(row));
  expect(await owner.call(webhooks.create, { body: { url } })).toMatchObject({ status: 409 });
  await db
    .delete(webhookEndpoints)
    .where(and(eq(webhookEndpoints.orgId, seller.org.id), eq(webhookEndpoints.sealedSecret, '')));
});
