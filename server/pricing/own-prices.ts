import { DomainError } from '../../domain/errors';
import { pricesKeptThere } from '../../domain/pricing/own-prices';
import type { Ctx } from '../context';
import { listCompanies } from '../organization/list-companies';

/**
 * CONFLICT for a company linked to the wholesale marketplace, where its prices are kept until the link is severed.
 */
export async function assertOwnPrices({ db, membership }: Pick<Ctx, 'db' | 'membership'>, companyId: number) {
  const company = (await listCompanies(db, membership)).find((one) => one.companyId === companyId);
  if (company?.isMarketplaceLinked) throw new DomainError('CONFLICT', pricesKeptThere(company.name));
}
