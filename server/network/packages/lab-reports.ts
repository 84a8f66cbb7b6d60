import { and, desc, eq } from 'drizzle-orm';
import type { SharedReportRow } from '../../../domain/network/shared-package';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { labReports } from '../../db/schema';

/** What labs found of packages of one organization, by package, newest first; only what others see. */
export async function reportsOfPackages(
  db: Db,
  orgId: number,
  packageIds: readonly number[],
): Promise<Map<number, SharedReportRow[]>> {
  if (packageIds.length === 0) return new Map();
  const rows = await db
    .select({
      packageId: labReports.packageId,
      labName: labReports.labName,
      labLicense: labReports.labLicense,
      performed: labReports.performed,
      passed: labReports.passed,
      isRevoked: labReports.isRevoked,
      findings: labReports.findings,
    })
    .from(labReports)
    .where(and(eq(labReports.orgId, orgId), isOneOf(labReports.packageId, packageIds)))
    .orderBy(desc(labReports.performed), desc(labReports.documentId));
  return Map.groupBy(rows, ({ packageId }) => packageId);
}
