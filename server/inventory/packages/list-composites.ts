import { type SQL, sql } from 'drizzle-orm';
import type { FileReply, VerbInput } from '../../../domain/contract/endpoint';
import { MOST_EXPORTED } from '../../../domain/csv';
import { badInput, DomainError } from '../../../domain/errors';
import {
  COMPOSITE_COLUMNS,
  type CompositeKey,
  type CompositePackage,
  compositeKey,
} from '../../../domain/inventory/packages/composite';
import type { COMPOSITE_SORTS, inventory as contract } from '../../../domain/inventory/packages/contract';
import type { Ctx } from '../../context';
import { toCsv } from '../../db/export';
import { readRows } from '../../db/page';
import type { Verb } from '../../implement';
import { type OfState, packageList, searchOf } from './list-packages';

type Sort = (typeof COMPOSITE_SORTS)[number];
type Asked = Omit<VerbInput<typeof contract.composite>['query'], 'afterKey' | 'pageSize'>;

/** What each sort compares. */
const PLACES: Record<Sort, SQL> = {
  lastActivity: sql`found.last_activity`,
  itemName: sql`lower(item.name)`,
  category: sql`item.category_name`,
  quantity: sql`found.quantity`,
  packageCount: sql`found.package_count`,
};

/** What packages have in common, null where they differ; read of a page's composites only. */
const shared = (column: string) =>
  sql.raw(
    `case when min(packages.${column}) = max(packages.${column}) and count(packages.${column}) = count(*) then min(packages.${column}) end as ${column}`,
  );
const SHARED = sql.join(['lab_test_state', 'owner_name', 'recipient', 'notes'].map(shared), sql`, `);

type Found = Omit<
  CompositePackage,
  'id' | 'verdantId' | 'label' | 'lastActivity' | 'holder' | 'assignedOwner' | 'product'
> & {
  lastActivity: Date | string;
  holder: CompositePackage['holder'];
  assignedOwner: CompositePackage['assignedOwner'];
  product: CompositePackage['product'];
};

/**
 * Composites of the packages that match, in order, after one of them if given. Each page is what a whole new reading has
 * after that place, so packages that move meanwhile are counted once, where they are now.
 */
