import { accountingAudits } from './accounting/audit-contract';
import { accountingChanges } from './accounting/changes-contract';
import { accounting } from './accounting/connection-contract';
import { accountingMappings } from './accounting/mapping-contract';
import { bookPushes } from './accounting/push/contract';
import { apiKeys } from './api-keys/contract';
import { badges } from './badges/badges';
import { billing } from './billing/contract';
import { brandInvites, brandSuggestions, ownBrands } from './brands/contract';
import { bulkActs } from './bulk/contract';
import { cards } from './cards/contract';
import { counterparts } from './cards/counterpart';
import { messageLinks } from './cards/links';
import { approvalSettings, approvals } from './carts/approvals/contract';
import { carts } from './carts/contract';
import { quickOrders, standingLists } from './carts/fill-contract';
import { cartsTogether } from './carts/presence-contract';
import { reorders } from './carts/reorder-contract';
import { substitutes } from './carts/substitutes-contract';
import { productChanges, productDetails, products } from './catalogue/contract';
import { productImports } from './catalogue/import/contract';
import { productLines, strains } from './catalogue/lines-contract';
import { productLists } from './catalogue/lists-contract';
import { productSearches } from './catalogue/saved-searches';
import { chat } from './chat/contract';
import { chatExports } from './chat/export-contract';
import { channelInvites, orgChannels } from './chat/network-contract';
import { blockedUsers, connections } from './connections/contract';
import { customerServiceZones, customerStatuses, customers } from './customers/contract';
import { customerImports } from './customers/import-contract';
import { orderTerms } from './customers/order-terms-contract';
import { serviceZoneMap } from './customers/zone-contract';
import { bids, offers } from './deals/contract';
import { boughtBefore } from './directory/bought-contract';
import { brands, directory } from './directory/contract';
import { follows } from './directory/follow-contract';
import { marketHome, marketSettings } from './directory/home-contract';
import { directoryLists } from './directory/lists';
import { events } from './events/contract';
import { brandPictures, companyPictures, organizationPictures, userPictures } from './files/contract';
import { geography } from './geography/contract';
import { harvestLists, harvests } from './harvests/contract';
import { intakes } from './intakes/contract';
import { tracking, wholesale } from './integrations/contract';
import { heldItems, itemRules } from './inventory/items/held-items-contract';
import { productItems, trackingItems } from './inventory/items/items-contract';
import { productLab } from './inventory/lab-summary';
import { packageBulk } from './inventory/packages/bulk-contract';
import { inventory } from './inventory/packages/contract';
import { packageSearches } from './inventory/packages/saved-searches';
import { reconciliation } from './inventory/reconciliation/contract';
import { licenses } from './licenses/contract';
import { licenseDisputes } from './licenses/dispute-contract';
import { licenseImports } from './licenses/import-contract';
import { licenseProofs } from './licenses/proof-contract';
import { registerImports } from './licenses/register-contract';
import { licenseWatches } from './licenses/watch-contract';
import { unsentEmails } from './mail/contract';
import { needs } from './needs/contract';
import { accessLog, networkPackages } from './network/packages-contract';
import { partners } from './network/partners-contract';
import { autoSharing, sharedBrands } from './network/shares-contract';
import { notifications } from './notifications/contract';
import { beginning } from './onboarding/contract';
import { orderMentions } from './orders/comments/contract';
import { orders, purchaseOrders } from './orders/contract';
import { orderDocuments } from './orders/documents/contract';
import { orderEntry } from './orders/entry/contract';
import { orderExports } from './orders/export-contract';
import { orderHistory } from './orders/history/contract';
import { orderInventory } from './orders/inventory-contract';
import { orderNews } from './orders/news/contract';
import { orderCredit } from './orders/payments/contract';
import { orderProblems } from './orders/problems/contract';
import { purchaseActs } from './orders/purchase-contract';
import { savedSearches } from './orders/saved-searches';
import { auditLog } from './organization/audit-contract';
import {
  buyerCompanies,
  companies,
  companyInvites,
  companyNotifications,
  organizationLists,
} from './organization/company-contract';
import { organization } from './organization/contract';
import { orgListing } from './organization/org-listing';
import { priceSchedules, productPrices } from './pricing/contract';
import { orderReports, pivotReports } from './reports/contract';
import { reportMailings } from './reports/mailing-contract';
import { roadmap } from './roadmap/contract';
import { reference, session } from './session/contract';
import { support } from './support/contract';
import { team } from './team/contract';
import { teamImports } from './team/import-contract';
import { invitations } from './team/invitation-contract';
import { roles } from './team/roles-contract';
import { supportRecordings, usage } from './usage/contract';
import { webhooks } from './webhooks/contract';
import { wholesaleDesk } from './wholesale/desk-contract';
import { wholesaleMatches } from './wholesale/match-contract';
import { wholesaleStock } from './wholesale/stock-contract';

/** Every call of the platform, by area and verb. */
export const contract = {
  session,
  reference,
  connections,
  blockedUsers,
  geography,
  organization: { ...organization, ...orgListing },
  beginning,
  companies,
  companyNotifications,
  companyInvites,
  organizationLists,
  buyerCompanies,
  roles,
  apiKeys,
  billing,
  bulkActs,
  auditLog,
  unsentEmails,
  events,
  team,
  teamImports,
  invitations,
  support,
  directory,
  directoryLists,
  brands,
  marketHome,
  marketSettings,
  follows,
  productLists,
  productDetails,
  products,
  productChanges,
  productImports,
  productSearches,
  productItems,
  trackingItems,
  inventory,
  heldItems,
  intakes,
  itemRules,
  packageBulk,
  packageSearches,
  productLab,
  boughtBefore,
  reconciliation,
  harvests,
  harvestLists,
  productLines,
  strains,
  priceSchedules,
  productPrices,
  ownBrands,
  brandSuggestions,
  brandInvites,
  sharedBrands,
  autoSharing,
  quickOrders,
  standingLists,
  approvalSettings,
  approvals,
  cartsTogether,
  substitutes,
  carts,
  reorders,
  networkPackages,
  accessLog,
  offers,
  bids,
  orders,
  orderEntry,
  orderCredit,
  orderDocuments,
  orderHistory,
  orderInventory,
  orderMentions,
  orderNews,
  purchaseOrders,
  partners,
  badges,
  needs,
  notifications,
  orderProblems,
  purchaseActs,
  orderTerms,
  customers,
  customerStatuses,
  customerServiceZones,
  serviceZoneMap,
  customerImports,
  licenses,
  licenseWatches,
  licenseProofs,
  licenseDisputes,
  licenseImports,
  registerImports,
  chat,
  orgChannels,
  channelInvites,
  chatExports,
  cards,
  counterparts,
  messageLinks,
  savedSearches,
  orderExports,
  orderReports,
  pivotReports,
  reportMailings,
  roadmap,
  tracking,
  accountingMappings,
  accountingAudits,
  accountingChanges,
  wholesale,
  accounting,
  bookPushes,
  wholesaleMatches,
  wholesaleStock,
  wholesaleDesk,
  webhooks,
  userPictures,
  organizationPictures,
  brandPictures,
  companyPictures,
  usage,
  supportRecordings,
};
