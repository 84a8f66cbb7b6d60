import { and, asc, eq, sql } from 'drizzle-orm';
import { badInput } from '../../domain/errors';
import type { CompanyRecord, PaymentOptionDraft } from '../../domain/organization/company';
import type { Ctx } from '../context';
import { companyPaymentOptions, customers } from '../db/schema';

/**
 * Replaces a locked company's payment options, in order. One left out is no longer offered; orders keep it. BAD_INPUT on
 * `paymentOptions` for an id of another company's, and for one left out that customers have agreed to.
 */
export async function replacePaymentOptions(
  ctx: Ctx,
  { orgId, companyId, paymentOptions: before }: CompanyRecord,
  drafts: readonly PaymentOptionDraft[],
): Promise<void> {
  const kept = new Set(drafts.flatMap(({ id }) => id ?? []));
  const known = new Set(before.map(({ id }) => id));
  if ([...kept].some((id) => !known.has(id))) {
    throw badInput({ paymentOptions: 'One of these payment options was removed. Add it again.' });
  }
  const of = and(eq(companyPaymentOptions.orgId, orgId), eq(companyPaymentOptions.companyId, companyId));
  for (const gone of before.filter(({ id }) => !kept.has(id))) {
    await assertUnused(ctx, companyId, gone);
    await ctx.db
      .update(companyPaymentOptions)
      .set({ removed: true })
      .where(and(of, eq(companyPaymentOptions.id, gone.id)));
  }
  for (const [position, { id, name, dueDays }] of drafts.entries()) {
    const values = { name, dueDays, position };
    if (id === undefined) await ctx.db.insert(companyPaymentOptions).values({ orgId, companyId, ...values });
    else
      await ctx.db
        .update(companyPaymentOptions)
        .set(values)
        .where(and(of, eq(companyPaymentOptions.id, id)));
  }
}

async function assertUnused(
  { db, membership }: Ctx,
  companyId: number,
  { id, name }: { id: number; name: string },
): Promise<void> {
  const agreed = and(
    eq(customers.orgId, membership.orgId),
    eq(customers.companyId, companyId),
    sql`${customers.paymentOptionIds} @> ${sql.param([id])}::bigint[]`,
  );
  const count = await db.$count(customers, agreed);
  if (count === 0) return;
  const [first] = await db
    .select({ name: customers.name })
    .from(customers)
    .where(agreed)
    .orderBy(asc(customers.name))
    .limit(1);
  const who = count === 1 ? first?.name : `${first?.name} and ${count - 1} more`;
  const have = count === 1 ? 'This customer has' : 'These customers have';
  throw badInput({ paymentOptions: `${have} agreed to “${name}”: ${who}. Change their payment options first.` });
}
