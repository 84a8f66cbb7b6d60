import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type CustomerImport, IMPORT_FIELDS, type ImportRow } from '../../../../domain/customers/import';
import { customerImports as calls } from '../../../../domain/customers/import-contract';
import { ImportSteps } from '../../../kit/import/ImportSteps';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useResourceCreate } from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import { PageFrame } from '../../../ui/PageFrame';
import { imports } from '../resource';
import { ImportResult } from './ImportResult';

/** Imports customers from a csv file: choose it, map its columns, review the changes, apply. */
export default function ImportCustomers() {
  const [params, setParams] = useSearchParams();
  const [step, setStep] = useState(1);
  const importId = Number(params.get('import')) || null;
  const again = () => {
    setStep(1);
    setParams({});
  };
  return (
    <PageFrame
      title="Import customers"
      breadcrumbs={[{ label: 'Customers', to: '/network/customers' }]}
      aside={importId === null && <span className="v-hint">Step {step} of 3</span>}
    >
      {importId === null ? (
        <ImportSteps<typeof IMPORT_FIELDS, CustomerImport>
          fields={IMPORT_FIELDS}
          noun={['customer', 'customers']}
          blanks="Blank cells change nothing."
          missing={({ name, licenseNumber }) =>
            name === undefined && licenseNumber === undefined
              ? 'Choose the column with the name or the license number.'
              : null
          }
          onStep={setStep}
          preview={usePreview}
          apply={useApply}
          act="Import"
          onApplied={({ id }) => setParams({ import: String(id) })}
        />
      ) : (
        <ImportResult id={importId} onAgain={again} />
      )}
    </PageFrame>
  );
}

function usePlace() {
  const { scope } = useSession();
  return { orgId: scope?.orgId ?? 0, companyId: scope?.sellerCompanyId ?? 0 };
}

function usePreview(rows: readonly ImportRow[]) {
  const { orgId, companyId } = usePlace();
  const body = useMemo(() => ({ orgId, companyId, rows: [...rows] }), [orgId, companyId, rows]);
  return useCallQuery(calls.preview, { body }, { topics: ['customers'] });
}

function useApply() {
  const place = usePlace();
  const { run, isPending } = useResourceCreate(imports, { success: 'Customers imported.' });
  return {
    run: (rows: readonly ImportRow[], fileName: string) => run({ ...place, rows: [...rows], fileName }),
    isPending,
  };
}
