import { and, eq } from 'drizzle-orm';
import type { orders as contract } from '../../domain/orders/contract';
import { orders } from '../db/schema';
import { visibleOrders } from '../db/visibility';
import type { Verb } from '../implement';
import { loadOrder } from './read-orders';

/** One sales order the caller may see, with lines, history and allowed status changes. */
export const getOrder: Verb<typeof contract.get> = ({ db, membership }, { params }) =>
  loadOrder(db, membership, and(eq(orders.id, params.id), visibleOrders(membership)));
