import { z } from 'zod';
import { member } from '../access/ability';
import { Done, del, get, Id, Instant, OrgScope, post, put, RowId, Version } from '../contract/endpoint';
import { lineOfText } from '../text';
import { Listing, ListingType } from './listing';

/** Kinds of lists: those an organization makes of listings, and the one of its own licenses, which is there by itself. */
export const LISTING_LIST_KINDS = ['DIRECTORY_LISTING', 'OWNED_LICENSES'] as const;

export const OWNED_LICENSES = { slug: 'owned-licenses', name: 'My licenses' } as const;

/** What a list may hold. */
export const LISTED_KINDS = ListingType.exclude(['product']);
export type ListedKind = z.infer<typeof LISTED_KINDS>;

export const MOST_LISTS = 100;
export const MOST_LISTED = 500;

/** A list as it is offered; `id`, `changed` and `version` are null for the one of owned licenses. */
export const DirectoryList = z.strictObject({
  id: RowId.nullable(),
  /** Of its address: its id, or `owned-licenses`. */
  slug: z.string(),
  kind: z.enum(LISTING_LIST_KINDS),
  name: z.string(),
  /** Listings that are in the directory now. */
  listingCount: z.number().int().nonnegative(),
  /** Whether it has the listing that was asked about. */
  hasListing: z.boolean(),
  changed: Instant.nullable(),
  version: Version.nullable(),
});
export type DirectoryList = z.infer<typeof DirectoryList>;

/** The listings of a list, by name. */
export const ListedListings = DirectoryList.extend({ listings: z.array(Listing) });

const ListName = lineOfText().min(1, 'Name is required').max(80, 'Must be 80 characters or fewer');
const ListParams = OrgScope.extend({ id: Id });
const EntryParams = ListParams.extend({ listingType: LISTED_KINDS, listingId: Id });
const Entry = z.object({ listingType: LISTED_KINDS, listingId: Id });

/** Named lists of listings, for everybody in the organization. */
export const directoryLists = {
  list: get('/orgs/:orgId/directory-lists', {
    summary: 'The organization’s lists of listings, by name; its own licenses first',
    params: OrgScope,
    /** Says of each list whether it has this one. */
    query: Entry.partial(),
    returns: z.array(DirectoryList),
    requires: member,
    byKey: true,
  }),
  get: get('/orgs/:orgId/directory-lists/:id', {
    summary: 'One list with its listings, by id or `owned-licenses`',
    params: OrgScope.extend({ id: z.string().regex(/^([1-9]\d{0,14}|owned-licenses)$/, 'Not a list') }),
    returns: ListedListings,
    requires: member,
    byKey: true,
  }),
  create: post('/orgs/:orgId/directory-lists', {
    summary: 'Make a list; with a first listing',
    params: OrgScope,
    body: z.object({ name: ListName, first: Entry.optional() }),
    returns: DirectoryList,
    refuses: ['NOT_FOUND', 'CONFLICT'],
    requires: member,
    audit: 'directory-list',
    idempotent: true,
  }),
  update: put('/orgs/:orgId/directory-lists/:id', {
    summary: 'Rename a list',
    params: ListParams,
    body: z.object({ name: ListName, version: Version }),
    returns: DirectoryList,
    requires: member,
    audit: 'directory-list',
  }),
  add: put('/orgs/:orgId/directory-lists/:id/listings/:listingType/:listingId', {
    summary: 'Put a listing in a list',
    params: EntryParams,
    returns: DirectoryList,
    refuses: ['CONFLICT'],
    requires: member,
    audit: 'directory-list',
  }),
  drop: del('/orgs/:orgId/directory-lists/:id/listings/:listingType/:listingId', {
    summary: 'Take a listing out of a list',
    params: EntryParams,
    returns: DirectoryList,
    requires: member,
    audit: 'directory-list',
  }),
  remove: del('/orgs/:orgId/directory-lists/:id', {
    summary: 'Delete a list',
    params: ListParams,
    returns: Done,
    requires: member,
    audit: 'directory-list',
  }),
};
