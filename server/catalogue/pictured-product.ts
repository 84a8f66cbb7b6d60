import { type SQL, sql } from 'drizzle-orm';
import { products } from '../db/schema';

/** The id of the product whose pictures buyers see for one of `products`: its parent's, if it has none of its own. */
export const picturedProduct = (orgId: SQL): SQL => sql`(case
  when ${products.parentId} is null or exists (
    select from product_images own where own.org_id = ${orgId} and own.product_id = ${products.id})
  then ${products.id} else ${products.parentId} end)`;
