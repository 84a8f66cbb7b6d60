import type { Db } from '../../../server/db/client';
import { companies } from '../../../server/db/schema';
import { only, type SellerFixture } from './party-factories';

/** The seller by another company of theirs. */
export async function makeCompany(
  db: Db,
  seller: SellerFixture,
  values: Partial<Pick<SellerFixture['company'], 'name' | 'companyType' | 'usState'>> = {},
): Promise<SellerFixture> {
  const { companyType, usState } = seller.company;
  const of = { orgId: seller.org.id, name: 'Second Company', companyType, usState, ...values };
  return { ...seller, company: only(await db.insert(companies).values(of).returning()) };
}
