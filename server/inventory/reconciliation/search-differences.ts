import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { notFound } from '../../../domain/errors';
import { MOST_ORDERS_TOLD } from '../../../domain/inventory/packages/package-story';
import { readTag } from '../../../domain/inventory/packages/scanned-tag';
import { reconciliation as contract } from '../../../domain/inventory/reconciliation/contract';
import {
  DIFFERENCE_CAUSES,
  DIFFERENCE_KINDS,
  type TrackingDifference,
} from '../../../domain/inventory/reconciliation/difference';
import { differenceFilters } from '../../../domain/inventory/reconciliation/difference-filters';
import type { Ctx } from '../../context';
import { filterSql, instantWithin } from '../../db/filters';
import { listOf, readFacets } from '../../db/list';
import { contains, forReader, isOneOf, readerOrg } from '../../db/page';
import { trackingDifferences as differences } from '../../db/schema';
import { visibleDifferences, visibleLicenses } from '../../db/visibility';
import type { Verb } from '../../implement';

const itemOf = (column: SQL, orgId: SQL) => sql`(select ${column} from packages pack
    join tracking_items item on item.org_id = ${orgId} and item.id = pack.item_id
   where pack.org_id = ${orgId} and pack.id = tracking_differences.package_id)`;

const passing = filterSql(differenceFilters, {
  searchTerm: (text, { membership: { orgId } }) =>
    sql`(${contains([differences.label], readTag(text))} or
      ${contains([differences.label, itemOf(sql`item.name`, sql`${orgId}::bigint`)], text)})`,
  kinds: (kinds) => isOneOf(differences.kind, kinds),
  causes: (causes) => isOneOf(differences.cause, causes),
  licenseIds: (ids) => isOneOf(differences.licenseId, ids),
  found: (range, asker) => instantWithin(sql`${differences.createdAt}`, range, asker),
  askedOfMe: (is, { membership: { orgUserId } }) =>
    is ? eq(differences.askedOf, orgUserId) : sql`${differences.askedOf} is distinct from ${orgUserId}`,
  settled: (is) => (is ? isNotNull(differences.settledAt) : isNull(differences.settledAt)),
});

/** How soon both figures are compared once an adjustment was sent; until then it is still on its way. */
const COMPARED_WITHIN = '2 minutes';

const ROW = sql`
    tracking_differences.id, tracking_differences.label, tracking_differences.package_id as "packageId",
    tracking_differences.harvest_id as "harvestId",
    tracking_differences.kind, tracking_differences.ours, tracking_differences.theirs, tracking_differences.cause,
    tracking_differences.created_at as found, tracking_differences.moved_at as moved,
    tracking_differences.kind = 'QUANTITY' and exists (select from tracking_writes sent where sent.org_id = ${readerOrg} and sent.package_id = tracking_differences.package_id
              and sent.kind = 'ADJUST' and (sent.state = 'PENDING' or sent.state = 'SENT'
              and sent.updated_at > greatest(tracking_differences.created_at, now() - interval '${sql.raw(COMPARED_WITHIN)}'))) as "isAdjusting",
    (select json_build_object('orgUserId', member.id, 'name', person.first_name || ' ' || person.last_name,
            'by', (select asker.first_name || ' ' || asker.last_name from users asker where asker.id = tracking_differences.asked_by),
            'question', tracking_differences.question, 'at', tracking_differences.asked_at)
       from org_users member join users person on person.id = member.user_id
      where member.id = tracking_differences.asked_of) as asked,
    tracking_differences.settled_at as settled, tracking_differences.settlement,
    ${itemOf(sql`item.name`, readerOrg)} as "itemName",
    (select json_build_object('id', license.id, 'displayName', license.us_state || ' ' || license.license_number,
            'name', license.name) from licenses license where license.id = tracking_differences.license_id) as license,
    (select json_build_object('id', product.id, 'name', product.name) from packages pack
       join product_items mapped on mapped.org_id = ${readerOrg} and mapped.item_id = pack.item_id
       join products product on product.org_id = ${readerOrg} and product.id = mapped.product_id
      where pack.org_id = ${readerOrg} and pack.id = tracking_differences.package_id) as product,
    (select person.first_name || ' ' || person.last_name from users person
      where person.id = tracking_differences.settled_by) as "settledBy"`;

