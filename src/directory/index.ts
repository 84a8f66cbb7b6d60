import { member, signedIn } from '../../domain/access/ability';
import type { Manifest } from '../providers/manifest';

/** Who is in the trade: brands, businesses and licenses, for anybody; lists and connections for who is signed in. */
export const directory: Manifest = {
  name: 'directory',
  label: 'Directory',
  app: 'directory',
  requires: signedIn,
  days: 'reader',
  screens: [
    {
      path: 'directory',
      title: 'Directory',
      load: () => import('./DirectoryHome'),
      nav: { icon: 'search', order: 1 },
      forVisitors: true,
    },
    {
      path: 'directory/lists',
      title: 'Lists',
      load: () => import('./Lists'),
      nav: { icon: 'bookmark', order: 2 },
      requires: member,
    },
    { path: 'directory/lists/:slug', title: 'List', load: () => import('./ListShow'), requires: member },
    {
      path: 'directory/watched',
      title: 'Watched licenses',
      load: () => import('./WatchedLicenses'),
      nav: { icon: 'bell', order: 4 },
      requires: member,
    },
    {
      path: 'directory/connections',
      title: 'Connections',
      load: () => import('./DirectoryConnections'),
      nav: { icon: 'user', order: 3 },
    },
    {
      path: 'directory/connections/:slug',
      title: 'Connections',
      load: () => import('./DirectoryConnections'),
      isUnlisted: true,
    },
    { path: 'directory/:slug', title: 'Listing', load: () => import('./ListingPage'), forVisitors: true },
  ],
};

/** Each brand, organization, license and person, as others see it. */
export const listing: Manifest = {
  name: 'listing',
  label: 'Listing',
  app: 'account',
  requires: signedIn,
  screens: [
    { path: 'account/listing', title: 'Listings', load: () => import('./ListingList'), isUnlisted: true },
    {
      path: 'account/listing/:slug',
      title: 'Listing',
      load: () => import('./ListingPage'),
      isUnlisted: true,
    },
  ],
};
