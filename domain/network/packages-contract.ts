import { z } from 'zod';
import { read } from '../access/ability';
import { get, Id, OrgScope, page, search, whole } from '../contract/endpoint';
import { exportCall, searchOrganization } from '../contract/list';
import { readDigits } from '../digits';
import type { FacetsOf } from '../filters';
import { TAG_LENGTH } from '../inventory/packages/scanned-tag';
import { accessLogFilters, LOG_SORTS, SharedRead } from './access-log';
import { TestedPackage } from './shared-package';
import {
  STOCK_COLUMNS,
  STOCK_SORTS,
  StockFacets,
  StockPackage,
  StockPackageDetails,
  StockTotal,
  stockFilters,
} from './stock';

/**
 * Others’ packages show to members who may also read inventory, which the rows are narrowed by. Giving a consent takes the plan;
 * reading by one that was given doesn’t.
 */
const requires = read('ITEM_OWNERS');

/** An end of a consent counts with the next request: these never read from a replica that may be behind. */
const atOnce = <E extends { mayLag?: true }>({ mayLag: _, ...call }: E): Omit<E, 'mayLag'> => call;

/** A package in an address: our number of it, or its tag. */
const PackageId = z.preprocess(
  (given: number | string) => (String(given).length === TAG_LENGTH ? given : readDigits(given)),
  z.union([Id, z.string().length(TAG_LENGTH, 'No such package').toUpperCase()]),
);

const searched = searchOrganization('/network/packages/search', {
  summary: 'Packages of brands at all holders who show them, and one’s own',
  filters: stockFilters,
  sorts: STOCK_SORTS,
  sortBy: 'tag',
  sortDesc: false,
  row: StockPackage,
  days: 'reader',
  requires,
});

const previewPage = {
  page: z.number().int().min(0).max(100_000).default(0),
  itemsPerPage: z.number().int().min(1).max(250).default(25),
};

/** What a consent that isn’t given yet would show. */
const Preview = page(TestedPackage).extend({
  /** How many of them the asker’s own role doesn’t see; they would be shown as well. */
  unseen: z.number().int().nonnegative(),
});

/** Packages of others, read by consent and checked when they are read. */
export const networkPackages = {
  search: atOnce(searched),
  facets: get('/network/packages/facets', {
    summary: 'Filter choices of brands’ stock, with counts',
    query: OrgScope,
    returns: StockFacets satisfies z.ZodObject<Record<FacetsOf<typeof stockFilters>, z.ZodType>>,
    days: 'reader',
    requires,
  }),
  totals: search('/network/packages/totals', {
    summary: 'Brands’ stock by holder and unit',
    body: OrgScope.extend({ filters: stockFilters.schema.default({} as never) }),
    returns: z.array(StockTotal),
    days: 'reader',
    requires,
  }),
  export: atOnce(
    exportCall('/network/packages/export', {
      summary: 'Export brands’ stock as csv',
      of: searched,
      columns: STOCK_COLUMNS,
    }),
  ),
  previewPartner: search('/network/packages/preview/partner', {
    summary: 'The packages a partner would see of a brand, before it is agreed',
    body: OrgScope.extend({ brandId: Id, partnerOrgId: Id, ...previewPage }),
    returns: Preview,
    days: 'reader',
    requires,
  }),
  previewShare: search('/network/packages/preview/share', {
    summary: 'The packages a brand’s owner would see at a license, before it is shared',
    body: OrgScope.extend({ brandId: Id, licenseId: Id, ...previewPage }),
    returns: Preview,
    days: 'reader',
    requires,
  }),
  get: get('/network/packages/:holderOrgId/:id', {
    summary: 'A package of a brand’s stock, by its holder and number or tag',
    params: z.object({ holderOrgId: whole(z.number().int().positive()), id: PackageId }),
    returns: StockPackageDetails,
    days: 'reader',
    requires,
  }),
};

/** Who of one organization read packages of another, as both see it. */
export const accessLog = {
  search: searchOrganization('/network/access-log/search', {
    summary: 'Who read packages of another organization, when and how many',
    filters: accessLogFilters,
    sorts: LOG_SORTS,
    sortBy: 'last',
    row: SharedRead,
    days: 'reader',
    requires,
  }),
};
