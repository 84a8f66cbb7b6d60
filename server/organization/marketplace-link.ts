import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { DomainError } from '../../domain/errors';
import type { companies as contract } from '../../domain/organization/company-contract';
import type { Ctx } from '../context';
import { companies, wholesaleSyncs } from '../db/schema';
import type { Verb } from '../implement';
import { lockCompany, saveCompany } from './save-company';

/** Whether a company is linked to the wholesale marketplace, which then keeps its prices. */
export const isLinked = (orgId: number, companyId: SQLWrapper): SQL<boolean> => sql<boolean>`exists (
  select from ${wholesaleSyncs} link join ${companies} linked on linked.us_state = link.us_state
   where link.org_id = ${orgId} and link.sealed_key is not null
     and linked.id = ${companyId} and not linked.marketplace_link_severed)`;

/**
 * Severs a company's link with the wholesale marketplace, so that its prices are set here, or joins it again. STALE,
 * CONFLICT to sever what isn't connected.
 */
export const setMarketplaceLink: Verb<typeof contract.setMarketplaceLink> = async (ctx: Ctx, { params, body }) => {
  const before = await lockCompany(ctx, params.id, body.version);
  if (body.severed === before.marketplaceLinkSevered) return before;
  if (body.severed && !before.isMarketplaceLinked)
    throw new DomainError('CONFLICT', `${before.name} isn’t connected to the wholesale marketplace.`);
  return saveCompany(ctx, before, { marketplaceLinkSevered: body.severed });
};
