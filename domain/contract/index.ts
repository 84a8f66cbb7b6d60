import { carts } from '../carts/contract';
import { brands, directory } from '../directory/contract';
import { orders, purchaseOrders } from '../orders/contract';
import { organisation, roles } from '../organisation/contract';
import { reference, session } from '../session/contract';

/** Every call of the platform, by area and verb. */
export const contract = { session, reference, organisation, roles, directory, brands, carts, orders, purchaseOrders };
