import type { ComponentType } from 'react';
import type { Requirement } from '../../domain/access/ability';
import type { IconName } from '../ui/Icon';
import type { CallOptions } from './call';
import type { Scope } from './call-context';
import type { Resource } from './resource';

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

type Load = () => Promise<{ default: ComponentType }>;

/**
 * What a screen stands in. `home`: the bar and footer of the public pages. `onboarding`: no bars, a narrow card in the
 * middle. `snack`: nothing but messages. `empty`: nothing at all.
 */
export type Layout = 'default' | 'home' | 'onboarding' | 'snack' | 'empty';

/**
 * What an organization must have for an entry to be of use. `own-prices`: a seller company whose prices are kept here,
 * because it has no link with the wholesale marketplace or severed it.
 */
export type NavNeed = 'license' | 'seller-company' | 'buyer-company' | 'own-prices';

/** A screen's place in the navigation: by its title, under its app, in this order. */
export type Nav = {
  icon: IconName;
  order?: number;
  needs?: readonly NavNeed[];
  /** A feature flag of the organization, without which the entry is not there. */
  flag?: string;
};

export type Screen = {
  /** Without the leading slash; parameters as `:slug`. */
  path: string;
  title: string;
  load: Load;
  /** What Refine calls it, where it is one of a resource's own screens. */
  action?: 'list' | 'show' | 'create' | 'edit';
  /** Narrower than the manifest's. */
  requires?: Requirement;
  /** Whoever may open it finds it in the navigation. */
  nav?: Nav;
  /** The profile menu leads to it too. */
  inProfileMenu?: boolean;
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
  writes?: Requirement | undefined;
  /** What its screens read and write through Refine; the first is the one its screens with an `action` are of. */
  resources?: readonly Resource[];
  screens: readonly Screen[];
  /** Finds records by number or name for the palette: a few, the best first. */
  finds?: (text: string, scope: Scope, options: CallOptions) => Promise<Found[]>;
  /** What the palette offers to begin here. */
  acts?: readonly Act[];
  badge?: Badge;
  /** Controls this part puts into the application bar. */
  slots?: { search?: Load; cart?: Load };
};

type ResourceManifest = Omit<Manifest, 'name' | 'requires' | 'resources'> & {
  requires?: Requirement;
  /** Further resources of its screens, such as the payments of an order. */
  resources?: readonly Resource[];
};

/** The manifest of a resource: who may see and change it is what its calls require, unless said. */
export function manifestOf(resource: Resource, { resources = [], ...parts }: ResourceManifest): Manifest {
  const { name, requires, writes } = resource;
  return { name, requires, writes, ...parts, resources: [resource, ...resources] };
}
