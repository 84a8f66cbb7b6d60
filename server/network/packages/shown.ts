import { and, type SQL, sql } from 'drizzle-orm';
import { isAllowed } from '../../../domain/access/ability';
import { type Membership, seesEverything } from '../../../domain/access/roles';
import { isOneOf } from '../../db/page';
import { packages } from '../../db/schema';
import { isAgreed, isShown, visiblePackages } from '../../db/visibility';

/** Brands at licenses, as rows of `org_id`, `license_id` and `brand_id`: what a consent opens, or would. */
export type Opened = SQL;

const isKept = sql`license.removed_at is null`;

/** What consents in force open to a member: a custom role has its brands alone. Whether they are is asked with every read. */
export function openedTo(membership: Membership): Opened {
  const { orgId } = membership;
  const ofBrands = seesEverything(membership) ? sql`true` : isOneOf(sql`brand.id`, membership.brandIds);
  return sql`
    select partner.owner_org_id as org_id, license.id as license_id, brand.id as brand_id
      from partner_brands partner
      join brands brand on brand.id = partner.brand_id and not brand.disabled and ${ofBrands}
      join licenses license on license.org_id = partner.owner_org_id and ${isKept}
     where partner.org_id = ${orgId} and partner.can_view_packages and ${isAgreed(sql`partner`, sql`brand`)}
    union all
    select share.org_id, share.license_id, brand.id
      from shared_brands share
      join brands brand on brand.id = share.brand_id and not brand.disabled and ${ofBrands}
      join licenses license on license.id = share.license_id and license.org_id = share.org_id and ${isKept}
     where share.owner_org_id = ${orgId} and ${isShown(sql`share`, sql`brand`)}`;
}

/** What a partner of one’s brand would have opened: the brand at all of one’s licenses. */
export const openedToPartner = (orgId: number, brandId: number): Opened => sql`
  select license.org_id, license.id as license_id, brand.id as brand_id from licenses license, brands brand
   where license.org_id = ${orgId} and ${isKept}
     and brand.id = ${brandId} and brand.org_id = ${orgId} and not brand.disabled`;

/** What a brand’s owner would have opened by a share: the brand at one license. */
export const openedToOwner = (orgId: number, licenseId: number, brandId: number): Opened => sql`
  select license.org_id, license.id as license_id, brand.id as brand_id from licenses license, brands brand
   where license.org_id = ${orgId} and license.id = ${licenseId} and ${isKept}
     and brand.id = ${brandId} and brand.org_id is distinct from ${orgId} and not brand.disabled`;

const itemsOf = (opened: Opened) => sql`
  select item.org_id, opened.license_id, item.id from (${opened}) opened
    join tracking_items item on item.org_id = opened.org_id and item.brand_id = opened.brand_id`;

const inStock = sql`packages.status <> 'INACTIVE'`;
const isAmong = (items: SQL) => sql`(packages.org_id, packages.license_id, packages.item_id) in (${items})`;

/** The packages in stock that are opened. */
export const openedPackages = (opened: Opened): SQL => sql`(${inStock} and ${isAmong(itemsOf(opened))})`;

/** The packages of other organizations a member reads, and those of branded items they see of their own. */
export function visibleBrandStock(membership: Membership): SQL {
  if (!readsOthers(membership)) return sql`false`;
  const { orgId } = membership;
  const own = sql`
    select item.org_id, license.id, item.id from tracking_items item
      join licenses license on license.org_id = item.org_id and ${isKept}
     where item.org_id = ${orgId} and item.brand_id is not null`;
  const seen = sql`(packages.org_id <> ${orgId} or ${visiblePackages(membership)})`;
  return and(inStock, isAmong(sql`${itemsOf(openedTo(membership))} union all ${own}`), seen) ?? sql`false`;
}

const readsOthers = (membership: Membership) =>
  isAllowed(membership, 'read', 'ITEM_OWNERS') && isAllowed(membership, 'read', 'INVENTORY');

const ofItem = (column: SQL) =>
  sql`(select ${column} from tracking_items item where item.org_id = packages.org_id and item.id = packages.item_id)`;

/** The columns of a package for others, for `toSharedPackage`: exactly what they see. */
export const SHARED_ROW = sql`
    packages.id, packages.label as tag, packages.quantity, packages.unit_of_measure as unit, packages.status,
    packages.lab_test_state as "labState", ${ofItem(sql`item.name`)} as item,
    (select json_build_object('id', brand.id, 'name', brand.name) from tracking_items item
       join brands brand on brand.id = item.brand_id
      where item.org_id = packages.org_id and item.id = packages.item_id) as brand,
    (select json_build_object('orgId', license.org_id, 'organization', holder.name, 'licenseId', license.id,
            'licenseNumber', license.us_state || ' ' || license.license_number, 'name', license.name)
       from licenses license join organizations holder on holder.id = license.org_id
      where license.id = packages.license_id) as holder`;

/** Whether a package is of an item that fulfils a condition. */
export const isOfItem = (where: SQL) => sql`exists (select from tracking_items item
  where item.org_id = packages.org_id and item.id = packages.item_id and ${where})`;

/** The orders others' packages are listed in. */
export const SHARED_SORTS = {
  tag: [packages.label, packages.id],
  item: [ofItem(sql`lower(item.name)`), packages.id],
  brand: [
    sql`(select lower(brand.name) from tracking_items item join brands brand on brand.id = item.brand_id
          where item.org_id = packages.org_id and item.id = packages.item_id)`,
    packages.id,
  ],
  holder: [
    sql`(select lower(holder.name) || ' ' || license.license_number from licenses license
          join organizations holder on holder.id = license.org_id where license.id = packages.license_id)`,
    packages.id,
  ],
  status: [packages.status, packages.id],
  quantity: [packages.quantity, packages.id],
  labState: [packages.labTestState, packages.id],
} as const;
