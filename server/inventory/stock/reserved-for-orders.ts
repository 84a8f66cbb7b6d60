import { type SQL, sql } from 'drizzle-orm';
import { isOneOf } from '../../db/page';

/** How much each order keeps of products, as rows of `product_id`, `order_id` and `quantity`: only where it is some. */
export const reservedForOrders = (orgId: number, productIds: readonly number[]): SQL => sql`
  select movement.product_id, movement.order_id, trim_scale(sum(movement.reserved_delta)) as quantity
    from stock_movements movement
   where movement.org_id = ${orgId} and ${isOneOf(sql`movement.product_id`, productIds)} and movement.order_id is not null
   group by 1, 2 having sum(movement.reserved_delta) > 0`;
