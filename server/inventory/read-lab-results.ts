import { and, eq, isNull, lt, ne, notInArray, or, sql } from 'drizzle-orm';
import { analyteOf, type LabFinding, WITHOUT_LAB_RESULTS } from '../../domain/inventory/lab-result';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { labReports, licenses, packages } from '../db/schema';
import { transact } from '../db/transact';
import { KeyRefused } from '../integrations/answers';
import { findLicense, keyInUse } from '../integrations/license-syncs';
import type { OutsideFinding } from '../integrations/tracking-labs';
import { publish } from '../live/publish';

type License = { orgId: number; licenseId: number };

/** How long one job reads before it lets others have their turn, and how many packages at once. */
const PORTION_MS = 20_000;
const AT_ONCE = 8;

/** Packages at hand whose lab may have found something since their results were last read. */
const lacking = ({ orgId, licenseId }: License) =>
  and(
    eq(packages.orgId, orgId),
    eq(packages.licenseId, licenseId),
    ne(packages.status, 'INACTIVE'),
    or(isNull(packages.labReadAt), lt(packages.labReadAt, packages.lastActivityAt)),
    notInArray(packages.labTestState, [...WITHOUT_LAB_RESULTS]),
    sql`${packages.trackingId} is not null`,
  );

/** Whether any package of a license lacks lab results that may be there. */
export async function lacksLabResults(db: Db, license: License): Promise<boolean> {
  const [one] = await db.select({ id: packages.id }).from(packages).where(lacking(license)).limit(1);
  return one !== undefined;
}

/**
 * Reads the lab results of a license's packages that lack them, as far as a portion's time allows, and enqueues itself for
 * the rest. Without a key it does nothing; a refused one is checked by the license's sync. Raises UNAVAILABLE for a retry.
 */
export async function readLabResults(tools: Services, license: License): Promise<void> {
  const { database, integrations, jobs } = tools;
  const found = await findLicense(database.db, license.orgId, eq(licenses.id, license.licenseId));
  if (!found?.sync || found.status === 'OFFLINE' || found.status === 'SYNC_PENDING') return;
  const userKey = keyInUse(found, integrations.vault);
  if (userKey === undefined) return;
  const { usState, licenseNumber } = found.license;
  const at = { usState, licenseNumber, userKey };
  const deadline = Date.now() + PORTION_MS;
  try {
    while (Date.now() < deadline) {
      const some = await database.db
        .select({ id: packages.id, trackingId: packages.trackingId })
        .from(packages)
        .where(lacking(license))
        .orderBy(packages.id)
        .limit(AT_ONCE);
      if (some.length === 0) return;
      const askedAt = new Date();
      const read = await Promise.all(
        some.map(async ({ id, trackingId }) => ({
          id,
          findings: await integrations.tracking.labFindings(at, trackingId ?? 0),
        })),
      );
      await transact(database.db, async (tx) => {
        for (const one of read) await keepFindings(tx, license.orgId, { ...one, askedAt });
        await publish(tx, { topic: 'packages', kind: 'changed', id: 'many', orgIds: [license.orgId] });
      });
    }
  } catch (error) {
    if (!(error instanceof KeyRefused)) throw error;
    return jobs.enqueue(database.db, { name: 'sync-license', data: license });
  }
  await jobs.enqueue(database.db, { name: 'read-lab-results', data: license });
}

type Read = { id: number; findings: readonly OutsideFinding[]; askedAt: Date };

/** Replaces a package's reports by what the tracking system says now. */
export async function keepFindings(db: Db, orgId: number, { id, findings, askedAt }: Read): Promise<void> {
  const own = and(eq(labReports.orgId, orgId), eq(labReports.packageId, id));
  await db.delete(labReports).where(own);
  const reports = Map.groupBy(
    findings,
    ({ performed, labLicense, documentId }) => `${performed} ${labLicense} ${documentId}`,
  );
  const rows = [...reports.values()].flatMap((of) => {
    const [first] = of;
    if (first === undefined) return [];
    return {
      orgId,
      packageId: id,
      performed: first.performed,
      labLicense: first.labLicense,
      documentId: first.documentId ?? 0,
      labName: first.labName,
      sourceLabel: first.sourceLabel,
      passed: of.every(({ passedAll }) => passedAll),
      isRevoked: of.some(({ isRevoked }) => isRevoked),
      findings: of.map(toFinding),
      seenAt: askedAt,
    };
  });
  if (rows.length > 0) await db.insert(labReports).values(rows);
  // As late as its last activity, which the tracking system's clock told.
  await db
    .update(packages)
    .set({ labReadAt: sql`greatest(${askedAt.toISOString()}::timestamptz, ${packages.lastActivityAt})` })
    .where(and(eq(packages.orgId, orgId), eq(packages.id, id)));
}

const toFinding = (one: OutsideFinding): LabFinding => {
  const { level, passed, isInformational, comment } = one;
  return { ...analyteOf(one.testType), level, passed, isInformational, comment };
};
