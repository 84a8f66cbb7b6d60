import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import {
  type FoundDifference,
  SETTLEMENTS,
  type Settlement,
} from '../../../domain/inventory/reconciliation/difference';
import { subjectOf } from '../../../domain/notifications/subjects';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { recordset } from '../../db/recordset';
import { trackingDifferences } from '../../db/schema';
import { settledAs } from '../../notices/notices';
import type { StockCtx } from '../stock/write-stock';

/** A package as compared with the tracking system; `difference` is null where both agree. */
export type Compared = {
  label: string;
  packageId: number | null;
  movedAt: Date | null;
  difference: FoundDifference | null;
};

/** Settles the questions about differences that ended. */
export async function settleQuestions(
  { enqueue }: Pick<Ctx, 'enqueue'>,
  orgId: number,
  ended: readonly { id: number; askedAt: Date | null }[],
  how: Settlement,
): Promise<void> {
  const subjects = ended.flatMap(({ id, askedAt }) => (askedAt === null ? [] : [subjectOf.difference(id, askedAt)]));
  if (subjects.length > 0) await enqueue(settledAs({ orgId, subjects }, SETTLEMENTS[how].label));
}

type Where = { orgId: number; licenseId: number };
type Open = Pick<typeof trackingDifferences.$inferSelect, 'id' | 'label' | 'kind' | 'ours' | 'theirs' | 'cause'>;

/**
 * Keeps the inbox true to what was compared: opens a difference once, says what it is now, and closes those of packages
 * that agree. A record that can't be read tells nothing of the package's other differences, and none tells anything of what
 * was refused, which waits for a person. Returns how many changed.
 */
export async function saveDifferences(
  ctx: Pick<Ctx, 'db' | 'enqueue'>,
  { orgId, licenseId }: Where,
  compared: readonly Compared[],
): Promise<number> {
  if (compared.length === 0) return 0;
  const { db } = ctx;
  const labels = compared.map(({ label }) => label);
  const open: Open[] = await db
    .select()
    .from(trackingDifferences)
    .where(
      and(
        eq(trackingDifferences.orgId, orgId),
        isNull(trackingDifferences.settledAt),
        ne(trackingDifferences.kind, 'REFUSED'),
        isNull(trackingDifferences.harvestId),
        isOneOf(trackingDifferences.label, labels),
      ),
    )
    .for('no key update');
  const agreed: number[] = [];
  const opened: (Compared & { difference: FoundDifference })[] = [];
  const moved: (Compared & { id: number; difference: FoundDifference })[] = [];
  for (const { difference, ...one } of compared) {
    const own = open.filter(({ label }) => label === one.label);
    const same = own.find(({ kind }) => kind === difference?.kind);
    if (difference?.kind !== 'UNREADABLE') agreed.push(...own.filter((other) => other !== same).map(({ id }) => id));
    if (difference === null) continue;
    if (same === undefined) opened.push({ ...one, difference });
    else if (same.ours !== difference.ours || same.theirs !== difference.theirs)
      moved.push({ ...one, id: same.id, difference });
  }
  if (agreed.length > 0) {
    const settled = await db
      .update(trackingDifferences)
      .set({ settledAt: sql`statement_timestamp()`, settlement: 'AGREED' })
      .where(and(eq(trackingDifferences.orgId, orgId), isOneOf(trackingDifferences.id, agreed)))
      .returning({ id: trackingDifferences.id, askedAt: trackingDifferences.askedAt });
    await settleQuestions(ctx, orgId, settled, 'AGREED');
  }
  const split = await splitThere(ctx, orgId, [...opened, ...moved]);
  const toRow = ({ difference, ...one }: (typeof opened)[number]) => ({
    ...one,
    ...difference,
    cause: split.has(one.label) ? ('SPLIT' as const) : difference.cause,
  });
  if (opened.length > 0) {
    const rows = opened.map((one) => ({ ...toRow(one), orgId, licenseId }));
    const { source, columns, values } = recordset('found', trackingDifferences, rows);
    await db.execute(sql`insert into ${trackingDifferences} (${columns}) select ${values} from ${source}
      on conflict (org_id, license_id, label, kind) where settled_at is null and kind <> 'REFUSED' do nothing`);
  }
  for (const { id, ...one } of moved) {
    const { ours, theirs, cause, movedAt } = toRow(one);
    await db
      .update(trackingDifferences)
      .set({ ours, theirs, cause, movedAt })
      .where(and(eq(trackingDifferences.orgId, orgId), eq(trackingDifferences.id, id)));
  }
  return agreed.length + opened.length + moved.length;
}