type Times = 'found' | 'moved' | 'settled';
type Found = Omit<TrackingDifference, Times> & Record<Times, Date | string | null>;

const instant = (at: Date | string | null) => (at === null ? null : new Date(at).toISOString());
const toDifference = ({ found, moved, settled, asked, ...row }: Found): TrackingDifference => ({
  ...row,
  asked: asked && { ...asked, at: instant(asked.at) ?? '' },
  found: instant(found) ?? '',
  moved: instant(moved),
  settled: instant(settled),
});

/** The inbox's list; its condition also picks what is settled in bulk. */
export const differenceList = listOf(contract.search)({
  table: differences,
  visible: visibleDifferences,
  filters: (filters, asker) =>
    and(
      passing(filters, asker),
      'settled' in differenceFilters.asked(filters) ? undefined : isNull(differences.settledAt),
    ),
  sorts: {
    found: [differences.createdAt, differences.id],
    moved: [sql`coalesce(${differences.movedAt}, '-infinity'::timestamptz)`, differences.id],
    label: [differences.label, differences.id],
    kind: [differences.kind, differences.id],
    cause: [differences.cause, differences.id],
  },
  columns: ROW,
  toRow: () => toDifference,
});

export const searchDifferences = differenceList.search;

/** Filter choices, with how many differences are open of each. */
export const differenceFacets: Verb<typeof contract.facets> = (ctx) => {
  const { membership } = ctx;
  const open = sql`${visibleDifferences(membership)} and ${isNull(differences.settledAt)}`;
  const counted = (column: SQL, values: readonly string[]) => sql`
    select value as id, (select count(*)::int from ${differences} where ${open} and ${column} = value) as count
      from unnest(${sql.param(values)}::text[]) with ordinality as each (value, place) order by place`;
  return readFacets(ctx, {
    kinds: counted(sql`${differences.kind}`, Object.keys(DIFFERENCE_KINDS)),
    causes: counted(sql`${differences.cause}`, Object.keys(DIFFERENCE_CAUSES)),
    licenses: sql`
      select licenses.id, licenses.us_state || ' ' || licenses.license_number as "displayName",
             (select count(*)::int from ${differences} where ${open} and ${differences.licenseId} = licenses.id) as count
        from licenses where ${visibleLicenses(membership)} order by licenses.us_state, licenses.license_number`,
  });
};

/** How many differences wait for the caller. */
export const summarizeDifferences: Verb<typeof contract.summary> = async ({ db, membership }) => {
  const [counted] = await db
    .select({ open: sql<number>`count(*)::int` })
    .from(differences)
    .where(and(visibleDifferences(membership), isNull(differences.settledAt)));
  return { open: counted?.open ?? 0 };
};

/** A package's differences that the caller may see, open ones first, then the latest. */
export async function differencesOfPackage({ db, membership }: Ctx, packageId: number): Promise<TrackingDifference[]> {
  const { rows } = await db.execute(sql`
    select ${forReader(ROW, membership.orgId)} from ${differences}
     where ${and(visibleDifferences(membership), eq(differences.packageId, packageId))}
     order by ${differences.settledAt} desc nulls first, ${differences.id} desc limit ${MOST_ORDERS_TOLD}`);
  return (rows as Found[]).map(toDifference);
}

/** One difference the caller may see. NOT_FOUND. */
export async function findDifference(
  { db, membership }: Pick<Ctx, 'db' | 'membership'>,
  id: number,
): Promise<TrackingDifference> {
  const { rows } = await db.execute(sql`
    select ${forReader(ROW, membership.orgId)} from ${differences}
     where ${and(visibleDifferences(membership), eq(differences.id, id))}`);
  const [found] = rows as Found[];
  if (found === undefined) throw notFound('Difference');
  return toDifference(found);
}
