import { and, eq, gte, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { FileReply, VerbInput } from '../../../domain/contract/endpoint';
import { searchCall } from '../../../domain/contract/list';
import { type CompositeKey, inventoryId } from '../../../domain/inventory/packages/composite';
import { inventory as contract, PACKAGE_SORTS, type PackageFacets } from '../../../domain/inventory/packages/contract';
import { InventoryPackage } from '../../../domain/inventory/packages/package';
import { PACKAGE_COLUMNS } from '../../../domain/inventory/packages/package-export';
import { type PackageFilters, packageFilters, showsInactive } from '../../../domain/inventory/packages/package-filters';
import { readTag, scannedTag } from '../../../domain/inventory/packages/scanned-tag';
import type { Ctx } from '../../context';
import { exportList } from '../../db/export';
import { filterSql, instantWithin } from '../../db/filters';
import { listOf, readFacets } from '../../db/list';
import { beginsWith, contains, forReader, isOneOf, readerOrg } from '../../db/page';
import { licenses, packages } from '../../db/schema';
import { visibleLicenses, visiblePackages } from '../../db/visibility';
import type { Verb } from '../../implement';

/** Of items that fulfil a condition. Whether few items do or most, PostgreSQL finds its way. */
const ofItems = (orgId: number, where: SQL) =>
  sql`${packages.itemId} in (select item.id from tracking_items item where item.org_id = ${orgId} and ${where})`;
const not = (is: boolean) => sql.raw(is ? '' : 'not ');

/** A number that stands for a name, always the same. */
const numberOf = (name: SQL) => sql`('x' || substr(md5(${name}), 1, 12))::bit(48)::bigint`;

const passing = filterSql(packageFilters, {
  licenseIds: (ids) => isOneOf(packages.licenseId, ids),
  brandIds: (ids, { membership: { orgId } }) => ofItems(orgId, isOneOf(sql`item.brand_id`, ids)),
  // A whole tag, as a scanner reads it, is one package's.
  packageLabelSearchTerm: (text) => {
    const tag = scannedTag(text);
    return tag === null ? contains(packages.label, readTag(text)) : eq(packages.label, tag);
  },
  itemSearchTerm: (text, { membership: { orgId } }) => ofItems(orgId, contains(sql`item.name`, text)),
  strainSearchTerm: (text, { membership: { orgId } }) => ofItems(orgId, contains(sql`item.strain_name`, text)),
  selectedStatuses: (statuses) => isOneOf(packages.status, statuses),
  selectedCurrentLabTestStates: (states) => isOneOf(packages.labTestState, states),
  selectedHolders: (ids) => isOneOf(packages.licenseId, ids),
  selectedOwners: (ids, { membership: { orgId } }) => ofItems(orgId, isOneOf(sql`item.brand_id`, ids)),
  selectedMetrcOwners: (ids) => isOneOf(numberOf(sql`packages.owner_name`), ids),
  selectedLocations: (ids) => isOneOf(packages.locationId, ids),
  selectedTransfers: (ids, { membership: { orgId } }) =>
    sql`${packages.label} = any (array(select carried.label from transfer_packages carried
          where carried.org_id = ${orgId} and carried.left_at is null and ${isOneOf(sql`carried.transfer_id`, ids)}))`,
  selectedCategories: (names, { membership: { orgId } }) => ofItems(orgId, isOneOf(sql`item.category_name`, names)),
  selectedUnitOfMeasureAbbreviations: (units) => isOneOf(packages.unitOfMeasure, units),
  // Unlike amounts of orders, which are planned once, since few packages hold one amount and most hold another.
  quantity: ({ from, to }) =>
    and(
      from === undefined ? undefined : gte(packages.quantity, from),
      to === undefined ? undefined : lte(packages.quantity, to),
    ),
  lastActivity: (range, asker) => instantWithin(sql`${packages.lastActivityAt}`, range, asker),
  branded: (is, { membership: { orgId } }) => ofItems(orgId, sql`item.brand_id is ${not(!is)}null`),
  mapped: (is, { membership }) => sql`${not(is)}exists (select from product_items mapped
          where mapped.org_id = ${membership.orgId} and mapped.item_id = ${packages.itemId})`,
  tradeSamples: (is) => sql`${packages.isTradeSample} = ${is}`,
  includeInactive: () => undefined,
});

/** The search with the state it is of; filters don't name it. */
export type OfState = PackageFilters & { usState: string; composite?: CompositeKey };

/** The packages of one composite. */
const ofComposite = (key: CompositeKey | undefined) =>
  key &&
  sql`${packages.itemId} = ${key.itemId} and ${packages.status} = ${key.status}
    and ${packages.licenseId} = ${key.licenseId} and ${packages.unitOfMeasure} = ${key.unit}`;

/** Held by a license of a state. */
export const inState = (orgId: number, usState: string) =>
  sql`${packages.licenseId} = any (array(select license.id from licenses license
        where license.org_id = ${orgId} and license.us_state = ${usState}))`;

const ofItem = (column: SQL, orgId: SQL = readerOrg) =>
  sql`(select ${column} from tracking_items item where item.org_id = ${orgId} and item.id = ${packages.itemId})`;
const holderName = sql`(select lower(license.name) from licenses license where license.id = ${packages.licenseId})`;
const ownerName = sql`coalesce((select lower(brand.name) from tracking_items item join brands brand on brand.id = item.brand_id
  where item.org_id = ${readerOrg} and item.id = ${packages.itemId}), '')`;

/** The columns of a package's row. */
export const PACKAGE_ROW = sql`
    packages.id as "verdantId", packages.license_id as "holderLicenseId", packages.label, packages.item_id as "verdantItemId", packages.status, packages.quantity,
    packages.unit_of_measure as "unitOfMeasureAbbreviation", packages.lab_test_state as "currentLabTestState",
    packages.is_trade_sample as "tradeSample", packages.location_name as "locationName", packages.notes,
    packages.packaged_on::text as packaged, packages.received_at as received, packages.last_activity_at as "lastActivity",
    packages.tracking_quantity as "trackingQuantity", packages.tracking_unit as "trackingUnit", packages.seen_at as seen,
    packages.owner_name as "metrcOwner", packages.manifest_number as "manifestNumber",
    packages.received_from as "receivedFrom", packages.transfer_state as "transferState", packages.recipient,
    (select json_build_object('itemName', item.name, 'category', item.category_name, 'strainName', item.strain_name,
            'assignedOwner', (select json_build_object('id', brand.id, 'name', brand.name) from brands brand
                               where brand.id = item.brand_id))
       from tracking_items item where item.org_id = ${readerOrg} and item.id = packages.item_id) as item,
    (select json_build_object('id', license.id, 'displayName', license.us_state || ' ' || license.license_number, 'name', license.name)
       from licenses license where license.id = packages.license_id) as holder,
    (select json_build_object('id', product.id, 'name', product.name) from product_items mapped
       join products product on product.org_id = ${readerOrg} and product.id = mapped.product_id
      where mapped.org_id = ${readerOrg} and mapped.item_id = packages.item_id) as product`;

type Times = 'received' | 'lastActivity' | 'seen';
type OfItem = 'itemName' | 'category' | 'strainName' | 'assignedOwner';
export type FoundPackage = Omit<InventoryPackage, 'id' | Times | OfItem> & {
  item: Pick<InventoryPackage, OfItem>;
  received: Date | string | null;
  seen: Date | string | null;
  lastActivity: Date | string;
};

const instant = (at: Date | string) => new Date(at).toISOString();
const instantOrNull = (at: Date | string | null) => (at === null ? null : instant(at));

export const toPackage = ({ item, ...found }: FoundPackage): InventoryPackage => ({
  ...found,
  ...item,
  id: inventoryId(found),
  received: instantOrNull(found.received),
  seen: instantOrNull(found.seen),
  lastActivity: instant(found.lastActivity),
});

/** As other lists are searched; the calls take the same as parameters of an address. */
const searched = searchCall('/inventory', {
  summary: contract.list.summary,
  filters: packageFilters,
  sorts: PACKAGE_SORTS,
  sortBy: 'lastActivity',
  row: InventoryPackage,
  requires: contract.list.requires,
});

export const packageList = listOf(searched)({
  table: packages,
  visible: visiblePackages,
  filters: (filters, asker) => {
    return and(
      inState(asker.membership.orgId, (filters as OfState).usState),
      ofComposite((filters as OfState).composite),
      passing(filters, asker),
      showsInactive(filters) ? undefined : ne(packages.status, 'INACTIVE'),
    );
  },
  sorts: {
    lastActivity: [packages.lastActivityAt, packages.id],
    label: [packages.label, packages.id],
    itemName: [ofItem(sql`lower(item.name)`), packages.id],
    category: [ofItem(sql`item.category_name`), packages.id],
    holder: [holderName, packages.id],
    owner: [ownerName, packages.id],
    status: [packages.status, packages.id],
    quantity: [packages.quantity, packages.id],
    labTest: [packages.labTestState, packages.id],
    packaged: [sql`coalesce(${packages.packagedOn}, '-infinity'::date)`, packages.id],
  },
  columns: PACKAGE_ROW,
  toRow: () => toPackage,
  findsIdsFirst: true,
});

export type Asked = Omit<VerbInput<typeof contract.export>['query'], 'headers'>;

/** The search that parameters of an address ask for. */
export function searchOf({ orgId, usState, sortBy, sortDirection, ...filters }: Asked) {
  const ofState: OfState = { ...(filters as PackageFilters), usState };
  return { orgId, filters: ofState, sortBy, sortDesc: sortDirection === 'desc' };
}

/** A page of packages of a state. */
export const listPackages: Verb<typeof contract.list> = (ctx, { query: { page, pageSize, ...asked } }) =>
  packageList.search(ctx, { body: { ...searchOf(asked), page, itemsPerPage: pageSize } });

/** Every matching package, as csv. */
export const exportPackages: Verb<typeof contract.export> = (
  ctx,
  { query: { headers, ...asked } },
): Promise<FileReply> =>
  exportList(
    ctx,
    packageList,
    { ...searchOf(asked), headers },
    {
      columns: PACKAGE_COLUMNS,
      name: 'inventory.csv',
      noun: 'packages',
    },
  );

type Context = VerbInput<typeof contract.facets>['query'];

/** The packages of a context, inactive ones too. */
const inContext = (
  { usState, licenseIds = [], brandIds = [] }: Context,
  ctx: Parameters<typeof packageList.matching>[0],
) =>
  packageList.matching(ctx, {
    filters: { usState, licenseIds, brandIds, includeInactive: true } as OfState,
    companyId: undefined,
  });

/** Most transfers to choose from. */
const MOST_TRANSFERS = 200;

/** Filter choices with counts of a context's packages. */
export const packageFacets: Verb<typeof contract.facets> = (ctx, { query }) => {
  const { membership } = ctx;
  const { licenseIds = [] } = query;
  const where = inContext(query, ctx);
  const own = sql`${membership.orgId}::bigint`;
  const ofChosen = (licenseId: SQL) => (licenseIds.length === 0 ? sql`true` : isOneOf(licenseId, licenseIds));
  const counted = (key: SQL) =>
    sql`(select ${key} as key, count(*)::int as count from packages where ${where} group by 1) as counted`;
  const byName = (key: SQL) =>
    sql`select counted.key as id, counted.count from ${counted(key)} where counted.key is not null order by 1`;
  return readFacets<PackageFacets>(ctx, {
    statuses: byName(sql`packages.status`),
    labTestStates: byName(sql`packages.lab_test_state`),
    categories: byName(ofItem(sql`item.category_name`, own)),
    units: byName(sql`packages.unit_of_measure`),
    metrcOwners: sql`
      select ${numberOf(sql`counted.key`)} as "searchId", counted.key as name, counted.count
        from ${counted(sql`packages.owner_name`)} where counted.key is not null order by lower(counted.key)`,
    locations: sql`
      select found.id, found.name, license.license_number as "licenseNumber",
             found.name || ' (' || license.license_number || ')' as "displayName", found.count
        from (select packages.location_id as id, min(packages.location_name) as name, min(packages.license_id) as license_id,
                     count(*)::int as count
                from packages where ${where} and packages.location_id is not null and packages.location_name is not null
               group by 1) as found
        join licenses license on license.id = found.license_id order by lower(found.name), license.license_number, found.id`,
    transfers: sql`
      select transfer.id as "searchId", transfer.id as "transferId", transfer.manifest_number as "manifestNumber",
             transfer.recipient_name as recipient,
             transfer.manifest_number || coalesce(' ' || case transfer.direction when 'INCOMING'
               then 'from ' || transfer.shipper_name else 'to ' || transfer.recipient_name end, '') as "displayName"
        from transfers transfer
       where transfer.org_id = ${membership.orgId} and transfer.license_id in (select ${licenses.id} from ${licenses}
               where ${visibleLicenses(membership)} and ${licenses.usState} = ${query.usState})
         and ${ofChosen(sql`transfer.license_id`)}
       order by transfer.modified_at desc, transfer.id desc limit ${MOST_TRANSFERS}`,
    holders: sql`
      select licenses.id, licenses.us_state || ' ' || licenses.license_number as "displayName", coalesce(counted.count, 0) as count
        from licenses left join ${counted(sql`packages.license_id`)} on counted.key = licenses.id
       where ${visibleLicenses(membership)} and licenses.us_state = ${query.usState} and ${ofChosen(sql`licenses.id`)}
       order by licenses.license_number, licenses.id`,
    owners: sql`
      select brand.id as "searchId", brand.name, 'BRAND' as "listingType", counted.count
        from ${counted(ofItem(sql`item.brand_id`, own))} join brands brand on brand.id = counted.key
       order by lower(brand.name), brand.id`,
  });
};

const MOST_NAMES = 20;

/** Names of items with packages; those that begin with the text first. */
export const packageItemNames: Verb<typeof contract.itemNames> = async (ctx, { query: { searchTerm, ...context } }) => {
  const { rows } = await ctx.db.execute<{ name: string }>(sql`
    select distinct item.name, not ${beginsWith(sql`item.name`, searchTerm)} as later, lower(item.name) as place
      from tracking_items item
     where item.org_id = ${ctx.membership.orgId} and ${contains(sql`item.name`, searchTerm)}
       and exists (select from packages where ${inContext(context, ctx)} and packages.item_id = item.id)
     order by later, place, item.name limit ${MOST_NAMES}`);
  return rows.map(({ name }) => name);
};

/** Packages the caller sees, in the order of their ids. */
export async function loadPackages({ db, membership }: Ctx, ids: readonly number[]): Promise<InventoryPackage[]> {
  const { rows } = await db.execute(sql`
    select ${forReader(PACKAGE_ROW, membership.orgId)} from ${packages}
     where ${and(visiblePackages(membership), isOneOf(packages.id, ids))} order by packages.id`);
  return (rows as FoundPackage[]).map(toPackage);
}
