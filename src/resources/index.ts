import { messages } from '../chat';
import { home } from '../home';
import { marketplace } from '../marketplace';
import { profile } from '../profile';
import type { Manifest } from '../providers/manifest';
import { support } from '../support';
import { auditLog } from './audit-log';
import { billing } from './billing';
import { brandInvites, brandReview, brands, listing, myBrands } from './brands';
import { buyerCompanies } from './buyer-companies';
import { companies } from './companies';
import { customerServiceZones, customerStatuses } from './customer-labels';
import { customers } from './customers';
import { bids, dealOrders, offers, openOffers } from './deals';
import { integrations } from './integrations';
import { inventory } from './inventory';
import { items } from './items';
import { licenses, myLicenses } from './licenses';
import { orders, purchaseOrders } from './orders';
import { priceSchedules } from './price-schedules';
import { productLines } from './product-lines';
import { products } from './products';
import { reconciliation } from './reconciliation';
import { roles } from './roles';
import { setup } from './setup';
import { team } from './team';

/** Every part of the app; add new ones here only. */
export const manifests: readonly Manifest[] = [
  home,
  marketplace,
  orders,
  purchaseOrders,
  inventory,
  items,
  reconciliation,
  products,
  productLines,
  priceSchedules,
  openOffers,
  offers,
  bids,
  dealOrders,
  customers,
  customerStatuses,
  customerServiceZones,
  setup,
  companies,
  buyerCompanies,
  team,
  roles,
  messages,
  integrations,
  licenses,
  myLicenses,
  brands,
  myBrands,
  brandInvites,
  listing,
  billing,
  auditLog,
  profile,
  support,
  brandReview,
];
