import { type SQL, sql } from 'drizzle-orm';

/** The number of the license an order's goods go to: the buyer's or, for one entered by sales, its customer's. */
export const licenseOfOrder = (orgId: number, orderId: SQL): SQL => sql`(
  select license.license_number from orders placed
    join customers customer on customer.org_id = ${orgId} and customer.id = placed.customer_id
    left join buyer_licenses bought on bought.id = placed.buyer_license_id
    join licenses license on license.id = coalesce(bought.license_id, customer.license_id)
   where placed.org_id = ${orgId} and placed.id = ${orderId})`;
