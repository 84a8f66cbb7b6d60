import { addApiKeys } from './api-keys';
import { addSubscriptions } from './billing';
import { addFamilies } from './catalogue/families';
import { addTrackingItems } from './catalogue/items';
import { addProducts, type SeededProduct } from './catalogue/products';
import { addPriceSchedules } from './catalogue/schedules';
import { addChat } from './chat';
import { addDeals } from './deals';
import { addHarvests } from './harvests';
import { addIntakes } from './intakes';
import { addIntegrations } from './integrations';
import { addMarketVisits } from './market';
import { addCustomers } from './parties/customers';
import { addOrganizations } from './parties/organizations';
import { assignHeldItems } from './parties/shares';
import { addReportMailings } from './report-mailings';
import { addRoadmap } from './roadmap';
import { addSavedSearches } from './saved-searches';
import { addWebhooks } from './webhooks';
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
  assignHeldItems(world);
  addIntakes(world);
  addHarvests(world);
  addPriceSchedules(world);
  addFamilies(world, products);
  addDeals(world);
  addRoadmap(world);
  addMarketVisits(world);
  addSavedSearches(world);
  addReportMailings(world);
  addApiKeys(world);
  addWebhooks(world, credentialsKey);
  return { world, products };
}
