import { sql } from 'drizzle-orm';
import { boolean, check, date, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { at, ref } from '../columns';
import { ofOrganization } from '../organization';
import { keyedBy, within } from '../tenant';
import { packages } from './inventory';

/** Reports of labs on packages, as the tracking system told them last; findings as `LabFinding` has them. */
export const labReports = pgTable(
  'lab_reports',
  {
    orgId: ofOrganization(),
    packageId: ref('package_id').notNull(),
    /** The report's day, lab and certificate tell it apart from others on the package. */
    performed: date('performed', { mode: 'string' }).notNull(),
    labLicense: text('lab_license').notNull(),
    documentId: ref('document_id').notNull().default(0),
    labName: text('lab_name').notNull(),
    sourceLabel: text('source_label').notNull(),
    passed: boolean('passed').notNull(),
    isRevoked: boolean('is_revoked').notNull(),
    findings: jsonb('findings').notNull(),
    seenAt: at('seen_at').notNull(),
  },
  (t) => [
    keyedBy(t, t.packageId, t.performed, t.labLicense, t.documentId),
    within(t, t.packageId, packages),
    check('lab_reports_findings', sql`jsonb_typeof(${t.findings}) = 'array'`),
  ],
);
