import { billing } from '../billing/contract';
import { carts } from '../carts/contract';
import { chat } from '../chat/contract';
import { brands, directory } from '../directory/contract';
import { tracking, wholesale } from '../integrations/contract';
import { orders, purchaseOrders } from '../orders/contract';
import { orderExports } from '../orders/export-contract';
import { savedSearches } from '../orders/saved-search-contract';
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
  billing,
  team,
  invitations,
  support,
  directory,
  brands,
  carts,
  orders,
  purchaseOrders,
  chat,
  savedSearches,
  orderExports,
  tracking,
  wholesale,
};
