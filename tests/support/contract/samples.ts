import { accountingSamples } from './samples/accounting';
import { bookPushSamples } from './samples/book-pushes';
import { booksAuditSamples } from './samples/books-audits';
import { cardSamples } from './samples/cards';
import { catalogueSamples } from './samples/catalogue';
import { channelSamples } from './samples/channels';
import { claimSamples } from './samples/claims';
import { dealSamples } from './samples/deals';
import { harvestSamples } from './samples/harvests';
import { intakeSamples } from './samples/intakes';
import { inventorySamples } from './samples/inventory';
import { networkSamples } from './samples/network';
import { orderSamples } from './samples/orders';
import { organizationSamples } from './samples/organization';
import { partnerSamples } from './samples/partners';
import { personSamples } from './samples/person';
import { registerSamples } from './samples/registers';
import { roadmapSamples } from './samples/roadmap';
import type { Samples } from './samples/sample';
import { shareSamples } from './samples/shares';
import { tradeSamples } from './samples/trade';
import { usageSamples } from './samples/usage';
import { webhookSamples } from './samples/webhooks';
import { wholesaleSamples } from './samples/wholesale';
import { wholesaleStockSamples } from './samples/wholesale-stock';

/** One valid call of every endpoint; a new endpoint doesn't compile without one. */
export const SAMPLES: Samples = {
  // Before the books are disconnected.
  ...booksAuditSamples,
  ...accountingSamples,
  // Before the connection is disabled.
  ...wholesaleSamples,
  ...personSamples,
  ...organizationSamples,
  ...claimSamples,
  ...tradeSamples,
  ...dealSamples,
  // Before the comment it is of is removed.
  ...cardSamples,
  ...orderSamples,
  ...catalogueSamples,
  ...intakeSamples,
  ...inventorySamples,
  ...harvestSamples,
  ...networkSamples,
  ...partnerSamples,
  ...channelSamples,
  ...shareSamples,
  ...bookPushSamples,
  ...registerSamples,
  ...roadmapSamples,
  ...wholesaleStockSamples,
  ...usageSamples,
  ...webhookSamples,
};
