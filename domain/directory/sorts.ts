/** What the marketplace's listings can be sorted by, as shown; otherwise the best match is first. */
export const LISTING_SORTS = { name: 'Name', orgName: 'Business', newest: 'Newest' } as const;

/** The same of the directory's; those checked last come first. */
export const DIRECTORY_SORTS = {
  name: 'Name',
  city: 'City',
  licenseNumber: 'License number',
  lastChecked: 'Last checked',
} as const;

export type DirectorySort = keyof typeof DIRECTORY_SORTS;
export type ListingSort = keyof typeof LISTING_SORTS | DirectorySort;
