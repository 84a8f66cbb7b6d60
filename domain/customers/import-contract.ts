import { z } from 'zod';
import { read, write } from '../access/ability';
import { CompanyScope, get, IdParams, post, search } from '../contract/endpoint';
import { IMPORT_BODY_LIMIT as bodyLimit, FileName, importRows } from '../import';
import { CustomerImport, IMPORT_FIELDS, RowVerdict } from './import';

const rows = importRows(IMPORT_FIELDS);

export const customerImports = {
  preview: search('/customer-imports/preview', {
    summary: 'Preview an import row by row; nothing is saved',
    body: CompanyScope.extend({ rows }),
    returns: z.strictObject({ rows: z.array(RowVerdict) }),
    requires: write('CUSTOMERS'),
    bodyLimit,
  }),
  apply: post('/customer-imports', {
    summary: 'Import customers; in one transaction, and skipped rows are left out',
    body: CompanyScope.extend({ fileName: FileName, rows }),
    returns: CustomerImport,
    requires: write('CUSTOMERS'),
    audit: 'customer-import',
    idempotent: true,
    bodyLimit,
  }),
  get: get('/customer-imports/:id', {
    summary: 'An import and the result for each row',
    params: IdParams,
    returns: CustomerImport,
    requires: read('CUSTOMERS'),
    byKey: false,
  }),
  undo: post('/customer-imports/:id/undo', {
    summary: 'Undo an import of customers; those changed since, or with new orders, are kept',
    params: IdParams,
    returns: CustomerImport,
    requires: write('CUSTOMERS'),
    audit: 'customer-import',
    byKey: false,
  }),
};
