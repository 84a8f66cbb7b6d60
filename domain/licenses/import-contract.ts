import { z } from 'zod';
import { write } from '../access/ability';
import { Id, post, search } from '../contract/endpoint';
import { IMPORT_BODY_LIMIT as bodyLimit, importRows, RowVerdicts } from '../import';
import { LICENSE_FIELDS } from './license-import';

const licenseRows = z.object({ orgId: Id, rows: importRows(LICENSE_FIELDS) });

export const licenseImports = {
  preview: search('/license-imports/preview', {
    summary: 'Preview the licenses of a file row by row; nothing is saved',
    body: licenseRows,
    returns: RowVerdicts,
    requires: write('CLAIM_LICENSE'),
    bodyLimit,
  }),
  apply: post('/license-imports', {
    summary: 'Import licenses; skipped rows are left out',
    body: licenseRows,
    returns: RowVerdicts,
    requires: write('CLAIM_LICENSE'),
    audit: 'license',
    idempotent: true,
    bodyLimit,
  }),
};
