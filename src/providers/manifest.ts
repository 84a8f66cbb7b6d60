import type { BaseRecord } from '@refinedev/core';
import type { ComponentType } from 'react';
import type { Requirement } from '../../domain/access/ability';
import type { LiveTopic } from '../../domain/live/events';
import type { IconName } from '../ui/Icon';
import type { CallOptions } from './call';

/** The apps of the navigation, in its order. */
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
  'home',
] as const;
export type AppId = (typeof APP_IDS)[number];

/** For whom a resource is asked: part of what makes two replies different. */
export type Scope = {
  orgId: number;
  sellerCompanyId: number | null;
  buyerCompanyId: number | null;
  buyerLicenseId: number | null;
};

/** A page of a list as the platform takes it: zero-based, with filters by the names the contract gives them. */
export type ListRequest = {
  page: number;
  itemsPerPage: number;
  sortBy?: string | undefined;
  sortDesc?: boolean | undefined;
  filters: Record<string, unknown>;
};

/** How Refine's verbs reach the contract; each is usually one `call`. */
export type ResourceCalls = {
  list?: (
    request: ListRequest,
    scope: Scope,
    options: CallOptions,
  ) => Promise<{ results: BaseRecord[]; resultCount: number }>;
  one?: (id: string | number, scope: Scope, options: CallOptions) => Promise<BaseRecord>;
  create?: (values: never, scope: Scope, options: CallOptions) => Promise<BaseRecord>;
  update?: (id: string | number, values: never, scope: Scope, options: CallOptions) => Promise<BaseRecord>;
  remove?: (id: string | number, scope: Scope, options: CallOptions) => Promise<unknown>;
};

type Load = () => Promise<{ default: ComponentType }>;

/**
 * What a screen stands in. `home`: the bar and footer of the public pages. `onboarding`: no bars, a narrow card in the
 * middle. `snack`: nothing but messages. `empty`: nothing at all.
 */
export type Layout = 'default' | 'home' | 'onboarding' | 'snack' | 'empty';

export type Screen = {
  /** Without the leading slash; parameters as `:slug`. */
  path: string;
  title: string;
  load: Load;
  /** What Refine calls it, where it is one of a resource's own screens. */
  action?: 'list' | 'show' | 'create' | 'edit';
  /** Narrower than the manifest's. */
  requires?: Requirement;
  layout?: Layout;
  /** Shown to signed-out visitors too. */
  isPublic?: boolean;
  isDesktopOnly?: boolean;
  /** Reached from another screen alone: no list of places names it. */
  isUnlisted?: boolean;
};

/** A record found by its number or name. */
export type Found = { path: string; label: string; hint: string };

/** The number an entry of the navigation bears: how much waits there for the person. */
export type Badge = {
  /** The entry's address. */
  path: string;
  /** What the number counts, as it is read out after it: "waiting for an answer". */
  meaning: string;
  /** Counts; ten are as good as a hundred. `scope` is null for somebody without an organization. */
  count: (scope: Scope | null, options: CallOptions) => Promise<number>;
  /** Calls back whenever the number may be another; gives back how to stop. */
  changes: (again: () => void) => () => void;
};

/** Something one begins from anywhere: the address that begins it. */
export type Act = {
  label: string;
  path: string;
  requires: Requirement;
  icon: IconName;
};

/** All the app needs to know of a part of it; its screens load when they are opened. */
export type Manifest = {
  name: string;
  label: string;
  app: AppId;
  /** Whoever lacks it is told why instead of being shown a screen. */
  requires: Requirement;
  /** What creating, editing and deleting take; nothing may be written where it is absent. */
  writes?: Requirement;
  /** What changes it under a reader's eyes. */
  topic?: LiveTopic;
  calls?: ResourceCalls;
  screens: readonly Screen[];
  /** Finds records by number or name for the palette: a few, the best first. */
  finds?: (text: string, scope: Scope, options: CallOptions) => Promise<Found[]>;
  /** What the palette offers to begin here. */
  acts?: readonly Act[];
  badge?: Badge;
  /** Controls this part puts into the application bar. */
  slots?: { search?: Load; cart?: Load };
};
