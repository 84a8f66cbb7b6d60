import { z } from 'zod';
import { write } from '../../access/ability';
import { CompanyScope, get, Id, IdParams, post, search } from '../../contract/endpoint';
import { FileName, importRows } from '../../import';
import { MOST_IMPORTED_PRODUCTS, PRODUCT_IMPORT_FIELDS, ProductChangeRecord, ProductVerdict } from './product-import';

const rows = importRows(PRODUCT_IMPORT_FIELDS, MOST_IMPORTED_PRODUCTS);
const verdicts = z.array(ProductVerdict);

/** Enough for the most rows, with a description each. */
const bodyLimit = 24 * 1024 * 1024;
const requires = write('PRODUCTS');

/** Products from a file, in one change that is undone as one. */
export const productImports = {
  preview: search('/product-imports/preview', {
    summary: 'Preview an import of products row by row; nothing is saved',
    body: CompanyScope.extend({ rows }),
    returns: z.strictObject({ rows: verdicts }),
    requires,
    bodyLimit,
  }),
  apply: post('/product-imports', {
    summary: 'Import products; in one transaction, and skipped rows are left out',
    body: CompanyScope.extend({ fileName: FileName, rows }),
    returns: z.strictObject({ id: Id.nullable(), rows: verdicts }),
    requires,
    refuses: ['CONFLICT'],
    audit: 'product-change',
    idempotent: true,
    bodyLimit,
  }),
  get: get('/product-changes/:id', {
    summary: 'A change of many products you made, and what it did to each',
    params: IdParams,
    returns: ProductChangeRecord,
    requires,
    byKey: false,
  }),
};
