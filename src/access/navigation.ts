import { type AppAbility, type Requirement, whyNot } from '../../domain/access/ability';
import { APP_IDS, type AppId, type Manifest, type NavNeed, type Screen } from '../providers/manifest';
import type { IconName } from '../ui/Icon';

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
  support: { label: 'Support', icon: 'tool' },
  home: { label: 'Home', icon: 'store' },
};

export type NavigationCase = {
  isSignedIn: boolean;
  ability: AppAbility;
  holdsLicense: boolean;
  hasSellerCompany: boolean;
  hasBuyerCompany: boolean;
  /** The seller company's prices come from the wholesale marketplace. */
  isMarketplaceLinked: boolean;
  /** Feature flags turned on for the organization. */
  enabledFeatures: readonly string[];
  /** A phone or tablet, at any width. */
  isMobile: boolean;
};

export type NavItem = { label: string; path: string; icon: IconName; covers: readonly string[] };
export type NavApp = {
  id: AppId;
  label: string;
  icon: IconName;
  items: readonly NavItem[];
  /** Desktop only: on this device the items are hidden and the mobile app is offered. */
  isDesktopOnly: boolean;
};

/** Where phones are sent for desktop-only screens. */
export const APP_DOWNLOAD = '/download';

/**
 * One person's navigation on one device: apps in display order with the entries they may open, from the manifests'
 * screens.
 */
export function navigation(given: NavigationCase, manifests: readonly Manifest[]): NavApp[] {
  if (!given.isSignedIn) return [];
  const open = manifests
    .flatMap((manifest) => manifest.screens.map((screen) => ({ manifest, screen })))
    .filter(({ manifest, screen }) => isOpen(manifest, screen, given))
    .sort((a, b) => (a.screen.nav?.order ?? 0) - (b.screen.nav?.order ?? 0));
  return APP_IDS.flatMap((id) => {
    const { label, icon, isDesktopOnly } = APPS[id];
    const own = open.filter(({ manifest }) => manifest.app === id);
    if (own.length === 0) return [];
    const here = own.filter(({ screen }) => !(given.isMobile && (isDesktopOnly || screen.isDesktopOnly)));
    const items = here.map(({ screen }) => itemOf(screen));
    return [{ id, label, icon, items, isDesktopOnly: here.length === 0 }];
  });
}

/** What opening a screen requires. */
export function requirementOf(manifest: Manifest, screen: Screen) {
  return screen.requires ?? manifest.requires;
}

function itemOf({ path, title, nav }: Screen): NavItem {
  return { label: title, path: `/${path}`, icon: nav?.icon ?? 'info', covers: nav?.covers ?? [] };
}

function isOpen(manifest: Manifest, screen: Screen, given: NavigationCase): boolean {
  if (!screen.nav) return false;
  const { needs = [], flag } = screen.nav;
  if (flag !== undefined && !given.enabledFeatures.includes(flag)) return false;
  return (
    needs.every((need) => isNeedMet(need, given)) && whyNot(given.ability, requirementOf(manifest, screen)) === null
  );
}

function isNeedMet(need: NavNeed, given: NavigationCase): boolean {
  switch (need) {
    case 'license':
      return given.holdsLicense;
    case 'seller-company':
      return given.hasSellerCompany;
    case 'buyer-company':
      return given.hasBuyerCompany;
    case 'own-prices':
      return given.hasSellerCompany && !given.isMarketplaceLinked;
  }
}

type Opened = { manifest: Manifest; screen: Screen };
type Known = { can: (requirement: Requirement) => boolean; find: (path: string) => Opened | undefined };

/** Apps whose records are a person's own or anybody's, not those of the organization they work for. */
const OF_NO_ORGANIZATION: ReadonlySet<AppId> = new Set(['profile', 'directory', 'home', 'roadmap']);

/** The home of who is signed in. */
export const HOME = '/logged-in';

/**
 * Where somebody who switches organization goes: from a record to the list of its kind, from any other page to the same
 * page without its filters, which name what the former organization has; home where they may not.
 */
export function afterSwitch({ manifest, screen }: Opened, pathname: string, { can, find }: Known): string {
  const isOfOrganization = !screen.forVisitors && manifest.name !== 'listing' && !OF_NO_ORGANIZATION.has(manifest.app);
  const isRecord = screen.path.includes('/:') && isOfOrganization;
  const path = isRecord ? `/${screen.path.slice(0, screen.path.indexOf('/:'))}` : pathname;
  const there = isRecord ? find(path) : { manifest, screen };
  return there && can(requirementOf(there.manifest, there.screen)) ? path : HOME;
}

/** The first page of who is signed in: the marketplace, or their first app for whom there is nothing to buy. */
export function firstPath(apps: readonly NavApp[], { sells, buys }: { sells: boolean; buys: boolean }): string {
  const own = apps.find(({ id, items }) => id !== 'marketplace' && items.length > 0);
  return (sells && !buys && own?.items[0]?.path) || '/marketplace';
}
