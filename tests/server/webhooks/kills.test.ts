import { and, eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { webhooks } from '../../../domain/webhooks/contract';
import { webhookDeliveries } from '../../../server/db/schema';
import { transact } from '../../../server/db/transact';
import { tell } from '../../../server/events/tell-events';
import { openApp } from '../../support/app';
import { makeProduct, makeSeller } from '../../support/factories';
import { startVerdant } from '../../support/process';
import { answering, openReceiver } from '../../support/webhooks/receivers';

const EVENTS = 12;
const environment = { WEBHOOKS_LOCAL: 'true' };
const app = await openApp({ environment });
const { db } = app.database;

test('a process dies by kill -9 while a receiver holds what it sent: the other sends all of it, with the same ids', async () => {
  const seller = await makeSeller(db);
  const owner = await app.as(seller.owner.user, seller.org);
  const product = await makeProduct(db, seller);
  const receiver = await openReceiver();
  receiver.answers(() => {});
  const { id } = await owner.expectOk(webhooks.create, { body: { url: receiver.url } });
  const killed = await startVerdant({ DATABASE_URL: app.config.databaseUrl ?? '', ...environment });
  onTestFinished(async () => void (await killed.stop('SIGKILL')));
  const subject = { kind: 'product', id: product.id } as const;
  for (let at = 0; at < EVENTS; at += 1)
    await transact(db, (tx) => tell(tx, { type: 'product.updated', orgId: seller.org.id, subject }));
  // Both hold as many as they may.
  await expect.poll(() => receiver.got.length, { timeout: 60_000 }).toBe(10);
  const held = receiver.ids();
  await killed.stop('SIGKILL');
  receiver.answers(answering(200));
  const mine = and(eq(webhookDeliveries.orgId, seller.org.id), eq(webhookDeliveries.endpointId, id));
  const states = async () => (await db.select().from(webhookDeliveries).where(mine)).map(({ state }) => state);
  await expect
    .poll(
      async () => {
        // Its leases end, and pauses after failures are over.
        await db
          .update(webhookDeliveries)
          .set({ nextAt: sql`now()` })
          .where(and(mine, eq(webhookDeliveries.state, 'WAITING')));
        await db.execute(sql`update webhook_endpoints set rests_until = null where org_id = ${seller.org.id}`);
        await db.execute(sql`select pg_notify('verdant_deliveries', ${String(seller.org.id)})`);
        return states();
      },
      { timeout: 90_000, interval: 500 },
    )
    .toEqual(Array(EVENTS).fill('DELIVERED'));
  const ids = new Set(receiver.ids());
  expect(ids.size).toBe(EVENTS);
  for (const one of held) expect(receiver.ids().filter((other) => other === one).length).toBeGreaterThanOrEqual(1);
}, 200_000);
