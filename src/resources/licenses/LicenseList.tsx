import { Link, useSearchParams } from 'react-router';
import { licenseDisplayName } from '../../../domain/access/vocabulary';
import { licenses as calls, LICENSE_SORTS } from '../../../domain/licenses/contract';
import { licenseFilters } from '../../../domain/licenses/filters';
import { licenseImports } from '../../../domain/licenses/import-contract';
import type { LicenseRow } from '../../../domain/licenses/license';
import { Can, useCan } from '../../access/useCan';
import { CreateButton, ListLinks, ResourceGrid, useListAddress } from '../../kit/list';
import { call } from '../../providers/call';
import { unlessGone } from '../../providers/call/call-errors';
import { useCallQuery } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { PageFrame } from '../../ui/PageFrame';
import { useChangeSearch, without } from '../../ui/useChangeSearch';
import { LicenseDrawer } from './LicenseDrawer';
import { licenseColumns } from './licenses.columns';
import { ClaimLicenses } from './list/ClaimLicenses';
import { useLicenseActions } from './list/useLicenseActions';
import { useLicenseExports } from './list/useLicenseExports';
import { licenses } from './resource';

const SORTS = { by: LICENSE_SORTS, first: 'state', desc: false } as const;
const CLAIM = 'claim';
const claim = { to: `?${CLAIM}`, label: 'Claim licenses', requires: calls.claim.requires };
const LINKS = [
  { to: '/account/integrations', label: 'Integrations' },
  { to: '/account/manage/licenses/import', label: 'Import', requires: licenseImports.apply.requires },
  claim,
];

/** A license on screen that no longer matches; null once removed. */
async function rereadLicense(row: LicenseRow): Promise<LicenseRow | null> {
  const license = await unlessGone(call(calls.get, { params: { id: row.id } }, { quiet: true }));
  return license && { ...license, syncStatus: license.syncStatus ?? row.syncStatus };
}

/** The organization's licenses: added, claimed, edited and synced with the tracking system. */
export default function LicenseList() {
  const address = useListAddress(licenseFilters, SORTS);
  const orgId = useSession().scope?.orgId ?? 0;
  const facets = useCallQuery(calls.facets, { query: { orgId } }, { topics: ['organization'] });
  const exports = useLicenseExports(address.search);
  const { entriesOf, dialogs } = useLicenseActions();
  const { whyNot } = useCan();
  const [params] = useSearchParams();
  const changeSearch = useChangeSearch();
  const closeClaim = () => changeSearch(without(CLAIM), { replace: true });
  return (
    <PageFrame
      title="My Licenses"
      actions={
        <>
          <ListLinks links={LINKS} />
          <CreateButton label="Add license" requires={calls.create.requires} />
        </>
      }
    >
      <ResourceGrid<LicenseRow>
        resource={licenses}
        label="Licenses"
        noun={['license', 'licenses']}
        columns={licenseColumns}
        nameOf={licenseDisplayName}
        address={address}
        filters={licenseFilters}
        facets={facets.data}
        search={{ label: 'Find a license', field: 'searchTerm' }}
        empty={{
          title: 'No licenses yet',
          hint: 'Claim the ones your tracking system key can access, or add one by hand.',
          action: (
            <Can requires={calls.claim.requires}>
              <Link className="v-button" to={claim.to}>
                {claim.label}
              </Link>
            </Can>
          ),
        }}
        exports={exports}
        reread={rereadLicense}
        rowActions={entriesOf}
        rowTone={({ syncStatus }) => (syncStatus.problem === null ? undefined : 'warning')}
        whyNotOpen={(row) => whyNot(row === null ? calls.create.requires : calls.update.requires)}
        drawer={({ id, onClose }) => <LicenseDrawer id={id} onClose={onClose} />}
      />
      {params.has(CLAIM) && (
        <Can requires={calls.claim.requires}>
          <ClaimLicenses onClose={closeClaim} />
        </Can>
      )}
      {dialogs}
    </PageFrame>
  );
}
