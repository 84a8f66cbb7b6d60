import { and, eq, gt, isNull, lt, ne, notInArray, or, sql } from 'drizzle-orm';
import { analyteOf, type LabFinding, WITHOUT_LAB_RESULTS } from '../../../domain/inventory/lab-result';
import type { Db } from '../../db/client';
import { lockRows } from '../../db/rows';
import { labReports, packages } from '../../db/schema';
import type { OutsideFinding } from '../../integrations/tracking/tracking-labs';
import { tellPackages } from '../tell-packages';
import { inPortions, type License } from './read-in-portions';

/** Packages at hand whose lab may have found something since their results were last read. */
export const lackingLabResults = (db: Db, { orgId, licenseId }: License, limit: number, after = 0) =>
  db
    .select({ id: packages.id, trackingId: packages.trackingId })
    .from(packages)
    .where(
      and(
        eq(packages.orgId, orgId),
        eq(packages.licenseId, licenseId),
        gt(packages.id, after),
        ne(packages.status, 'INACTIVE'),
        or(isNull(packages.labReadAt), lt(packages.labReadAt, packages.lastActivityAt)),
        notInArray(packages.labTestState, [...WITHOUT_LAB_RESULTS]),
        sql`${packages.trackingId} is not null`,
      ),
    )
    .orderBy(packages.id)
    .limit(limit);

/** Reads the lab results of a license's packages that lack them. */
export const readLabResults = inPortions({
  queue: 'read-lab-results',
  lacking: lackingLabResults,
  ask: ({ integrations }, at, { trackingId }) => integrations.tracking.labFindings(at, trackingId ?? 0),
  keep: ({ db }, { orgId }, { one, found, askedAt }) => keepFindings(db, { orgId, packageId: one.id, askedAt }, found),
});

type Of = { orgId: number; packageId: number; askedAt: Date };

/** Replaces a package's reports by what the tracking system says now; if it tells nothing they stay. */
async function keepFindings(
  db: Db,
  { orgId, packageId, askedAt }: Of,
  findings: readonly OutsideFinding[] | null,
): Promise<void> {
  const ofPackage = and(eq(packages.orgId, orgId), eq(packages.id, packageId));
  // Two jobs may read of one package at once: each replaces what the other kept.
  await lockRows(db, packages, ofPackage);
  const ofReports = and(eq(labReports.orgId, orgId), eq(labReports.packageId, packageId));
  const before = findings ? await db.delete(labReports).where(ofReports).returning(TOLD) : [];
  const reports = Map.groupBy(
    findings ?? [],
    ({ performed, labLicense, documentId }) => `${performed} ${labLicense} ${documentId}`,
  );
  const rows = [...reports.values()].flatMap((of) => {
    const [first] = of;
    if (first === undefined) return [];
    return {
      orgId,
      packageId,
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
  const after = rows.length > 0 ? await db.insert(labReports).values(rows).returning(TOLD) : [];
  const said = (reports: typeof after) =>
    reports
      .map((one) => JSON.stringify(one))
      .sort()
      .join();
  if (after.length > 0 && said(after) !== said(before)) await tellPackages(db, orgId, [packageId], 'package.tested');
  // At least as late as its last activity, which is told by the tracking system's clock.
  await db
    .update(packages)
    .set({ labReadAt: sql`greatest(${askedAt.toISOString()}::timestamptz, ${packages.lastActivityAt})` })
    .where(ofPackage);
}

/** What of a report is news. */
const TOLD = {
  performed: labReports.performed,
  labLicense: labReports.labLicense,
  documentId: labReports.documentId,
  passed: labReports.passed,
  isRevoked: labReports.isRevoked,
  findings: labReports.findings,
};

const toFinding = (one: OutsideFinding): LabFinding => {
  const { level, passed, isInformational, comment } = one;
  return { ...analyteOf(one.testType), level, passed, isInformational, comment };
};
