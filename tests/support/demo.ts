import { and, eq } from 'drizzle-orm';
import type { OrderStatus } from '../../domain/orders/status';
import type { Db } from '../../server/db/client';
import * as schema from '../../server/db/schema';
import { makeProduct } from './catalogue-factories';
import { makeOrder, type OrderFixture } from './order-factories';

/** The demo's first seller in California, and a buyer who buys there. */
export const SELLER = 'Fernhollow Farms';
export const BUYER = 'Harbor & Vine';

type Wanted = {
  status: OrderStatus;
  /** Who sells: an organization of the demo, its first one unless said. */
  seller?: string;
  /** Who buys, through the marketplace; a customer that sales entered unless said. */
  buyer?: string;
  /** Cases of a new product at $20.00 each. */
  quantity?: string;
};

/**
 * A new order of the demo's people in the status a test needs, with the stock it holds in it, so that no test leans on
 * what the demo has today. Raises an error where the demo has no such seller or buyer.
 */
export async function placeOrder(
  db: Db,
  { status, seller: sellerName = SELLER, buyer: buyerName, quantity = '10' }: Wanted,
): Promise<OrderFixture> {
  const seller = await findSeller(db, sellerName);
  const product = await makeProduct(db, seller, { quantity: '1000' });
  const buying = buyerName === undefined ? {} : await findBuying(db, seller, buyerName);
  const { order } = await makeOrder(db, seller, { status, lines: [{ product, quantity }], ...buying });
  return order;
}

/** So many orders, the newest last. */
export async function placeOrders(db: Db, count: number, wanted: Wanted): Promise<OrderFixture[]> {
  const placed: OrderFixture[] = [];
  while (placed.length < count) placed.push(await placeOrder(db, wanted));
  return placed;
}

async function findSeller(db: Db, name: string) {
  const { organizations, companies, brands } = schema;
  const [found] = await db
    .select({ org: organizations, company: companies, brand: brands })
    .from(organizations)
    .innerJoin(companies, eq(companies.orgId, organizations.id))
    .innerJoin(brands, eq(brands.orgId, organizations.id))
    .where(and(eq(organizations.name, name), eq(companies.usState, organizations.defaultState)))
    .orderBy(companies.id, brands.id)
    .limit(1);
  if (!found) throw new Error(`The demo has no seller called ${name}`);
  return found;
}

/** The customer under which a seller knows a buyer, and what the buyer buys with. */
async function findBuying(db: Db, { org, company }: Awaited<ReturnType<typeof findSeller>>, name: string) {
  const { organizations, licenses, buyerLicenses, buyerCompanies, customers } = schema;
  const [found] = await db
    .select({
      org: organizations,
      license: licenses,
      buyerCompany: buyerCompanies,
      buyerLicense: buyerLicenses,
      customer: customers,
    })
    .from(customers)
    .innerJoin(licenses, eq(licenses.id, customers.licenseId))
    .innerJoin(buyerLicenses, eq(buyerLicenses.licenseId, customers.licenseId))
    .innerJoin(buyerCompanies, eq(buyerCompanies.id, buyerLicenses.buyerCompanyId))
    .innerJoin(organizations, eq(organizations.id, buyerLicenses.orgId))
    .where(and(eq(customers.orgId, org.id), eq(customers.companyId, company.id), eq(organizations.name, name)))
    .orderBy(customers.id)
    .limit(1);
  if (!found) throw new Error(`The demo has no ${name} among the customers of ${org.name}`);
  const { customer, ...buyer } = found;
  return { buyer, customer };
}
