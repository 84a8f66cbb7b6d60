import { eq } from 'drizzle-orm';
import { DEVELOPMENT_CREDENTIALS_KEY } from '../../../server/config';
import type { Db } from '../../../server/db/client';
import { eventStreams, events, webhookAttempts, webhookDeliveries, webhookEndpoints } from '../../../server/db/schema';
import { openCredentialEncryption, places } from '../../../server/integrations/credential-encryption';
import { newSecret } from '../../../server/webhooks/signing';
import { only, type SellerFixture } from '../factories';

/** Endpoints that are called, one that is off, and a delivery of an event. */
export interface WebhooksWorld {
  webhooks: {
    endpointId: number;
    rotatedId: number;
    activeId: number;
    pausedId: number;
    otherId: number;
    deliveryId: number;
  };
}

type Values = Partial<typeof webhookEndpoints.$inferInsert>;

/** An endpoint of the seller's, of which nothing is delivered by itself: no event is told of it. */
export async function makeEndpoint(db: Db, seller: SellerFixture, values: Values = {}): Promise<number> {
  const orgId = seller.org.id;
  await db.insert(eventStreams).values({ orgId }).onConflictDoNothing();
  const row = {
    orgId,
    kind: 'URL',
    url: 'https://hooks.example.com/',
    sealedSecret: '',
    makerUserId: seller.owner.user.id,
  } as const;
  const { id } = only(
    await db
      .insert(webhookEndpoints)
      .values({ ...row, ...values })
      .returning(),
  );
  const sealedSecret = openCredentialEncryption(DEVELOPMENT_CREDENTIALS_KEY).seal(
    newSecret(),
    places.webhook(orgId, id),
  );
  await db.update(webhookEndpoints).set({ sealedSecret }).where(eq(webhookEndpoints.id, id));
  return id;
}

export async function makeWebhooksWorld(db: Db, seller: SellerFixture): Promise<WebhooksWorld> {
  const orgId = seller.org.id;
  // None listens to anything that happens in tests of calls.
  const quiet = { types: ['message.created'] } satisfies Values;
  const endpointId = await makeEndpoint(db, seller, quiet);
  const rotatedId = await makeEndpoint(db, seller, quiet);
  const activeId = await makeEndpoint(db, seller, quiet);
  const pausedId = await makeEndpoint(db, seller, { ...quiet, state: 'PAUSED', offSince: new Date() });
  const otherId = await makeEndpoint(db, seller, quiet);
  // Of a product that is gone: none of the world's.
  const about = { type: 'product.created', subjectKind: 'product', subjectId: '0', sequence: 1 } as const;
  await db.insert(events).values({ orgId, position: 1, ...about });
  await db.update(eventStreams).set({ last: 1 }).where(eq(eventStreams.orgId, orgId));
  const done = { state: 'DELIVERED', attempts: 1, lastStatus: 200, nextAt: null, deliveredAt: new Date() } as const;
  const { id: deliveryId } = only(
    await db
      .insert(webhookDeliveries)
      .values({ orgId, endpointId, position: 1, ...done })
      .returning(),
  );
  const said = { requestHeaders: {}, requestBody: '{}', status: 200, replyHeaders: {}, replyHead: 'ok' };
  await db.insert(webhookAttempts).values({ orgId, deliveryId, number: 1, at: new Date(), milliseconds: 5, ...said });
  return { webhooks: { endpointId, rotatedId, activeId, pausedId, otherId, deliveryId } };
}
