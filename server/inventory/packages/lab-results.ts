import { and, desc, eq, type SQL } from 'drizzle-orm';
import { notFound } from '../../../domain/errors';
import {
  contradictionOf,
  expiryOf,
  type LabFinding,
  type LabReport,
  type LabResults,
} from '../../../domain/inventory/lab-result';
import type { inventory as contract } from '../../../domain/inventory/packages/contract';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { labReports, packages } from '../../db/schema';
import { visiblePackages } from '../../db/visibility';
import type { Verb } from '../../implement';
import { withLicenseKey } from '../../integrations/tracking/use-license-key';

const toReport = (row: typeof labReports.$inferSelect): LabReport => ({
  labName: row.labName,
  labLicense: row.labLicense,
  performed: row.performed,
  expires: expiryOf(row.performed),
  passed: row.passed,
  isRevoked: row.isRevoked,
  sourceLabel: row.sourceLabel,
  findings: row.findings as LabFinding[],
  documentId: row.documentId || null,
});

async function findPackage({ db, membership }: Ctx, where: SQL) {
  const [found] = await db
    .select({
      id: packages.id,
      licenseId: packages.licenseId,
      state: packages.labTestState,
      readAt: packages.labReadAt,
    })
    .from(packages)
    .where(and(visiblePackages(membership), where));
  if (found === undefined) throw notFound('Package');
  return found;
}

async function reportsOf(db: Db, orgId: number, packageId: number): Promise<LabReport[]> {
  const rows = await db
    .select()
    .from(labReports)
    .where(and(eq(labReports.orgId, orgId), eq(labReports.packageId, packageId)))
    .orderBy(desc(labReports.performed), desc(labReports.documentId));
  return rows.map(toReport);
}

/** What labs found of a package, as last read. NOT_FOUND. */
export const getTestResults: Verb<typeof contract.testResults> = async (ctx, { params: { label } }) => {
  const found = await findPackage(ctx, eq(packages.label, label));
  const reports = await reportsOf(ctx.db, ctx.membership.orgId, found.id);
  const { state } = found;
  return {
    state,
    read: found.readAt?.toISOString() ?? null,
    reports,
    contradiction: found.readAt === null ? null : contradictionOf(state, reports),
  } satisfies LabResults;
};

/** A lab's certificate as the tracking system has it. NOT_FOUND, TRACKING_KEY_REQUIRED, UNAVAILABLE. */
export const getCertificate: Verb<typeof contract.certificate> = async (ctx, { params: { label, documentId } }) => {
  const found = await findPackage(ctx, eq(packages.label, label));
  const reports = await reportsOf(ctx.db, ctx.membership.orgId, found.id);
  if (!reports.some((report) => report.documentId === documentId)) throw notFound('Certificate');
  const file = await withLicenseKey(ctx, found.licenseId, (at) =>
    ctx.services.integrations.tracking.labDocument(at, documentId),
  );
  if (file === null) throw notFound('Certificate');
  const text = (async function* () {
    yield file;
  })();
  return { name: `${label}_certificate.pdf`, text };
};