/** Which of these packages lost there exactly what packages made of them there hold. */
async function splitThere(
  { db }: Pick<StockCtx, 'db'>,
  orgId: number,
  found: readonly (Compared & { difference: FoundDifference })[],
): Promise<Set<string>> {
  const adjusted = found.flatMap(({ label, difference }) => (difference.cause === 'ADJUSTED' ? [label] : []));
  if (adjusted.length === 0) return new Set();
  const { rows } = await db.execute<{ label: string }>(sql`
    select parent.label from packages parent
      join (select source, child.unit_of_measure, sum(child.quantity) as quantity
              from packages child cross join unnest(child.source_labels) as source
             where child.org_id = ${orgId} and child.source_labels && ${sql.param(adjusted)}::text[] and child.source_labels <> '{}'
             group by source, child.unit_of_measure) as children
        on children.source = parent.label and children.unit_of_measure = parent.unit_of_measure
     where parent.org_id = ${orgId} and ${isOneOf(sql`parent.label`, adjusted)}
       and parent.quantity - parent.tracking_quantity = children.quantity`);
  return new Set(rows.map(({ label }) => label));
}

/** How much later than it was made a package may appear in the tracking system's lists, and how far clocks may differ. */
const SENT_BEFORE = '10 minutes';

/**
 * Opens a difference for each package that a round from the beginning on didn't name; others about its figures lapse. One
 * that was written about since may have been made after its list was read: the next round tells. Returns how many.
 */
export async function saveGone(
  { db, enqueue }: Pick<Ctx, 'db' | 'enqueue'>,
  { orgId, licenseId, roundBeganAt }: Where & { roundBeganAt: Date },
): Promise<number> {
  const { rows } = await db.execute(sql`
    insert into tracking_differences (org_id, license_id, package_id, label, kind, ours, theirs, cause)
    select org_id, license_id, id, label, 'GONE', trim_scale(quantity) || ' ' || unit_of_measure, 'Not there', 'REMOVED'
      from packages
     where org_id = ${orgId} and license_id = ${licenseId} and status <> 'INACTIVE'
       and (seen_at is null or seen_at < ${roundBeganAt})
       and not exists (select from tracking_writes written
                        where written.org_id = packages.org_id and written.made_id = packages.id
                          and (written.state = 'PENDING'
                            or written.state = 'SENT' and written.updated_at > ${roundBeganAt}::timestamptz - ${SENT_BEFORE}::interval
                               and (packages.seen_at is null or packages.seen_at < written.updated_at)))
        on conflict (org_id, license_id, label, kind) where settled_at is null and kind <> 'REFUSED' do nothing
    returning id`);
  const lapsed = await db.execute<{ id: string; askedAt: string | null }>(sql`
    update tracking_differences as open set settled_at = statement_timestamp(), settlement = 'LAPSED'
     where open.org_id = ${orgId} and open.license_id = ${licenseId} and open.settled_at is null and open.kind not in ('GONE', 'REFUSED')
       and exists (select from packages pack
                    where pack.org_id = ${orgId} and pack.id = open.package_id and pack.license_id = ${licenseId}
                      and (pack.seen_at is null or pack.seen_at < ${roundBeganAt}))
    returning open.id, open.asked_at as "askedAt"`);
  const ended = lapsed.rows.map(({ id, askedAt }) => ({
    id: Number(id),
    askedAt: askedAt === null ? null : new Date(askedAt),
  }));
  await settleQuestions({ enqueue }, orgId, ended, 'LAPSED');
  return rows.length + ended.length;
}