async function readComposites(
  ctx: Ctx,
  asked: Asked,
  { after, limit }: { after?: CompositeKey | undefined; limit: number },
): Promise<CompositePackage[]> {
  const { orgId } = ctx.membership;
  const { filters, sortBy, sortDesc } = searchOf(asked as Parameters<typeof searchOf>[0]);
  const where = packageList.matching(ctx, { filters, companyId: undefined });
  const [direction, beyond] = [sql.raw(sortDesc ? 'desc' : 'asc'), sql.raw(sortDesc ? '<' : '>')];
  const namesItem = sortBy === 'itemName' || sortBy === 'category';
  const keys = sql`place, item_id, status, license_id, unit_of_measure`;
  const ofKey =
    after &&
    sql`item_id = ${after.itemId} and status = ${after.status} and license_id = ${after.licenseId}
    and unit_of_measure = ${after.unit}`;
  const rows = await readRows<Found>(
    ctx.services.database.pool,
    sql`
    with found as (
      select packages.item_id, packages.status, packages.license_id, packages.unit_of_measure,
             count(*)::int as package_count, sum(packages.quantity) as quantity,
             max(packages.last_activity_at) as last_activity
        from packages where ${where} group by 1, 2, 3, 4),
    placed as materialized (
      select found.*, ${PLACES[sortBy as Sort]} as place from found
       ${namesItem ? sql`join tracking_items item on item.org_id = ${orgId} and item.id = found.item_id` : sql``}),
    page as (
      select * from placed
       ${ofKey ? sql`where (${keys}) ${beyond} (select ${keys} from placed where ${ofKey})` : sql``}
       order by place ${direction}, item_id ${direction}, status ${direction}, license_id ${direction},
                unit_of_measure ${direction} limit ${limit})
    select page.item_id as "verdantItemId", item.name as "itemName", item.category_name as category,
           item.strain_name as "strainName", page.status, page.unit_of_measure as "unitOfMeasureAbbreviation",
           page.license_id as "holderLicenseId", page.package_count as "packageCount", trim_scale(page.quantity) as quantity,
           page.last_activity as "lastActivity", shared.lab_test_state as "currentLabTestState",
           shared.owner_name as "metrcOwner", shared.recipient, shared.notes,
           json_build_object('id', license.id, 'displayName', license.us_state || ' ' || license.license_number,
             'name', license.name) as holder,
           (select json_build_object('id', brand.id, 'name', brand.name) from brands brand
             where brand.id = item.brand_id) as "assignedOwner",
           (select json_build_object('id', product.id, 'name', product.name) from product_items mapped
              join products product on product.org_id = ${orgId} and product.id = mapped.product_id
             where mapped.org_id = ${orgId} and mapped.item_id = page.item_id) as product
      from page join tracking_items item on item.org_id = ${orgId} and item.id = page.item_id
      join licenses license on license.id = page.license_id
     cross join lateral (
       select ${SHARED} from packages
        where ${where} and packages.item_id = page.item_id and packages.status = page.status
          and packages.license_id = page.license_id and packages.unit_of_measure = page.unit_of_measure) as shared
     order by place ${direction}, page.item_id ${direction}, page.status ${direction}, page.license_id ${direction},
              page.unit_of_measure ${direction}`,
  );
  if (rows.length === 0 && ofKey) await assertStands(ctx, where, ofKey);
  return rows.map(({ lastActivity, ...row }) => ({
    ...row,
    verdantId: null,
    label: null,
    id: compositeKey({
      itemId: row.verdantItemId,
      status: row.status,
      licenseId: row.holderLicenseId,
      unit: row.unitOfMeasureAbbreviation,
    }),
    lastActivity: new Date(lastActivity).toISOString(),
  }));
}

/** BAD_INPUT if no package of the composite that a page comes after matches anymore. */
async function assertStands(ctx: Ctx, where: SQL, ofKey: SQL): Promise<void> {
  const [stands] = await readRows(
    ctx.services.database.pool,
    sql`select 1 as found from packages where ${where} and ${ofKey} limit 1`,
  );
  if (stands === undefined)
    throw badInput({ afterKey: 'These packages changed meanwhile. Start from the first page.' });
}

/** A page of composites, and the key of the next. BAD_INPUT when the one it comes after is gone. */
export const listComposites: Verb<typeof contract.composite> = async (
  ctx,
  { query: { afterKey, pageSize, ...asked } },
) => {
  const found = await readComposites(ctx, asked, { after: afterKey, limit: pageSize + 1 });
  const results = found.slice(0, pageSize);
  return { results, nextKey: found.length > pageSize ? (results.at(-1)?.id ?? null) : null };
};

/** Every composite, as csv. TOO_LARGE if they don't fit in a file. */
export const exportComposites: Verb<typeof contract.compositeExport> = async (
  ctx,
  { query: { headers, ...asked } },
): Promise<FileReply> => {
  const rows = await readComposites(ctx, asked, { limit: MOST_EXPORTED + 1 });
  if (rows.length > MOST_EXPORTED)
    throw new DomainError('TOO_LARGE', 'These are too many for one file. Narrow the filters and try again.');
  const columns = headers.map((id) => COMPOSITE_COLUMNS[id]);
  const batches = (async function* () {
    yield rows;
  })();
  return { name: 'inventory.csv', text: toCsv(columns, batches, ctx.timeZone) };
};

/** A page of a composite's packages that match. */
export const listCompositePackages: Verb<typeof contract.compositePackages> = (
  ctx,
  { query: { key, page, pageSize, ...asked } },
) => {
  const { filters, ...search } = searchOf(asked);
  const ofComposite: OfState = { ...filters, composite: key };
  return packageList.search(ctx, { body: { ...search, filters: ofComposite, page, itemsPerPage: pageSize } });
};
