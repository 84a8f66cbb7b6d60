import { and, eq, isNull, sql } from 'drizzle-orm';
import type { OrderTerms } from '../../domain/customers/order-terms';
import type { orderTerms as contract } from '../../domain/customers/order-terms-contract';
import { assertCurrent, badInput, notFound } from '../../domain/errors';
import { publishToBuyers } from '../catalogue/publish-products';
import type { Ctx } from '../context';
import { holdAlone } from '../db/hold';
import { customerServiceZones, companyOrderTerms as table } from '../db/schema';
import type { Verb } from '../implement';
import { findSeenCompany } from '../organization/find-company';

async function describe({ db, membership }: Ctx, companyId: number): Promise<OrderTerms[]> {
  const { orgId } = membership;
  const rows = await db
    .select({ terms: table, zoneName: customerServiceZones.name })
    .from(table)
    .leftJoin(
      customerServiceZones,
      and(eq(customerServiceZones.orgId, orgId), eq(customerServiceZones.id, table.serviceZoneId)),
    )
    .where(and(eq(table.orgId, orgId), eq(table.companyId, companyId)))
    .orderBy(sql`${customerServiceZones.position} nulls first`, table.id);
  return rows
    .filter(({ terms, zoneName }) => terms.serviceZoneId === null || zoneName !== null)
    .map(({ terms: { orgId: _, companyId: __, ...terms }, zoneName }) => ({ ...terms, zoneName }));
}

/** What a company asks of orders. NOT_FOUND. */
export const listOrderTerms: Verb<typeof contract.list> = async (ctx, { params: { companyId } }) => {
  await findSeenCompany(ctx, companyId);
  return describe(ctx, companyId);
};

/** Sets what a company asks of orders, or of those of a zone. NOT_FOUND, STALE, BAD_INPUT for another company's zone. */
export const saveOrderTerms: Verb<typeof contract.save> = async (ctx, { params: { companyId }, body }) => {
  const { db, membership } = ctx;
  const { orgId } = membership;
  await findSeenCompany(ctx, companyId);
  await holdAlone(db, { kind: 'company labels', id: companyId });
  const { version, serviceZoneId, deliveryDays, ...values } = body;
  if (serviceZoneId !== null) {
    const [zone] = await db
      .select({ id: customerServiceZones.id })
      .from(customerServiceZones)
      .where(
        and(
          eq(customerServiceZones.orgId, orgId),
          eq(customerServiceZones.companyId, companyId),
          eq(customerServiceZones.id, serviceZoneId),
        ),
      );
    if (zone === undefined) throw badInput({ serviceZoneId: 'Choose one of the company’s service zones' });
  }
  const which = and(
    eq(table.orgId, orgId),
    eq(table.companyId, companyId),
    serviceZoneId === null ? isNull(table.serviceZoneId) : eq(table.serviceZoneId, serviceZoneId),
  );
  const [before] = await db.select().from(table).where(which).for('no key update');
  assertCurrent('These terms', before, version);
  const terms = { ...values, deliveryDays: [...new Set(deliveryDays)].sort((a, b) => a - b) };
  if (before)
    await db
      .update(table)
      .set({ ...terms, version: before.version + 1 })
      .where(eq(table.id, before.id));
  else await db.insert(table).values({ ...terms, orgId, companyId, serviceZoneId });
  await ctx.audit({ id: companyId, before: before ?? null, after: { serviceZoneId, ...terms } });
  await publishToBuyers(ctx, 'all');
  await ctx.publish({ topic: 'organization', kind: 'changed', id: companyId, orgIds: [orgId] });
  return describe(ctx, companyId);
};

/** Takes terms away. NOT_FOUND. */
export const removeOrderTerms: Verb<typeof contract.remove> = async (ctx, { params: { companyId, id } }) => {
  const { db, membership } = ctx;
  await findSeenCompany(ctx, companyId);
  const [gone] = await db
    .delete(table)
    .where(and(eq(table.orgId, membership.orgId), eq(table.companyId, companyId), eq(table.id, id)))
    .returning();
  if (gone === undefined) throw notFound('Terms');
  await ctx.audit({ id: companyId, before: gone, after: null });
  await publishToBuyers(ctx, 'all');
  await ctx.publish({ topic: 'organization', kind: 'changed', id: companyId, orgIds: [membership.orgId] });
  return { ok: true };
};
