import { Link, useSearchParams } from 'react-router';
import { read } from '../../../domain/access/ability';
import { COMPANY_TYPES, CONNECTION_STATUSES, licenseDisplayName } from '../../../domain/access/vocabulary';
import type { CallInput } from '../../../domain/contract/endpoint';
import { shortDay } from '../../../domain/dates';
import { licenses as calls, LICENSE_SORTS } from '../../../domain/licenses/contract';
import { licenseDisputes } from '../../../domain/licenses/dispute-contract';
import { addressText } from '../../../domain/licenses/export';
import { type LicenseFilters, licenseFilters } from '../../../domain/licenses/filters';
import { licenseImports } from '../../../domain/licenses/import-contract';
import { type LicenseRow, readingText } from '../../../domain/licenses/license';
import { proofText } from '../../../domain/licenses/proof';
import { CHECK_SOURCES } from '../../../domain/licenses/standing';
import type { ListSearch } from '../../../domain/views/saved-view';
import { Can, useCan } from '../../access/useCan';
import {
  CreateButton,
  type ListExports,
  ListLinks,
  ResourceGrid,
  useExport,
  useFacets,
  useListAddress,
} from '../../kit/list';
import { nameColumn, textColumn } from '../../kit/list/columns';
import { call } from '../../providers/call';
import { unlessGone } from '../../providers/call/call-errors';
import { useSession } from '../../providers/session';
import { isOffered } from '../../providers/settings';
import type { GridColumn } from '../../ui/grid';
import { Icon } from '../../ui/Icon';
import { PageFrame } from '../../ui/PageFrame';
import { momentHere } from '../../ui/reader-dates';
import { useChangeSearch, without } from '../../ui/useChangeSearch';
import { CheckedPill } from './CheckedPill';
import { LicenseDrawer } from './LicenseDrawer';
import { licenseIcon } from './license.fields';
import css from './licenses.module.css';
import { ClaimLicenses } from './list/ClaimLicenses';
import { useLicenseActions } from './list/useLicenseActions';
import { ProofPill } from './ProofPill';
import { licenses } from './resource';
import { SyncPill } from './SyncStatus';

const SORTS = { by: LICENSE_SORTS, first: 'state', desc: false } as const;
const CLAIM = 'claim';
const claim = { to: `?${CLAIM}`, label: 'Claim licenses', requires: calls.claim.requires };
const LINKS = [
  ...(isOffered(['tracking', 'wholesale']) ? [{ to: '/account/integrations', label: 'Integrations' }] : []),
  { to: '/network/shared-brands', label: 'Shared brands', requires: read('ITEM_OWNERS') },
  { to: '/account/manage/licenses/import', label: 'Import', requires: licenseImports.apply.requires },
  { to: '/account/manage/licenses/disputes', label: 'Disputes', requires: licenseDisputes.list.requires },
  // The tracking system says which licenses a key may claim.
  ...(isOffered('tracking') ? [claim] : []),
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
  const facets = useFacets(calls.facets, { query: { orgId } }, address.filters, { topics: ['organization'] });
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
        {...facets}
        search={{ label: 'Find a license', field: 'searchTerm' }}
        empty={{
          title: 'No licenses yet',
          hint: isOffered('tracking')
            ? 'Claim the ones your tracking system key can access, or add one by hand.'
            : 'Add one by hand or import them.',
          action: isOffered('tracking') && (
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
      {params.has(CLAIM) && isOffered('tracking') && (
        <Can requires={calls.claim.requires}>
          <ClaimLicenses onClose={closeClaim} />
        </Can>
      )}
      {dialogs}
    </PageFrame>
  );
}

const card = 'hidden';
const sortable = true;
const checkedOf = ({ syncStatus }: LicenseRow) => syncStatus.checked;

/** What only licenses that are synced have. */
const OF_SYNC = new Set(['connectionStatus', 'checked', 'read', 'compared', 'problem']);

/** License columns, with the ids and headers of the export; sortable ones use the platform's sort names as ids. */
const allColumns: readonly GridColumn<LicenseRow>[] = [
  nameColumn('name', 'Name', {
    cell: ({ name, licenseType }) => (
      <span className={css.name}>
        <Icon name={licenseIcon(licenseType)} size={16} />
        <span>{name}</span>
      </span>
    ),
    value: ({ name }) => name,
    opens: true,
    width: 236,
  }),
  textColumn('state', 'State', ({ state }) => state.ansiAbbrevation, { width: 108, sortable, card: 'lead' }),
  textColumn('licenseNumber', 'License number', (row) => row.licenseNumber, { width: 172, sortable, card: 'lead' }),
  {
    id: 'connectionStatus',
    header: 'Status',
    cell: ({ syncStatus }) => <SyncPill status={syncStatus.connectionStatus} />,
    value: ({ syncStatus }) => CONNECTION_STATUSES[syncStatus.connectionStatus],
    width: 136,
    sortable,
    card: 'lead',
  },
  {
    id: 'checkedAt',
    header: 'Last checked',
    cell: (row) => <CheckedPill license={row} />,
    value: ({ checkedAt }) => (checkedAt === null ? null : new Date(checkedAt)),
    width: 264,
    sortable,
  },
  {
    id: 'proof',
    header: 'Verified',
    cell: (row) => <ProofPill license={row} />,
    value: proofText,
    width: 280,
  },
  {
    id: 'checked',
    header: 'Last synced',
    cell: (row) => {
      const checked = checkedOf(row);
      return checked === null ? '' : momentHere(checked);
    },
    value: (row) => {
      const checked = checkedOf(row);
      return checked === null ? null : new Date(checked);
    },
    width: 200,
  },
  textColumn('read', 'Records', ({ syncStatus }) => readingText(syncStatus), { width: 160, card }),
  textColumn('compared', 'Last compared', ({ syncStatus: { compared } }) => compared && momentHere(compared), {
    isInstant: true,
    width: 200,
    card,
  }),
  textColumn('problem', 'Problem', ({ syncStatus }) => syncStatus.problem, { width: 260, card }),
  textColumn('expiresOn', 'Expires', ({ expiresOn }) => expiresOn && shortDay(expiresOn), {
    width: 112,
    sortable,
    card,
  }),
  textColumn('checkedFrom', 'Checked with', ({ checkedFrom }) => checkedFrom && CHECK_SOURCES[checkedFrom], {
    width: 144,
    card,
    hidden: true,
  }),
  textColumn('licenseType', 'Type', ({ licenseType }) => COMPANY_TYPES[licenseType].label, {
    width: 128,
    sortable,
    card,
  }),
  textColumn('dba', 'DBA', ({ dba }) => dba, { width: 160, card }),
  textColumn('address', 'Address', addressText, { width: 280, card }),
  textColumn('phone', 'Phone', ({ phone }) => phone, { width: 136, card }),
  textColumn('isPublic', 'In the directory', ({ isPublic }) => (isPublic ? 'Yes' : 'No'), { width: 128, hidden: true }),
];

const licenseColumns = allColumns.filter(({ id }) => isOffered('tracking') || !OF_SYNC.has(id));

type Body = CallInput<typeof calls.export>['body'];

/** Exports of licenses. */
function useLicenseExports(search: ListSearch<LicenseFilters, NonNullable<Body['sortBy']>>): ListExports<LicenseRow> {
  const orgId = useSession().scope?.orgId ?? 0;
  const start = useExport('licenses.export', calls.export);
  return {
    requires: calls.export.requires,
    all: (columns) =>
      void start({ body: { orgId, ...search, headers: columns as Body['headers'] } }, 'export these licenses'),
  };
}
