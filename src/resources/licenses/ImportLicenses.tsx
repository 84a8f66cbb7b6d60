import { useMemo } from 'react';
import { Link } from 'react-router';
import { licenseImports as calls } from '../../../domain/licenses/import-contract';
import { LICENSE_FIELDS, type LicenseImportRow } from '../../../domain/licenses/license-import';
import { ImportPage } from '../../kit/import/ImportPage';
import { useCall, useCallQuery } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';

const LICENSES = '/account/manage/licenses';

/** Adds the licenses of a csv file, or of pasted rows. */
export default function ImportLicenses() {
  return (
    <ImportPage
      title="Import licenses"
      breadcrumbs={[{ label: 'My Licenses', to: LICENSES }]}
      fields={LICENSE_FIELDS}
      noun={['license', 'licenses']}
      blanks="Licenses you already have stay as they are."
      missing={({ licenseNumber, name, state }) =>
        [licenseNumber, name, state].includes(undefined)
          ? 'Choose the columns with the license number, the name and the state.'
          : null
      }
      preview={usePreview}
      apply={useApply}
      call={calls.apply}
      act="Import"
      done="imported"
      onward={
        <Link className="v-button v-primary" to={LICENSES}>
          Go to licenses
        </Link>
      }
    />
  );
}

function usePreview(rows: readonly LicenseImportRow[]) {
  const orgId = useSession().scope?.orgId ?? 0;
  const body = useMemo(() => ({ orgId, rows: [...rows] }), [orgId, rows]);
  return useCallQuery(calls.preview, { body }, { topics: ['organization'] });
}

function useApply() {
  const orgId = useSession().scope?.orgId ?? 0;
  const { run, isPending } = useCall(calls.apply);
  return { run: (rows: readonly LicenseImportRow[]) => run({ body: { orgId, rows: [...rows] } }), isPending };
}
