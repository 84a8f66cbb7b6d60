import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { EventTypeSchema } from '../../domain/events/catalogue';
import type { webhooks } from '../../domain/webhooks/contract';
import { DELIVERIES_KEPT_DAYS } from '../../domain/webhooks/endpoint';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { daysAgo } from '../db/remove-old';
import { webhookEndpoints, webhookReceipts } from '../db/schema';
import type { Verb } from '../implement';
import { places } from '../integrations/credential-encryption';
import { publish } from '../live/publish';
import { isEndpoint, readEndpoint } from './read-endpoints';
import { isSigned } from './signing';

const MOST_RECEIVED = 50;
/** What a message is told by, and nothing else that a request carries. */
const SHOWN = /^(webhook-|content-|user-agent$)/;

type Arrived = {
  path: string;
  orgId: number;
  endpointId: number;
  headers: Readonly<Record<string, string>>;
  body: string;
};

/**
 * Takes what comes to a test receiver's address and judges its signature, as its owner's program would. Null if there is no
 * such receiver.
 */
export async function receiveWebhook(
  { database: { db }, integrations: { vault } }: Pick<Services, 'database' | 'integrations'>,
  { path, orgId, endpointId, headers, body }: Arrived,
): Promise<{ isVerified: boolean } | null> {
  const [endpoint] = await db.select().from(webhookEndpoints).where(isEndpoint(orgId, endpointId));
  if (endpoint?.kind !== 'RECEIVER' || endpoint.url !== path) return null;
  const now = new Date();
  const { sealedSecret, sealedOldSecret, oldSecretUntil } = endpoint;
  const isOldValid = oldSecretUntil !== null && oldSecretUntil > now;
  const sealed = [sealedSecret, ...(isOldValid && sealedOldSecret !== null ? [sealedOldSecret] : [])];
  const secrets = sealed.map((one) => vault.open(one, places.webhook(orgId, endpointId)));
  const isVerified = isSigned(secrets, headers, body, now);
  const shown = Object.fromEntries(Object.entries(headers).filter(([name]) => SHOWN.test(name)));
  await db.transaction(async (tx) => {
    await tx.insert(webhookReceipts).values({ orgId, endpointId, headers: shown, body, isVerified });
    await tx.execute(sql`
      delete from webhook_receipts where org_id = ${orgId} and endpoint_id = ${endpointId} and id <= (
        select id from webhook_receipts where org_id = ${orgId} and endpoint_id = ${endpointId}
         order by id desc offset ${MOST_RECEIVED} limit 1)`);
    await publish(tx, { topic: 'webhooks', kind: 'changed', id: orgId, orgIds: [orgId] });
  });
  return { isVerified };
}

/** What an endpoint's test receiver got. NOT_FOUND for another organization's. */
export const listReceived: Verb<(typeof webhooks)['received']> = async (ctx, { params: { id } }) => {
  const { orgId } = ctx.membership;
  await readEndpoint(ctx, id);
  const rows = await ctx.db
    .select()
    .from(webhookReceipts)
    .where(and(eq(webhookReceipts.orgId, orgId), eq(webhookReceipts.endpointId, id)))
    .orderBy(desc(webhookReceipts.id))
    .limit(MOST_RECEIVED);
  return rows.map(({ id: receiptId, createdAt, headers, body, isVerified }) => ({
    id: receiptId,
    received: createdAt.toISOString(),
    headers,
    body,
    isVerified,
    type: typeOf(body),
  }));
};

function typeOf(body: string) {
  try {
    return EventTypeSchema.catch(null as never).parse(JSON.parse(body)?.type);
  } catch {
    return null;
  }
}

/** Removes what the test receivers got so long ago. */
export async function purgeReceipts(db: Db): Promise<void> {
  await db.delete(webhookReceipts).where(lt(webhookReceipts.createdAt, daysAgo(DELIVERIES_KEPT_DAYS)));
}
