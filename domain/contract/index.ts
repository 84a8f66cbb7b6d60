import { carts } from '../carts/contract';
import { chat } from '../chat/contract';
import { brands, directory } from '../directory/contract';
import { orders, purchaseOrders } from '../orders/contract';
import { organisation, roles } from '../organisation/contract';
import { invitations, team } from '../organisation/team-contract';
import { reference, session } from '../session/contract';
import { support } from '../support/contract';

/** Every call of the platform, by area and verb. */
export const contract = {
  session,
  reference,
  organisation,
  roles,
  team,
  invitations,
  support,
  directory,
  brands,
  carts,
  orders,
  purchaseOrders,
  chat,
};
