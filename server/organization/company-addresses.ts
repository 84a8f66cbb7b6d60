import { and, eq } from 'drizzle-orm';
import { notFound } from '../../domain/errors';
import type { companies as contract } from '../../domain/organization/company-contract';
import { companyAddresses } from '../db/schema';
import type { Verb } from '../implement';
import { lockCompany, saveCompany } from './save-company';

/** Adds an address as a company's last location. */
export const addAddress: Verb<typeof contract.addAddress> = async (ctx, { params, body }) => {
  const before = await lockCompany(ctx, params.id);
  const { state, ...address } = body;
  await ctx.db.insert(companyAddresses).values({
    ...address,
    orgId: before.orgId,
    companyId: before.companyId,
    usState: state.ansiAbbrevation,
    displayOrder: before.locations.length,
    createdAt: ctx.now,
  });
  return saveCompany(ctx, before);
};

/** Changes one of a company's addresses. STALE, and NOT_FOUND for another company's address. */
export const updateAddress: Verb<typeof contract.updateAddress> = async (ctx, { params, body }) => {
  const { version, state, ...address } = body;
  const before = await lockCompany(ctx, params.id, version);
  const [changed] = await ctx.db
    .update(companyAddresses)
    .set({ ...address, usState: state.ansiAbbrevation })
    .where(
      and(
        eq(companyAddresses.orgId, before.orgId),
        eq(companyAddresses.companyId, before.companyId),
        eq(companyAddresses.id, params.addressId),
      ),
    )
    .returning({ id: companyAddresses.id });
  if (changed === undefined) throw notFound('Address');
  return saveCompany(ctx, before);
};
