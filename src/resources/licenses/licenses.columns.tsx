import { COMPANY_TYPES, CONNECTION_STATUSES } from '../../../domain/access/vocabulary';
import { addressText } from '../../../domain/licenses/export';
import { type LicenseRow, readingText } from '../../../domain/licenses/license';
import { nameColumn, textColumn } from '../../kit/list/columns';
import type { GridColumn } from '../../ui/grid';
import { Icon } from '../../ui/Icon';
import { momentHere } from '../../ui/reader-dates';
import { licenseIcon } from './license.fields';
import css from './licenses.module.css';
import { SyncPill } from './SyncStatus';

const card = 'hidden';
const sortable = true;
const checkedOf = ({ syncStatus }: LicenseRow) => syncStatus.checked;

/** License columns, with the ids and headers of the export; sortable ones use the platform's sort names as ids. */
export const licenseColumns: readonly GridColumn<LicenseRow>[] = [
  nameColumn('name', 'Name', {
    cell: ({ name, licenseType }) => (
      <span className={css.name}>
        <Icon name={licenseIcon(licenseType)} size={16} />
        <span>{name}</span>
      </span>
    ),
    value: ({ name }) => name,
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
    width: 184,
  },
  textColumn('read', 'Records', ({ syncStatus }) => readingText(syncStatus), { width: 160, card }),
  textColumn('compared', 'Last compared', ({ syncStatus: { compared } }) => compared && momentHere(compared), {
    width: 184,
    card,
  }),
  textColumn('problem', 'Problem', ({ syncStatus }) => syncStatus.problem, { width: 260, card }),
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
