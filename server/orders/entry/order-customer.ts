import { and, asc, eq } from 'drizzle-orm';
import type { orderEntry as contract } from '../../../domain/orders/entry/contract';
import { loadCustomer } from '../../customers/read-customers';
import { companyPaymentOptions } from '../../db/schema';
import type { Verb } from '../../implement';
import { readWarning } from '../../licenses/read-warning';
import { loadDistributors, loadVendors } from '../../organization/distributors';
import { findSeenCompany } from '../../organization/find-company';
import { possibleReps } from '../sales-reps';

/** A customer as whoever enters an order needs to know them. NOT_FOUND unless the caller sees them and their company. */
export const getOrderCustomer: Verb<typeof contract.customer> = async (ctx, { params }) => {
  const customer = await loadCustomer(ctx, params.id);
  const company = await findSeenCompany(ctx, customer.companyId);
  const { id, name, dueDays, removed, companyId, position } = companyPaymentOptions;
  const offered = await ctx.db
    .select({ id, name, dueDays })
    .from(companyPaymentOptions)
    .where(and(eq(companyId, company.id), eq(removed, false)))
    .orderBy(asc(position), asc(id));
  const agreed = offered.filter((option) => customer.paymentOptions.includes(option.id));
  const vendors = await loadVendors(ctx, company.usState);
  const offeredIds = new Set(vendors.map((vendor) => vendor.id));
  // One that is no longer offered, as a former partner's, is no longer begun with.
  const usual = (await loadDistributors(ctx, [company.id])).filter((one) => offeredIds.has(one.distributorId));
  return {
    id: customer.id,
    name: customer.name,
    licenseNumber: customer.license?.licenseNumber ?? null,
    licenseWarning: await readWarning(ctx.db, ctx.membership, customer.licenseId),
    onHold: customer.onHold,
    holdReason: customer.holdReason,
    delinquent: customer.delinquent,
    creditLimitUsd: customer.creditLimitUsd,
    exposureUsd: customer.exposureUsd,
    overpaidUsd: customer.overpaidUsd,
    paymentTermsDays: customer.paymentTermsDays,
    managerIds: await possibleReps(ctx, company.id, customer.managerIds),
    paymentOptions: agreed.length > 0 ? agreed : offered,
    distributors: vendors.map((vendor) => ({ companyId: vendor.id, name: vendor.name })),
    usualDistributors: usual.map(({ brandId, distributorId }) => ({ brandId, distributorId })),
  };
};
