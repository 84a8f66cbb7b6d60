import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import { productImports as calls } from '../../../../../domain/catalogue/import/contract';
import {
  MOST_IMPORTED_PRODUCTS,
  PRODUCT_IMPORT_FIELDS,
  type ProductImportRow,
} from '../../../../../domain/catalogue/import/product-import';
import type { RowVerdict } from '../../../../../domain/import';
import { ImportSteps } from '../../../../kit/import/ImportSteps';
import { useRecentImports } from '../../../../kit/import/useRecentImports';
import { useCallQuery } from '../../../../providers/refine/use-call';
import { useResourceCreate } from '../../../../providers/refine/use-resource';
import { useSession } from '../../../../providers/session';
import { PageFrame } from '../../../../ui/PageFrame';
import { imports } from '../resource';
import { ImportResult } from './ImportResult';

type Applied = z.infer<typeof calls.apply.returns>;

const NOUN = ['product', 'products'] as const;
const ACT = 'Import';

/** Imports products from a csv file: choose it, map its columns, review the changes, apply. */
export default function ImportProducts() {
  const [params, setParams] = useSearchParams();
  const [step, setStep] = useState(1);
  const [applied, setApplied] = useState<Applied | null>(null);
  const recent = useRecentImports({ call: calls.apply, noun: NOUN, act: ACT, done: 'imported' });
  const importId = Number(params.get('import')) || null;
  const again = () => {
    setStep(1);
    setApplied(null);
    setParams({});
  };
  const onApplied = (done: Applied, unread: readonly RowVerdict[]) => {
    setApplied({ ...done, rows: [...unread.map((row) => ({ ...row, sku: '', productId: null })), ...done.rows] });
    if (done.id !== null) setParams({ import: String(done.id) });
  };
  return (
    <PageFrame
      title="Import products"
      breadcrumbs={[{ label: 'Products', to: '/inventory/products' }]}
      aside={
        <>
          {importId === null && <span className="v-hint">Step {step} of 3</span>}
          {recent.button}
        </>
      }
    >
      {importId === null ? (
        <ImportSteps<typeof PRODUCT_IMPORT_FIELDS, Applied>
          fields={PRODUCT_IMPORT_FIELDS}
          noun={NOUN}
          act={ACT}
          most={MOST_IMPORTED_PRODUCTS}
          blanks="Products are matched by their SKU. Blank cells change nothing; enter “none” to clear a value."
          missing={({ sku }) => (sku === undefined ? 'Choose the column with the SKU.' : null)}
          onStep={setStep}
          preview={usePreview}
          apply={useApply}
          onApplied={onApplied}
        />
      ) : (
        <ImportResult id={importId} rows={applied?.id === importId ? applied.rows : null} onAgain={again} />
      )}
      {recent.list}
    </PageFrame>
  );
}

function usePlace() {
  const { scope } = useSession();
  return { orgId: scope?.orgId ?? 0, companyId: scope?.sellerCompanyId ?? 0 };
}

type Rows = readonly ProductImportRow[];

function usePreview(rows: Rows) {
  const { orgId, companyId } = usePlace();
  const keyedBy = useMemo(() => `${companyId} ${nameOf(rows)}`, [companyId, rows]);
  const once = { staleTime: 0, refetchOnWindowFocus: false };
  return useCallQuery(calls.preview, { body: { orgId, companyId, rows: [...rows] } }, { keyedBy, ...once });
}

const names = new WeakMap<Rows, string>();

/** Names the rows of a file, so that thousands of them aren’t compared. */
function nameOf(rows: Rows): string {
  const name = names.get(rows) ?? crypto.randomUUID();
  names.set(rows, name);
  return name;
}

function useApply() {
  const place = usePlace();
  const { run, isPending } = useResourceCreate(imports, { success: 'Products imported.' });
  return { run: (rows: Rows, fileName: string) => run({ ...place, rows: [...rows], fileName }), isPending };
}
