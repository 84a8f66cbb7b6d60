import { and, eq, type SQL, sql } from 'drizzle-orm';
import { isAllowed } from '../../../domain/access/ability';
import { BADGE_CAP } from '../../../domain/badges/badges';
import { type ApprovalRow, approvalFilters, approvals as contract } from '../../../domain/carts/approvals/contract';
import type { Ctx } from '../../context';
import { filterSql, instantWithin } from '../../db/filters';
import { listOf } from '../../db/list';
import { contains, isOneOf } from '../../db/page';
import { approvalRequests, buyerCompanies, buyerCompanyApprovals } from '../../db/schema';
import { visibleApprovals } from '../../db/visibility';
import { requestNames } from './read-approvals';

const sellerName = sql<string>`(select seller.name from companies seller where seller.id = ${approvalRequests.sellerCompanyId})`;
const licenseName = sql<string>`(select coalesce(nullif(license.dba, ''), license.name) from buyer_licenses bought
  join licenses license on license.id = bought.license_id where bought.id = ${approvalRequests.buyerLicenseId})`;

/** What a request names, by name. */
export const requestParties = { sellerName, licenseName, ...requestNames };

type Found = Omit<ApprovalRow, 'askedAt'> & { askedAt: Date };

/** Requests for approval, as the buyer's people see them. */
export const approvalList = listOf(contract.search)({
  table: approvalRequests,
  visible: visibleApprovals,
  company: { of: approvalRequests.buyerCompanyId, among: buyerCompanies },
  filters: filterSql(approvalFilters, {
    status: (statuses) => isOneOf(approvalRequests.status, statuses),
    who: (name) => contains(requestNames.askedBy, name),
    seller: (name) => contains(sellerName, name),
    asked: (range, asker) => instantWithin(sql`${approvalRequests.askedAt}`, range, asker),
  }),
  sorts: {
    asked: [approvalRequests.askedAt, approvalRequests.id],
    total: [approvalRequests.totalUsd, approvalRequests.id],
    seller: [sql`lower(${sellerName})`, approvalRequests.id],
  },
  columns: sql`approval_requests.id, approval_requests.status, ${sellerName} as "sellerName", ${licenseName} as "licenseName",
    ${requestNames.askedBy} as "askedBy", approval_requests.asked_at as "askedAt", approval_requests.why,
    approval_requests.total_usd::text as "totalUsd", ${requestNames.decidedBy} as "decidedBy"`,
  toRow:
    () =>
    ({ askedAt, ...row }: Found) => ({ ...row, askedAt: askedAt.toISOString() }),
});

/** The number of requests waiting for the caller, up to the cap. */
export async function countApprovals({ db, membership }: Ctx, buyerCompanyId: number): Promise<number> {
  if (!isAllowed(membership, 'write', 'PURCHASE_ORDERS')) return 0;
  const named = sql`${membership.orgUserId} = any (${buyerCompanyApprovals.approverIds})`;
  const manages: SQL = isAllowed(membership, 'write', 'EDIT_ORGANIZATION')
    ? sql`(${named} or cardinality(${buyerCompanyApprovals.approverIds}) = 0)`
    : named;
  const few = db
    .select({ one: sql`1` })
    .from(approvalRequests)
    .innerJoin(buyerCompanyApprovals, eq(buyerCompanyApprovals.buyerCompanyId, approvalRequests.buyerCompanyId))
    .where(
      and(
        visibleApprovals(membership),
        eq(approvalRequests.status, 'WAITING'),
        eq(approvalRequests.buyerCompanyId, buyerCompanyId),
        manages,
      ),
    )
    .limit(BADGE_CAP)
    .as('few');
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(few);
  return row?.count ?? 0;
}
