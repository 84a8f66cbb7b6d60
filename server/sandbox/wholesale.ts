import { and, asc, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MARKETPLACE_ACTIONS, type MarketplaceAction, marketplaceMove } from '../../domain/integrations/marketplace';
import { ORDER_STATUS_IDS, ORDER_STATUSES, type OrderStatus } from '../../domain/orders/status';
import type { Config } from '../config';
import type { Db } from '../db/client';
import { companies, orders, organizations } from '../db/schema';
import { html } from '../mail/html';
import { demoWholesaleKey } from './demo-keys';
import { sendSandboxPage } from './page';
import { recordsOf } from './records';
import { readSwitches, serveSwitches } from './switches';

const PAGE = '/sandbox/wholesale';
const MOST_SHOWN = 50;
const ACCESS = ['READ', 'WRITE'] as const;
/** Statuses where the marketplace's own process ends. */
const CLOSED: readonly OrderStatus[] = ['COMPLETE', 'CANCELLED', 'REJECTED'];

type Key = { orgId: number; orgName: string; usState: string; access: (typeof ACCESS)[number]; key: string };
type OrderCall = { Params: { number: string; action: string } };

/**
 * Replaces the wholesale marketplace: every seller has a read-only and a write key in each of its states. Orders count
 * as submitted there until changed; the page shows the changes received.
 */
export function mountWholesaleSandbox(app: FastifyInstance, { db, config }: { db: Db; config: Config }): void {
  if (!config.wholesale.standIn) return;
  const records = recordsOf(db, 'wholesale');

  /** The caller; null once the call was refused. */
  async function caller(request: FastifyRequest, reply: FastifyReply): Promise<Key | null> {
    if (await records.isOut()) {
      reply.status(503).send({ detail: 'Service unavailable.' });
      return null;
    }
    const given = /^App (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    const key = (await listKeys(db)).find((one) => one.key === given);
    if (key && !(await records.isRevoked(key.key))) return key;
    reply.status(401).send({ detail: 'Invalid key.' });
    return null;
  }

  async function statusOf({ orgId, usState }: Key, number: string): Promise<OrderStatus | null> {
    const [known] = await db
      .select({ id: orders.id })
      .from(orders)
      .innerJoin(companies, eq(companies.id, orders.companyId))
      .where(and(eq(orders.orgId, orgId), eq(companies.usState, usState), eq(orders.externalId, number)));
    if (!known) return null;
    const told = await records.latest('move', number);
    return ORDER_STATUS_IDS.find((id) => id === (told?.data as { leaves?: string } | undefined)?.leaves) ?? 'SUBMITTED';
  }

  app.register(async (scope) => {
    serveSwitches(scope, PAGE, records);

    scope.get(`${PAGE}/api/orders-received/`, async (request, reply) => {
      const key = await caller(request, reply);
      return key ? { count: 0, next: null, previous: null, results: [] } : reply;
    });

    scope.get<OrderCall>(`${PAGE}/api/orders-received/:number/`, async (request, reply) => {
      const key = await caller(request, reply);
      if (!key) return reply;
      const status = await statusOf(key, request.params.number);
      if (!status) return reply.status(404).send({ detail: 'Not found.' });
      return { number: request.params.number, status: ORDER_STATUSES[status].label };
    });

    scope.post<OrderCall>(`${PAGE}/api/orders-received/:number/transition/:action/`, async (request, reply) => {
      const key = await caller(request, reply);
      if (!key) return reply;
      if (key.access !== 'WRITE') return reply.status(403).send({ detail: 'This key can only read.' });
      const { number, action } = request.params;
      const [status, leaves] = [await statusOf(key, number), leftBy(action)];
      if (!status) return reply.status(404).send({ detail: 'Not found.' });
      if (!leaves || status === leaves || CLOSED.includes(status)) {
        return reply.status(400).send({ detail: `“${action}” isn’t allowed on an order that is ${status}.` });
      }
      await records.add('move', number, { action, leaves, orgName: key.orgName });
      return { number, status: ORDER_STATUSES[leaves].label };
    });

    scope.get(PAGE, async (_request, reply) => {
      const [keys, switches] = [await listKeys(db), await readSwitches(PAGE, records)];
      const moves = await records.newest('move', MOST_SHOWN);
      return sendSandboxPage(
        reply,
        'Wholesale marketplace sandbox',
        html`<p>Verdant calls this sandbox instead of the wholesale marketplace. A seller has two keys in each state: one can only read
orders, and with the other Verdant sends every change.</p>
${switches.outage}
<h2>Keys</h2><div class="card"><table><thead><tr><th>Seller</th><th>State</th><th>Access</th><th>Key</th><th>Revoke</th></tr></thead><tbody>
${keys.map(
  ({
    orgName,
    usState,
    access,
    key,
  }) => html`<tr><td>${orgName}</td><td>${usState}</td><td>${access === 'WRITE' ? 'read and write' : 'read only'}</td>
<td><code>${key}</code></td><td>${switches.revoke(key)}</td></tr>`,
)}</tbody></table></div>
<h2>Changes received</h2>
${
  moves.length === 0
    ? html`<p class="quiet">Nothing yet. Change the status of an order from the wholesale marketplace.</p>`
    : html`<div class="card"><table><thead><tr><th>When</th><th>Seller</th><th>Order</th><th>Action</th></tr></thead><tbody>
${moves.map(
  ({ createdAt, subject, data }) => html`<tr><td>${createdAt.toISOString().slice(0, 19).replace('T', ' ')} UTC</td>
<td>${(data as { orgName: string }).orgName}</td><td>${subject}</td><td>${(data as { action: string }).action}</td></tr>`,
)}</tbody></table></div>`
}`,
      );
    });
  });
}

/** The status an action leads to; undefined for an unknown action. */
function leftBy(action: string): OrderStatus | undefined {
  if (!MARKETPLACE_ACTIONS.includes(action as MarketplaceAction)) return undefined;
  return ORDER_STATUS_IDS.find((status) => marketplaceMove(status)?.action === action);
}

async function listKeys(db: Db): Promise<Key[]> {
  const sold = await db
    .selectDistinct({ orgId: companies.orgId, orgName: organizations.name, usState: companies.usState })
    .from(companies)
    .innerJoin(organizations, eq(organizations.id, companies.orgId))
    .where(isNull(companies.removedAt))
    .orderBy(asc(companies.orgId), asc(companies.usState));
  return sold.flatMap((one) =>
    ACCESS.map((access) => ({ ...one, access, key: demoWholesaleKey(one.orgId, one.usState, access) })),
  );
}
