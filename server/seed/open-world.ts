import { addSubscriptions } from './billing';
import { addChat } from './chat';
import { addCustomers } from './customers';
import { addDeals } from './deals';
import { addFamilies } from './families';
import { addIntegrations } from './integrations';
import { addTrackingItems } from './items';
import { addMarketVisits } from './market';
import { addOrganizations } from './organizations';
import { addProducts, type SeededProduct } from './products';
import { addReportMailings } from './report-mailings';
import { addSavedSearches } from './saved-searches';
import { addPriceSchedules } from './schedules';
import { newWorld, type World } from './world';

/** The whole demo except orders, as rows; needs no database, and is the same every time for the same day. */
export function openWorld(
  now: Date,
  { passwordHash, credentialsKey }: { passwordHash: string; credentialsKey: string },
): { world: World; products: SeededProduct[] } {
  const world = newWorld(now);
  addOrganizations(world, passwordHash);
  addChat(world);
  addSubscriptions(world);
  addIntegrations(world, credentialsKey);
  addCustomers(world);
  const products = addProducts(world);
  addTrackingItems(world, products);
  addPriceSchedules(world);
  addFamilies(world, products);
  addDeals(world);
  addMarketVisits(world);
  addSavedSearches(world);
  addReportMailings(world);
  return { world, products };
}
