import type { BaseRecord } from '@refinedev/core';
import type { ComponentType } from 'react';
import type { Requirement } from '../../domain/access/ability';
import type { LiveTopic } from '../../domain/live/events';
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
  buyerLicenceId: number | null;
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

export type Screen = {
  /** Without the leading slash; parameters as `:slug`. */
  path: string;
  title: string;
  load: Load;
  /** What Refine calls it, where it is one of a resource's own screens. */
  action?: 'list' | 'show' | 'create' | 'edit';
  /** Narrower than the manifest's. */
  requires?: Requirement;
  layout?: 'default' | 'empty' | 'onboarding';
  /** Shown to signed-out visitors too. */
  isPublic?: boolean;
  isDesktopOnly?: boolean;
  /** Reached from another screen alone: no list of places names it. */
  isUnlisted?: boolean;
};

/** A record found by its number or name. */
export type Found = { path: string; label: string; hint: string };

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
  /** Controls this part puts into the application bar. */
  slots?: { search?: Load; cart?: Load };
};
