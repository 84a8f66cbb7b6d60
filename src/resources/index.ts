import { messages } from '../chat';
import { home } from '../home';
import { marketplace } from '../marketplace';
import { profile } from '../profile';
import type { Manifest } from '../providers/manifest';
import { support } from '../support';
import { auditLog } from './audit-log';
import { billing } from './billing';
import { customerServiceZones, customerStatuses } from './customer-labels';
import { customers } from './customers';
import { integrations } from './integrations';
import { licenses, myLicenses } from './licenses';
import { orders, purchaseOrders } from './orders';
import { roles } from './roles';
import { team } from './team';

/** Every part of the app; add new ones here only. */
export const manifests: readonly Manifest[] = [
  home,
  marketplace,
  orders,
  purchaseOrders,
  customers,
  customerStatuses,
  customerServiceZones,
  team,
  roles,
  messages,
  integrations,
  licenses,
  myLicenses,
  billing,
  auditLog,
  profile,
  support,
];
