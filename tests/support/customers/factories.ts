import type { Db } from '../../../server/db/client';
import * as schema from '../../../server/db/schema';
import { type BuyerFixture, only, type SellerFixture, unique } from '../organization/factories';

export type CustomerFixture = typeof schema.customers.$inferSelect;

type Seller = Pick<SellerFixture, 'org' | 'company'>;

/** A customer of the seller's company; with `buyer`, the one their orders are for. */
export async function makeCustomer(
  db: Db,
  { org, company }: Seller,
  {
    buyer,
    managerOrgUserIds = [],
    ...values
  }: Partial<Omit<CustomerFixture, 'id' | 'orgId' | 'companyId'>> & {
    buyer?: Pick<BuyerFixture, 'license'>;
    managerOrgUserIds?: number[];
  } = {},
): Promise<CustomerFixture> {
  const of = { orgId: org.id };
  const named = buyer === undefined ? { name: `Harbor Wellness ${unique()}` } : { name: buyer.license.name };
  const customer = only(
    await db
      .insert(schema.customers)
      .values({ ...of, companyId: company.id, ...named, licenseId: buyer?.license.id ?? null, ...values })
      .returning(),
  );
  if (managerOrgUserIds.length > 0) {
    await db
      .insert(schema.customerManagers)
      .values(managerOrgUserIds.map((orgUserId) => ({ ...of, customerId: customer.id, orgUserId })));
  }
  return customer;
}

type Label = Partial<typeof schema.customerStatuses.$inferInsert>;

/** Another customer status of a company. */
export const makeCustomerStatus = (db: Db, seller: Seller, values: Label = {}) =>
  makeLabel(db, seller, schema.customerStatuses, { name: `Status ${unique()}`, ...values });

/** Another service zone of a company. */
export const makeServiceZone = (db: Db, seller: Seller, values: Label = {}) =>
  makeLabel(db, seller, schema.customerServiceZones, { name: `Zone ${unique()}`, ...values });

async function makeLabel(
  db: Db,
  { org, company }: Seller,
  table: typeof schema.customerStatuses,
  values: Label & { name: string },
) {
  const placed = { orgId: org.id, companyId: company.id, position: unique(), ...values };
  return only(await db.insert(table).values(placed).returning());
}
