import { and, desc, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { Membership } from '../../../domain/access/roles';
import {
  AUDIT_STATES,
  type Audit,
  type Finding,
  type FindingEnd,
  findingFilters,
} from '../../../domain/accounting/audit';
import { accountingAudits as contract } from '../../../domain/accounting/audit-contract';
import type { FindingKind, Fix } from '../../../domain/accounting/compare';
import { notFound } from '../../../domain/errors';
import { chipsOf } from '../../../domain/filters';
import { orderFilters } from '../../../domain/orders/filters';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { filterSql } from '../../db/filters';
import { listOf } from '../../db/list';
import { contains, forReader, isOneOf, readerOrg } from '../../db/page';
import {
  accountingAudits as audits,
  accountingConnections as connections,
  accountingFindings as findings,
} from '../../db/schema';
import { visibleOrders } from '../../db/visibility';
import type { Verb } from '../../implement';
import { findSeenCompany } from '../../organization/find-company';

/** What an audit was asked, as it is kept. */
export type AskedAudit = { companyId: number; filters: Record<string, unknown>; timeZone: string };

const SHOWN = 10;
const KEPT_DAYS = 90;

type Row = typeof audits.$inferSelect & { companyId: number; startedBy: string | null };
type Asked = Pick<Ctx, 'db' | 'membership'>;

const personName = (id: SQL | typeof audits.startedByUserId) => sql<string | null>`(
  select person.first_name || ' ' || person.last_name from users person where person.id = ${id})`;

async function readAudits({ db, membership: { orgId } }: Asked, where: SQL | undefined): Promise<Audit[]> {
  const rows = await db
    .select({ audit: audits, companyId: connections.companyId, startedBy: personName(audits.startedByUserId) })
    .from(audits)
    .innerJoin(connections, and(eq(connections.orgId, orgId), eq(connections.id, audits.connectionId)))
    .where(and(eq(audits.orgId, orgId), where))
    .orderBy(desc(audits.id))
    .limit(SHOWN);
  const ids = rows.map(({ audit }) => audit.id);
  if (ids.length === 0) return [];
  const { rows: counted } = await db.execute<{ auditId: number; kind: FindingKind; open: number; settled: number }>(sql`
    select ${findings.auditId} as "auditId", ${findings.kind} as kind,
           count(*) filter (where ${settledAt(sql`${orgId}::bigint`)} is null)::int as open,
           count(*) filter (where ${settledAt(sql`${orgId}::bigint`)} is not null)::int as settled
      from ${findings} where ${findings.orgId} = ${orgId} and ${isOneOf(findings.auditId, ids)} group by 1, 2`);
  return rows.map(({ audit, companyId, startedBy }) => {
    const own = counted.filter(({ auditId }) => Number(auditId) === audit.id);
    return toAudit(
      { ...audit, companyId, startedBy },
      own.flatMap(({ kind, open }) => (open > 0 ? [{ id: kind, count: open }] : [])),
      own.reduce((sum, { settled }) => sum + settled, 0),
    );
  });
}

function toAudit(row: Row, counts: Audit['counts'], settledCount: number): Audit {
  return {
    id: row.id,
    companyId: row.companyId,
    state: AUDIT_STATES.find((state) => state === row.state) ?? 'FAILED',
    problem: row.problem,
    about: aboutOf(row.asked as AskedAudit),
    orderCount: row.orderCount,
    comparedCount: row.comparedCount,
    startedBy: row.startedBy,
    created: row.createdAt.toISOString(),
    finished: row.finishedAt?.toISOString() ?? null,
    counts,
    settledCount,
  };
}

/** The orders that are compared, by their filters. */
function aboutOf({ filters, timeZone }: AskedAudit): string {
  const { filters: sound } = orderFilters.salvage(filters);
  const set = orderFilters.count(sound);
  if (set === 0) return 'All orders';
  return chipsOf(orderFilters, sound, timeZone)
    .map(({ text }) => text)
    .join('; ');
}

/** One audit of a company the caller sees. NOT_FOUND. */
export async function findAudit(ctx: Asked, companyId: number, auditId: number): Promise<Audit> {
  await findSeenCompany(ctx, companyId);
  const [found] = await readAudits(ctx, and(eq(audits.id, auditId), eq(connections.companyId, companyId)));
  if (found === undefined) throw notFound('Comparison');
  return found;
}

export const getAudit: Verb<typeof contract.get> = (ctx, { params }) =>
  findAudit(ctx, params.companyId, params.auditId);

export const listAudits: Verb<typeof contract.list> = async (ctx, { params: { companyId } }) => {
  await findSeenCompany(ctx, companyId);
  return readAudits(ctx, eq(connections.companyId, companyId));
};

/** Of the document that mends a finding once it is pushed, in an organization. */
const pushed = (org: SQL, column: SQL) => sql`(select ${column} from accounting_documents doc
  where doc.org_id = ${org} and doc.order_id = accounting_findings.order_id and doc.kind = 'INVOICE'
    and accounting_findings.settled_by = 'PUSHED'
    and doc.connection_id = (select own.connection_id from accounting_audits own
      where own.org_id = ${org} and own.id = accounting_findings.audit_id))`;
/** When a finding was settled; what was pushed is once the books took it. */
const settledAt = (org: SQL) =>
  sql`coalesce(accounting_findings.settled_at, ${pushed(org, sql`case when doc.state = 'SENT' then doc.updated_at end`)})`;

type Found = Omit<Finding, 'settled'> & { settled: Date | string | null };

const ROW = sql`
  accounting_findings.id, accounting_findings.kind, accounting_findings.ours, accounting_findings.theirs,
  accounting_findings.fix, ${settledAt(readerOrg)} as settled,
  coalesce(${pushed(readerOrg, sql`doc.state = 'PENDING'`)}, false) as "isPushing",
  (select json_build_object('id', own.id, 'orderNumber', own.order_number, 'customerName', own.customer_name)
     from orders own where own.org_id = ${readerOrg} and own.id = accounting_findings.order_id) as "order",
  case when ${settledAt(readerOrg)} is null then null else accounting_findings.settled_by end as "settledBy"`;

const toFinding = ({ settled, ...row }: Found): Finding => ({
  ...row,
  kind: row.kind as FindingKind,
  fix: row.fix as Fix,
  settledBy: row.settledBy as FindingEnd | null,
  settled: settled === null ? null : new Date(settled).toISOString(),
});

const ofOrder = (orgId: number, text: string) => sql`exists (select from orders own
  where own.org_id = ${orgId} and own.id = accounting_findings.order_id
    and ${contains([sql`own.order_number`, sql`own.customer_name`], text)})`;
const open = (orgId: number) => sql`${settledAt(sql`${orgId}::bigint`)} is null`;

const passing = filterSql(findingFilters, {
  searchTerm: (text, { membership: { orgId } }) => sql`(${ofOrder(orgId, text)} or ${contains(findings.theirs, text)})`,
  kinds: (kinds) => isOneOf(findings.kind, kinds),
  settled: (is, { membership: { orgId } }) => (is ? sql`not ${open(orgId)}` : open(orgId)),
});

/** Of an order the member may see, or of none. */
const isSeen = (membership: Membership): SQL =>
  sql`(${findings.orderId} is null or ${findings.orderId} in (select orders.id from orders where ${visibleOrders(membership)}))`;

/** What an audit found; the caller says of which one. */
export const findingsOf = (auditId: number) =>
  listOf(contract.findings)({
    table: findings,
    visible: (membership) =>
      sql`${findings.orgId} = ${membership.orgId} and ${findings.auditId} = ${auditId} and ${isSeen(membership)}`,
    filters: (filters, asker) =>
      and(
        passing(filters, asker),
        'settled' in findingFilters.asked(filters) ? undefined : open(asker.membership.orgId),
      ),
    sorts: { found: [findings.id], kind: [findings.kind, findings.id] },
    columns: ROW,
    toRow: () => toFinding,
  });

export const searchFindings: Verb<typeof contract.findings> = async (ctx, input) => {
  const { companyId, auditId } = input.params;
  await findAudit(ctx, companyId, auditId);
  return findingsOf(auditId).search(ctx, input);
};

/** One finding of an audit. NOT_FOUND. */
export async function findFinding({ db, membership }: Asked, auditId: number, id: number): Promise<Finding> {
  const { orgId } = membership;
  const { rows } = await db.execute(sql`
    select ${forReader(ROW, orgId)} from ${findings}
     where ${and(eq(findings.orgId, orgId), eq(findings.auditId, auditId), eq(findings.id, id), isSeen(membership))}`);
  const [found] = rows as unknown as Found[];
  if (found === undefined) throw notFound('Difference');
  return toFinding(found);
}

/** Removes comparisons that are too old to be settled, with what they found. */
export async function purgeAudits(db: Db): Promise<void> {
  await db.delete(audits).where(lte(audits.createdAt, sql`now() - make_interval(days => ${KEPT_DAYS})`));
}
