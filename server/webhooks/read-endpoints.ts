import { and, eq, sql } from 'drizzle-orm';
import { notFound } from '../../domain/errors';
import type { WebhookEndpoint } from '../../domain/webhooks/endpoint';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { lockRow } from '../db/rows';
import { users, webhookEndpoints } from '../db/schema';

export type EndpointRow = typeof webhookEndpoints.$inferSelect;

export const isEndpoint = (orgId: number, id: number) =>
  and(eq(webhookEndpoints.orgId, orgId), eq(webhookEndpoints.id, id));

const waiting = sql<number>`(select count(*)::int from webhook_deliveries waiting
  where waiting.org_id = ${webhookEndpoints}.org_id and waiting.endpoint_id = ${webhookEndpoints}.id and waiting.state = 'WAITING')`;
const p95Seconds = sql<number | null>`(select round((percentile_cont(0.95) within group (
    order by greatest(0, extract(epoch from done.delivered_at - done.created_at))))::numeric, 3)::float8
  from webhook_deliveries done
  where done.org_id = ${webhookEndpoints}.org_id and done.endpoint_id = ${webhookEndpoints}.id
    and done.state = 'DELIVERED' and done.created_at > now() - interval '1 day')`;

/** An organization's endpoints as they are answered, oldest first; one of them by its id. */
export async function readEndpoints(
  { db, membership: { orgId }, services: { config } }: Pick<Ctx, 'db' | 'membership' | 'services'>,
  id?: number,
): Promise<WebhookEndpoint[]> {
  const rows = await db
    .select({
      endpoint: webhookEndpoints,
      makerName: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
      waiting,
      p95Seconds,
    })
    .from(webhookEndpoints)
    .innerJoin(users, eq(users.id, webhookEndpoints.makerUserId))
    .where(id === undefined ? eq(webhookEndpoints.orgId, orgId) : isEndpoint(orgId, id))
    .orderBy(webhookEndpoints.id);
  return rows.map(({ endpoint, makerName, ...figures }) => ({
    id: endpoint.id,
    kind: endpoint.kind,
    url: endpoint.kind === 'RECEIVER' ? config.publicUrl + endpoint.url : endpoint.url,
    description: endpoint.description,
    types: endpoint.types,
    state: endpoint.state,
    problem: endpoint.problem,
    failingSince: endpoint.failingSince?.toISOString() ?? null,
    lastSuccess: endpoint.lastSuccessAt?.toISOString() ?? null,
    maker: { id: endpoint.makerUserId, name: makerName },
    created: endpoint.createdAt.toISOString(),
    oldSecretUntil: isLaterThanNow(endpoint.oldSecretUntil) ? endpoint.oldSecretUntil.toISOString() : null,
    ...figures,
    version: endpoint.version,
  }));
}

const isLaterThanNow = (at: Date | null): at is Date => at !== null && at.getTime() > Date.now();

/** One of them. NOT_FOUND for another organization's. */
export async function readEndpoint(ctx: Parameters<typeof readEndpoints>[0], id: number): Promise<WebhookEndpoint> {
  const [found] = await readEndpoints(ctx, id);
  if (found === undefined) throw notFound('Webhook endpoint');
  return found;
}

/** Its row, locked against changes. NOT_FOUND for another organization's. */
export const lockEndpoint = (db: Db, orgId: number, id: number): Promise<EndpointRow> =>
  lockRow(db, webhookEndpoints, isEndpoint(orgId, id), 'Webhook endpoint');
