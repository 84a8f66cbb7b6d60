import { z } from 'zod';
import { member, publicly, read } from '../access/ability';
import { Menu, MenuFacets, MenuRequest, MenuTerms, ShownMenu } from '../catalogue/menu';
import { MenuProduct } from '../catalogue/product';
import { commaJoined, get, Id, IdParams, page, pdf, search, whole } from '../contract/endpoint';
import { lineOfText } from '../text';
import { Brand, DirectorySort, Listing, ListingSort, ListingType } from './listing';

/** `brand` by default. */
const ListingTypes = z.preprocess(commaJoined, z.array(ListingType).default(['brand']));
const StateList = z.preprocess(commaJoined, z.array(z.string().length(2)).default([]));
const LicenseTypeList = z.preprocess(commaJoined, z.array(lineOfText().max(60)).default([]));

export const directory = {
  search: get('/directory-listings', {
    summary:
      'Search brands, businesses, licenses and products, tolerant of typing errors; the first 1,000, each with why it is found',
    query: z.object({
      searchTerm: lineOfText().max(100).optional(),
      directoryListingTypes: ListingTypes,
      usStates: StateList,
      licenseTypes: LicenseTypeList,
      sort: ListingSort.optional(),
      page: whole(z.number().int().min(0).max(1000)).default(0),
      itemsPerPage: whole(z.number().int().min(25).max(250)).default(25),
    }),
    returns: page(Listing),
    requires: publicly,
    saysWho: true,
    mayLag: true,
  }),
  autocomplete: get('/directory-listings/autocomplete', {
    summary: 'Find listings by name or organization name; at least 2 characters',
    query: z.object({
      searchString: lineOfText().min(2, 'Type at least 2 characters').max(100),
      directoryListingTypes: ListingTypes,
      searchOrgNames: z.stringbool().default(true),
      licenseTypes: LicenseTypeList,
      usStates: StateList,
    }),
    returns: z.array(Listing),
    requires: publicly,
    saysWho: true,
    mayLag: true,
  }),
  featured: get('/directory-listings/featured', {
    summary: 'Listings the directory begins with',
    returns: z.array(Listing),
    requires: publicly,
    saysWho: true,
    mayLag: true,
  }),
  products: search('/directory-listings/products', {
    summary: 'Found products with the prices and stock of one buyer license; those no longer sold are left out',
    body: z.object({
      productIds: z.array(Id).min(1, 'Name at least one product').max(100, 'At most 100 products at once'),
      buyerLicenseId: Id.optional(),
    }),
    returns: z.array(MenuProduct),
    requires: member,
    refuses: ['NOT_FOUND'],
    byKey: true,
  }),
  sortableFields: get('/sortable-search-fields', {
    summary: 'What search results can be sorted by, besides the best match',
    returns: z.array(z.strictObject({ key: DirectorySort, displayName: z.string() })),
    requires: publicly,
  }),
};

export const brands = {
  get: get('/brands/:id', {
    summary: 'One brand',
    params: IdParams,
    returns: Brand,
    requires: publicly,
    saysWho: true,
  }),
  bySlug: get('/brands/by-slug/:slug', {
    summary: 'One brand by slug',
    params: z.object({ slug: z.string().min(1).max(120) }),
    returns: Brand,
    requires: publicly,
    saysWho: true,
  }),
  featured: get('/brands/featured', {
    summary: 'Featured brands, optionally of one state',
    query: z.object({ usStateAbbv: z.string().length(2).optional() }),
    returns: z.array(Listing),
    requires: publicly,
    saysWho: true,
    mayLag: true,
  }),
  menu: search('/brands/:id/menu', {
    summary: 'A brand’s products with the prices and stock of one buyer license',
    params: z.object({ id: Id }),
    body: MenuRequest,
    returns: Menu,
    // Prices are for businesses, not for everyone signed in.
    requires: member,
    byKey: true,
  }),
  terms: get('/brands/:id/order-terms', {
    summary: 'What the sellers of a brand ask of orders of one buyer license',
    params: IdParams,
    query: z.object({ buyerLicenseId: Id }),
    returns: z.array(MenuTerms),
    requires: read('PURCHASE_ORDERS'),
  }),
  products: get('/brands/:id/products', {
    summary: 'What a brand sells, without prices and amounts',
    params: IdParams,
    query: z.object({ usStateAbbv: z.string().length(2).optional() }),
    returns: ShownMenu,
    requires: publicly,
    saysWho: true,
    mayLag: true,
  }),
  menuPdf: search('/brands/:id/menu/pdf', {
    summary: 'The same menu as a PDF',
    params: z.object({ id: Id }),
    body: MenuRequest,
    ...pdf,
    requires: member,
    byKey: true,
  }),
  facets: get('/brands/:id/facets', {
    summary: 'Brand menu filter choices',
    params: IdParams,
    query: z.object({ usStateAbbv: z.string().length(2).optional() }),
    returns: MenuFacets,
    requires: publicly,
    saysWho: true,
    mayLag: true,
  }),
};
