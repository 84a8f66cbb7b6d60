import type { ComponentType } from 'react';
import type { Requirement } from '../../domain/access/ability';
import type { Part } from '../../domain/parts';
import type { IconName } from '../ui/Icon';
import type { CallOptions } from './call';
import type { Scope } from './call/call-context';
import type { KeptKind } from './kept/send';

/** The navigation's apps, in order. */
export const APP_IDS = [
  'orders',
  'inventory',
  'marketplace',
  'fulfillment',
  'account',
  'directory',
  'profile',
  'messages',
  'roadmap',
  'harvest',
  'deals',
  'network',
  'support',
  'home',
] as const;
export type AppId = (typeof APP_IDS)[number];

type Load = () => Promise<ScreenModule>;

/** The menu of the bell it is anchored to: mounted to open. */
export type FeedMenuProps = { anchor: HTMLElement; onClose: () => void };
export type LoadFeed = () => Promise<{ default: ComponentType<FeedMenuProps> }>;

/** A screen's module. `ahead` asks for what it shows at an address with these parameters, before it is opened. */
type ScreenModule = {
  default: ComponentType;
  ahead?: (params: Readonly<Record<string, string | undefined>>) => void;
};

/**
 * A screen's frame. `home`: the public pages' bar and footer. `onboarding`: a narrow centered card without bars.
 * `snack`: only messages. `empty`: nothing.
 */
export type Layout = 'default' | 'home' | 'onboarding' | 'snack' | 'empty';

/**
 * What an organization needs for an entry to be useful. `own-prices`: a seller company that sets prices here, without
 * an active wholesale marketplace connection.
 */
export type NavNeed = 'license' | 'seller-company' | 'buyer-company' | 'own-prices';

/** A screen's place in the navigation: its app and order, under the screen's title. */
export type Nav = {
  icon: IconName;
  order?: number;
  needs?: readonly NavNeed[];
  /** The organization's feature flag the entry requires. */
  flag?: string;
  /** Other addresses this is also the entry of, with those below them. */
  covers?: readonly string[];
};

export type Screen = {
  /** Without the leading slash; parameters as `:slug`. */
  path: string;
  title: string;
  load: Load;
  /** Refine's name of it, for a resource's own screens. */
  action?: 'list' | 'show' | 'create' | 'edit';
  /** Stricter than the manifest's. */
  requires?: Requirement;
  /** Shown in the navigation to everyone who may open it. */
  nav?: Nav;
  /** Also in the profile menu. */
  inProfileMenu?: boolean;
  layout?: Layout;
  /** Shown to anybody, signed in or not, whatever their state. */
  isPublic?: boolean;
  /** Shown to visitors too; those who are signed in need what it requires. */
  forVisitors?: boolean;
  isDesktopOnly?: boolean;
  /** Shown on phones inside the mobile app, which links to it, whatever else is for computers only. */
  opensInMobileApp?: boolean;
  /** Only reached from another screen; in no list of places. */
  isUnlisted?: boolean;
};

/** A record found by its number or name. */
export type Found = { path: string; label: string; hint: string };

export type Finds = (text: string, scope: Scope, options: CallOptions) => Promise<Found[]>;

/** The badge of a navigation entry: how much awaits the person there. */
export type Badge = {
  /** The entry's address. */
  path: string;
  /** The accessible text after the number: "awaiting acceptance". */
  meaning: string;
  /** Counts up to ten. `scope` is null without an organization. */
  count: (scope: Scope | null, options: CallOptions) => Promise<number>;
  /** Calls back when the number may have changed; returns the unsubscribe function. */
  changes: (again: () => void) => () => void;
};

/** An action that can be started from anywhere, at this address. */
export type Act = {
  label: string;
  path: string;
  requires: Requirement;
  icon: IconName;
};

/** What sends a link in a message: `onDone` when it was sent, or left. */
export type LoadShare = () => Promise<{ ShareDialog: ComponentType<{ link: string; onDone: () => void }> }>;

/** Acts that are kept in the browser until they are sent, whatever screen is open. */
export type Keeps = {
  /** The name of the `KeptKind` that is loaded when there is one to send. */
  kind: string;
  load: () => Promise<KeptKind>;
  /** What one of them is called, and several. */
  nouns: readonly [one: string, many: string];
};

/**
 * Everything the app needs to know about one part of it. Every page loads this, so it imports no screen, resource or
 * contract: screens load when opened, and what a resource requires is repeated, as a test compares.
 */
export type Manifest = {
  /** A resource's name, to which screens with an `action` belong, or the part's own. */
  name: string;
  label: string;
  app: AppId;
  /** Left out where this is switched off, or all of these are, with its screens, navigation, badge and acts. */
  part?: Part | readonly Part[];
  /** People without it see why, instead of the screen. */
  requires: Requirement;
  /** What creating, editing and deleting require; without it, nothing can be written. */
  writes?: Requirement | undefined;
  screens: readonly Screen[];
  /**
   * Whose days its screens count: the chosen seller company's, or the reader's own, as where they buy; else those all of
   * the organization's companies agree on.
   */
  days?: 'company' | 'reader';
  /** Finds records by number or name for the palette, best matches first. */
  finds?: Finds;
  /** Actions the palette can start here. */
  acts?: readonly Act[];
  badge?: Badge;
  keeps?: readonly Keeps[];
  /** Sends a link to a record in a message. */
  shares?: LoadShare;
  /**
   * Controls this part adds to the app bar; `feed` is what the bell opens, `beside` goes with every screen of who is signed in,
   * `wrapper` with every screen in the mobile app.
   */
  slots?: { search?: Load; cart?: Load; feed?: LoadFeed; beside?: Load; wrapper?: Load };
};
