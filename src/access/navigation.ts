import { isAllowed } from '../../domain/access/ability';
import { ACCESS_LEVELS, type FeatureId } from '../../domain/access/features';
import type { Membership } from '../../domain/access/roles';
import { APP_IDS, type AppId } from '../providers/manifest';
import type { IconName } from '../ui/Icon';

type Needs = 'license' | 'seller-company' | 'buyer-company' | 'organization';

type Entry = {
  app: AppId;
  label: string;
  path: string;
  icon: IconName;
  /** Read or write on one of these; none means that no permission guards it. */
  features?: readonly FeatureId[];
  needs?: readonly Needs[];
};

type AppEntry = { label: string; icon: IconName; isDesktopOnly?: true };

export const APPS: Record<AppId, AppEntry> = {
  orders: { label: 'Orders', icon: 'orders' },
  inventory: { label: 'Inventory', icon: 'box' },
  marketplace: { label: 'Marketplace', icon: 'store' },
  fulfillment: { label: 'Fulfillment', icon: 'truck', isDesktopOnly: true },
  account: { label: 'Organization', icon: 'building' },
  directory: { label: 'Directory', icon: 'search' },
  profile: { label: 'Profile', icon: 'user' },
  messages: { label: 'Messages', icon: 'chat', isDesktopOnly: true },
  roadmap: { label: 'Roadmap', icon: 'chart' },
  harvest: { label: 'Harvest', icon: 'leaf' },
  deals: { label: 'Deals', icon: 'orders' },
  network: { label: 'Network', icon: 'external', isDesktopOnly: true },
  home: { label: 'Home', icon: 'store' },
};

const entry = (
  app: AppId,
  label: string,
  path: string,
  icon: IconName,
  conditions: Pick<Entry, 'features' | 'needs'> = {},
): Entry => ({
  app,
  label,
  path,
  icon,
  ...conditions,
});

const administers: readonly FeatureId[] = ['EDIT_ORGANIZATION', 'MANAGE_LICENSES', 'MANAGE_BRANDS', 'BRAND_INVITES'];

/** Every entry of the navigation and what it takes to see it. Product lines have a page and no entry. */
export const ENTRIES: readonly Entry[] = [
  entry('orders', 'Sales Orders', '/orders', 'orders', {
    features: ['BROWSE_ORDERS', 'BROWSE_MY_ORDERS'],
    needs: ['seller-company'],
  }),
  entry('orders', 'Purchase Orders', '/orders/purchases', 'cart', {
    features: ['PURCHASE_ORDERS'],
    needs: ['buyer-company'],
  }),
  entry('inventory', 'Packages', '/inventory', 'box', { features: ['INVENTORY'], needs: ['license'] }),
  entry('inventory', 'Items', '/inventory/brands', 'pin', {
    features: ['INVENTORY', 'ITEM_BRANDING'],
    needs: ['license'],
  }),
  entry('inventory', 'Pricing', '/inventory/pricing', 'chart', { features: ['PRODUCTS'], needs: ['seller-company'] }),
  entry('inventory', 'Products', '/inventory/products', 'leaf', { features: ['PRODUCTS'], needs: ['seller-company'] }),
  entry('marketplace', 'Marketplace', '/marketplace', 'store'),
  entry('fulfillment', 'Intakes', '/fulfillment', 'truck', { features: ['INTAKES'], needs: ['license'] }),
  entry('account', 'Setup', '/account/manage', 'building', { features: administers, needs: ['organization'] }),
  entry('account', 'Team', '/account/manage-users', 'user', { features: ['MANAGE_USERS'], needs: ['organization'] }),
  entry('account', 'Roles', '/account/roles', 'lock', { features: ['MANAGE_ROLES'], needs: ['organization'] }),
  entry('account', 'Integrations', '/account/integrations', 'external', {
    features: ['EDIT_ORGANIZATION', 'MANAGE_LICENSES'],
    needs: ['organization'],
  }),
  entry('account', 'Billing', '/account/billing', 'chart', { features: ['MANAGE_BILLING'], needs: ['organization'] }),
  entry('directory', 'Directory', '/directory', 'search'),
  entry('profile', 'Profile', '/profile', 'user'),
  entry('messages', 'Messages', '/chat', 'chat', { needs: ['organization'] }),
  entry('roadmap', 'Roadmap', '/roadmap', 'chart', { needs: ['organization'] }),
  entry('harvest', 'Harvest', '/harvest', 'leaf', { features: ['HARVESTS'], needs: ['license'] }),
  entry('deals', 'Deals', '/deals', 'orders', { features: ['OFFERS', 'BIDS', 'ORDERS'] }),
  entry('network', 'Customers', '/network/customers', 'user', { features: ['CUSTOMERS'], needs: ['seller-company'] }),
  entry('network', 'My Licenses', '/network/licenses', 'orders', { features: ['MANAGE_LICENSES'], needs: ['license'] }),
  entry('network', 'My Brands', '/network/brands', 'store', { features: ['MANAGE_BRANDS'], needs: ['organization'] }),
];

export type NavigationCase = {
  isSignedIn: boolean;
  membership: Membership | null;
  holdsLicense: boolean;
  hasSellerCompany: boolean;
  hasBuyerCompany: boolean;
  /** A telephone or tablet, whatever its width. */
  isMobile: boolean;
  /** Paths that have a screen. */
  paths: ReadonlySet<string>;
};

export type NavItem = { label: string; path: string; icon: IconName };
export type NavApp = {
  id: AppId;
  label: string;
  icon: IconName;
  items: readonly NavItem[];
  /** Would be here on a computer: on this device the items are left out and the mobile app is offered. */
  isDesktopOnly: boolean;
};

/** Where a telephone is sent for what works on computers alone. */
export const APP_DOWNLOAD = '/download';

/** The navigation of one person on one device: apps in display order with the entries they may open. */
export function navigation(given: NavigationCase): NavApp[] {
  if (!given.isSignedIn) return [];
  return APP_IDS.flatMap((id) => {
    const { label, icon, isDesktopOnly } = APPS[id];
    const open = ENTRIES.filter((item) => item.app === id && isOpen(item, given));
    if (open.length === 0) return [];
    const onlyElsewhere = given.isMobile && isDesktopOnly === true;
    const items = onlyElsewhere ? [] : open.map(({ label, path, icon }) => ({ label, path, icon }));
    return [{ id, label, icon, items, isDesktopOnly: onlyElsewhere }];
  });
}

function isOpen({ path, features, needs = [] }: Entry, given: NavigationCase): boolean {
  return given.paths.has(path) && needs.every((need) => meets(need, given)) && holdsAny(features, given.membership);
}

function meets(need: Needs, given: NavigationCase): boolean {
  switch (need) {
    case 'license':
      return given.holdsLicense;
    case 'seller-company':
      return given.hasSellerCompany;
    case 'buyer-company':
      return given.hasBuyerCompany;
    case 'organization':
      return given.membership !== null;
  }
}

function holdsAny(features: readonly FeatureId[] | undefined, membership: Membership | null): boolean {
  return !features || features.some((feature) => ACCESS_LEVELS.some((level) => isAllowed(membership, level, feature)));
}
