import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { webhooks } from '../../../domain/webhooks/contract';
import { webhookDeliveries, webhookEndpoints } from '../../../server/db/schema';
import { openApp } from '../../support/app';
import { makeMember, makeSeller, only } from '../../support/factories';
import { countsOf, toldOf } from '../../support/notifications/told';
import { answering, openReceiver } from '../../support/webhooks/receivers';

const app = await openApp({ environment: { WEBHOOKS_LOCAL: 'true' } });
const { db } = app.database;

test('ENDPOINT_TROUBLE is for who manages webhooks, after an hour and once it is off; settled when it is resumed', async () => {
  const seller = await makeSeller(db);
  const owner = await app.as(seller.owner.user, seller.org);
  const user = await makeMember(db, seller.org, { defaultRoleId: 'USER' });
  const receiver = await openReceiver();
  receiver.answers(answering(500));
  const { id } = await owner.expectOk(webhooks.create, { body: { url: receiver.url, description: 'Warehouse' } });
  const endpoint = async () => only(await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)));
  await owner.expectOk(webhooks.ping, { params: { id } });
  await expect.poll(async () => (await endpoint()).failures).toBe(1);
  expect((await endpoint()).toldAt).toBeNull();
  const again = async (hours: number) => {
    const failingSince = new Date(Date.now() - hours * 3_600_000);
    await db.update(webhookEndpoints).set({ failingSince }).where(eq(webhookEndpoints.id, id));
    const { id: deliveryId } = only(
      await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.endpointId, id)),
    );
    await owner.expectOk(webhooks.resend, { params: { id: deliveryId } });
  };
  await again(1.1);
  await expect
    .poll(() => toldOf(app, seller.owner.user, 'ENDPOINT_TROUBLE'))
    .toMatchObject([{ title: 'Webhooks to Warehouse fail', lines: ['It answered 500', ''] }]);
  await again(121);
  await expect.poll(async () => (await endpoint()).state).toBe('DISABLED');
  await expect
    .poll(async () => (await toldOf(app, seller.owner.user, 'ENDPOINT_TROUBLE'))[0]?.title)
    .toBe('Warehouse was switched off');
  expect(await countsOf(app, [user.user], 'ENDPOINT_TROUBLE')).toEqual([0]);
  const body = { version: (await endpoint()).version, replaysMissed: false };
  await owner.expectOk(webhooks.resume, { params: { id }, body });
  expect((await endpoint()).toldAt).toBeNull();
});
