import { chatExports, messages } from '../chat';
import { directory, listing } from '../directory';
import { home } from '../home';
import { marketplace } from '../marketplace';
import { notifications } from '../notifications';
import { profile } from '../profile';
import type { Manifest } from '../providers/manifest';
import { roadmap } from '../roadmap';
import { support } from '../support';
import { supportRecordings, usage } from '../usage';
import { wrapper } from '../wrapper';
import { accounting } from './accounting';
import { billing } from './billing';
import { brandInvites, brandReview, brands, myBrands } from './brands';
import { items } from './catalogue/items';
import { productLines } from './catalogue/product-lines';
import { products } from './catalogue/products';
import { customers } from './customers';
import { customerServiceZones, customerStatuses } from './customers/labels';
import { bids, dealOrders, offers, openOffers } from './deals';
import { harvests } from './harvests';
import { intakes } from './intakes';
import { integrations } from './integrations';
import { apiKeys } from './integrations/api-keys';
import { webhookEndpoints } from './integrations/webhooks';
import { inventory } from './inventory/packages';
import { reconciliation } from './inventory/reconciliation';
import { licenses, myLicenses } from './licenses';
import { unsentEmails } from './mail';
import { brandPartners, network, partnerBrands } from './network';
import { accessLog, brandStock } from './network/packages';
import { shares, sharing } from './network/shares';
import { orders, purchaseOrders } from './orders';
import { auditLog } from './organization/audit-log';
import { buyerCompanies } from './organization/buyer-companies';
import { companies } from './organization/companies';
import { setup } from './organization/setup';
import { priceSchedules } from './pricing';
import { team } from './team';
import { roles } from './team/roles';
import { wholesale } from './wholesale';

/** Every part of the app; add new ones here only. */
export const manifests: readonly Manifest[] = [
  home,
  wrapper,
  marketplace,
  directory,
  orders,
  purchaseOrders,
  inventory,
  items,
  reconciliation,
  products,
  productLines,
  priceSchedules,
  intakes,
  openOffers,
  offers,
  bids,
  dealOrders,
  harvests,
  network,
  brandPartners,
  partnerBrands,
  customers,
  customerStatuses,
  customerServiceZones,
  brandStock,
  accessLog,
  setup,
  companies,
  buyerCompanies,
  team,
  roles,
  messages,
  notifications,
  integrations,
  apiKeys,
  webhookEndpoints,
  accounting,
  wholesale,
  licenses,
  myLicenses,
  brands,
  myBrands,
  brandInvites,
  sharing,
  shares,
  listing,
  unsentEmails,
  billing,
  auditLog,
  chatExports,
  profile,
  roadmap,
  support,
  brandReview,
  usage,
  supportRecordings,
];
