import { z } from 'zod';
import type { TrackingUnit } from '../catalogue/units/tracking-units';
import { RowId } from '../contract/endpoint';
import { shortDay } from '../dates';
import { TrackingUnitSchema } from '../inventory/items/tracking-item';
import { expiryOf, type LabFinding, LabReport } from '../inventory/lab-result';
import { PACKAGE_STATUSES } from '../inventory/packages/package';
import { money, StockLevelSchema } from '../money';

/** The states in which a package is in stock. Others see no package that is gone. */
export const SHARED_STATUSES = ['ACTIVE', 'ON_HOLD'] as const;
export type SharedStatus = (typeof SHARED_STATUSES)[number];
export const sharedStatusLabel = (status: SharedStatus): string => PACKAGE_STATUSES[status].label;

/** The license that holds a package, and its organization. */
const Holder = z.strictObject({
  orgId: RowId,
  organization: z.string(),
  licenseId: RowId,
  /** Its state and number, as licenses are displayed. */
  licenseNumber: z.string(),
  name: z.string(),
});

/** Everything another organization’s package shows. What isn’t here is never read for others. */
export const SharedPackage = z.strictObject({
  /** Our number of it, by which it is opened. */
  id: RowId,
  tag: z.string(),
  item: z.string(),
  brand: z.strictObject({ id: RowId, name: z.string() }),
  quantity: StockLevelSchema,
  unit: TrackingUnitSchema,
  status: z.enum(SHARED_STATUSES),
  /** One of `LAB_TEST_STATES`, or as the tracking system writes it. */
  labState: z.string(),
  holder: Holder,
});
export type SharedPackage = z.infer<typeof SharedPackage>;

/** A lab’s report, without the package it was sampled from and the certificate, which are the holder’s. */
export const SharedLabReport = LabReport.omit({ sourceLabel: true, documentId: true });
export type SharedLabReport = z.infer<typeof SharedLabReport>;

/** The same with what labs found, newest first. */
export const TestedPackage = SharedPackage.extend({ labReports: z.array(SharedLabReport) });
export type TestedPackage = z.infer<typeof TestedPackage>;

/** A package’s row as it is read for others, and its lab reports where they are read with it. */
export type SharedRow = {
  id: number | string;
  tag: string;
  item: string;
  brand: { id: number; name: string };
  quantity: string;
  unit: string;
  status: string;
  labState: string;
  holder: SharedPackage['holder'];
};
export type SharedReportRow = {
  labName: string;
  labLicense: string;
  performed: string;
  passed: boolean;
  isRevoked: boolean;
  findings: unknown;
};

/** A package as others see it, wherever they do: in lists, files, alone, and in the preview before it is shared. */
export function toSharedPackage(row: SharedRow): SharedPackage {
  const { orgId, organization, licenseId, licenseNumber, name } = row.holder;
  return {
    id: Number(row.id),
    tag: row.tag,
    item: row.item,
    brand: { id: row.brand.id, name: row.brand.name },
    quantity: money(row.quantity),
    unit: row.unit as TrackingUnit,
    status: row.status as SharedStatus,
    labState: row.labState,
    holder: { orgId, organization, licenseId, licenseNumber, name },
  };
}

const toReport = ({
  labName,
  labLicense,
  performed,
  passed,
  isRevoked,
  findings,
}: SharedReportRow): SharedLabReport => ({
  labName,
  labLicense,
  performed,
  expires: expiryOf(performed),
  passed,
  isRevoked,
  findings: findings as LabFinding[],
});

/** The same with what labs found. */
export const toTestedPackage = (row: SharedRow, reports: readonly SharedReportRow[]): TestedPackage => ({
  ...toSharedPackage(row),
  labReports: reports.map(toReport),
});

/** What others see of a lab’s report in a line. */
export const reportText = ({ isRevoked, passed, labName, performed }: SharedLabReport): string =>
  `${isRevoked ? 'Taken back' : passed ? 'Passed' : 'Failed'}, ${labName}, ${shortDay(performed)}`;
