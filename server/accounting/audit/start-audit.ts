import { sql } from 'drizzle-orm';
import type { accountingAudits as contract } from '../../../domain/accounting/audit-contract';
import { badInput, DomainError } from '../../../domain/errors';
import { returnedRow } from '../../db/rows';
import { accountingAudits, orders } from '../../db/schema';
import type { Verb } from '../../implement';
import { requireConnection } from '../find-connection';
import { type AskedAudit, findAudit } from './read-audits';
import { auditedOrders } from './read-orders';

/** Begins to compare a company's orders with its books, as far as the caller sees them. */
export const startAudit: Verb<typeof contract.start> = async (ctx, { params, body }) => {
  const { companyId } = params;
  if (body.companyId !== undefined && body.companyId !== companyId)
    throw badInput({ companyId: 'Must be the company of the address' });
  const connection = await requireConnection(ctx, companyId);
  if (connection.state !== 'ACTIVE')
    throw new DomainError('CONFLICT', 'The books no longer let us in. Connect them again first.');
  const timeZone = ctx.zoneOf(companyId);
  const matching = auditedOrders({ membership: ctx.membership, now: ctx.now, timeZone }, companyId, body.filters);
  const { rows } = await ctx.db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${orders} where ${matching}`,
  );
  const asked: AskedAudit = { companyId, filters: body.filters, timeZone };
  const { id } = returnedRow(
    await ctx.db
      .insert(accountingAudits)
      .values({
        orgId: ctx.membership.orgId,
        connectionId: connection.id,
        asked,
        orderCount: rows[0]?.count ?? 0,
        startedByUserId: ctx.person.userId,
        createdAt: ctx.now,
      })
      .returning({ id: accountingAudits.id }),
  );
  await ctx.enqueue({ name: 'audit-books', data: { orgId: ctx.membership.orgId, auditId: id } });
  await ctx.audit({ id, after: { ...asked, orders: rows[0]?.count ?? 0 } });
  await ctx.publish({ topic: 'integrations', kind: 'changed', id, orgIds: [ctx.membership.orgId] });
  return findAudit(ctx, companyId, id);
};
