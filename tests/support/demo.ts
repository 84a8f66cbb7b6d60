import { and, asc, eq, sql } from 'drizzle-orm';
import type { OrderStatus } from '../../domain/orders/status';
import type { Db } from '../../server/db/client';
import * as schema from '../../server/db/schema';
import { makeProduct } from './catalogue/factories';
import { makeOrder, type OrderFixture } from './orders/factories';

const SELLER = 'Fernhollow Farms';
/** Someone who buys there and at Tidemark's. */
export const BUYER = 'Harbor & Vine';

type Wanted = {
  status: OrderStatus;
  /** The seller: a demo organization, the first by default. */
  seller?: string;
  /** The buyer, through the marketplace; by default a customer entered by sales. */
  buyer?: string;
  /** The sales rep's email; none by default. */
  rep?: string;
  /** Units of a new product at $20.00 each. */
  quantity?: string;
  /** Further units of it, on backorder; none by default. */
  later?: string;
} & Pick<Partial<OrderFixture>, 'orderSource' | 'externalId' | 'paymentDueDate'>;

/**
 * A new order among demo people in a given status, with its stock, so tests don't depend on the demo's current orders.
 * It belongs to the company the seller's people see first, or the one a buyer buys from. Throws if the demo has no such
 * seller or buyer.
 */
export async function placeOrder(
  db: Db,
  { status, seller: sellerName = SELLER, buyer: buyerName, rep, quantity = '10', later, ...values }: Wanted,
): Promise<OrderFixture> {
  const { companies, brands } = schema;
  const org = await findOrganization(db, sellerName);
  const found = buyerName === undefined ? undefined : await findBuyer(db, org.id, buyerName);
  const ofCompany = found && eq(companies.id, found.customer.companyId);
  const [company] = await db
    .select()
    .from(companies)
    .where(and(eq(companies.orgId, org.id), ofCompany))
    .orderBy(asc(companies.name))
    .limit(1);
  const [brand] = await db.select().from(brands).where(eq(brands.orgId, org.id)).orderBy(asc(brands.id)).limit(1);
  if (!company || !brand) throw new Error(`${sellerName} sells nothing in the demo`);
  const seller = { org, company, brand };
  const product = await makeProduct(db, seller, { quantity: '1000' });
  const salesRepOrgUserIds = rep === undefined ? [] : [await findMember(db, org.id, rep)];
  const waiting = later === undefined ? [] : [{ product, quantity: later, isBackorder: true }];
  const wanted = { status, lines: [{ product, quantity }, ...waiting], salesRepOrgUserIds, ...found, ...values };
  return (await makeOrder(db, seller, wanted)).order;
}

/** Stocks each product of a brand, in base units, for any small order. */
export async function stockUp(db: Db, brandSlug: string, quantity = 5000): Promise<void> {
  const { rowCount } = await db.execute(sql`
    with ours as (
      select p.org_id, p.id from products p join brands b on b.id = p.brand_id where b.slug = ${brandSlug}
    ), told as (
      insert into stock_movements (org_id, product_id, kind, quantity_delta, reserved_delta)
      select org_id, id, 'adjust', ${quantity}::numeric, 0 from ours
    )
    update product_stock s set quantity = s.quantity + ${quantity}::numeric
      from ours where s.org_id = ours.org_id and s.product_id = ours.id`);
  if (!rowCount) throw new Error(`The demo has no products of ${brandSlug}`);
}

async function findMember(db: Db, orgId: number, email: string): Promise<number> {
  const { orgUsers } = schema;
  const [member] = await db
    .select({ id: orgUsers.id })
    .from(orgUsers)
    .where(and(eq(orgUsers.orgId, orgId), eq(orgUsers.email, email)));
  if (!member) throw new Error(`The demo has no ${email} there`);
  return member.id;
}

async function findOrganization(db: Db, name: string) {
  const { organizations } = schema;
  const [org] = await db.select().from(organizations).where(eq(organizations.name, name));
  if (!org) throw new Error(`The demo has no organization called ${name}`);
  return org;
}

/** A seller's customer for a buyer, and the buyer's license. */
async function findBuyer(db: Db, sellerOrgId: number, name: string) {
  const { licenses: license, buyerLicenses: buyerLicense, buyerCompanies: buyerCompany, customers } = schema;
  const org = await findOrganization(db, name);
  const [found] = await db
    .select({ license, buyerCompany, buyerLicense, customer: customers })
    .from(customers)
    .innerJoin(license, eq(license.id, customers.licenseId))
    .innerJoin(buyerLicense, eq(buyerLicense.licenseId, license.id))
    .innerJoin(buyerCompany, eq(buyerCompany.id, buyerLicense.buyerCompanyId))
    .where(and(eq(customers.orgId, sellerOrgId), eq(buyerLicense.orgId, org.id)))
    .orderBy(asc(customers.id))
    .limit(1);
  if (!found) throw new Error(`The seller has no customer ${name} in the demo`);
  const { customer, ...buyer } = found;
  return { customer, buyer: { org, ...buyer } };
}
