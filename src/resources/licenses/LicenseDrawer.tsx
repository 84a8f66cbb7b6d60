import { Link } from 'react-router';
import { licenseDisplayName } from '../../../domain/access/vocabulary';
import type { LicenseProfile } from '../../../domain/licenses/license';
import { FormDrawer } from '../../kit/form/FormDrawer';
import { useDrawerRecord } from '../../kit/form/useDrawerRecord';
import { useRecordForm } from '../../kit/form/useRecordForm';
import { useSession } from '../../providers/session';
import { isOffered } from '../../providers/settings';
import { Facts } from '../../ui/Facts';
import { CheckedPill } from './CheckedPill';
import {
  ADDRESS_NAMES,
  type AddValues,
  addFields,
  type EditValues,
  editFields,
  valuesOf,
  withAddress,
} from './license.fields';
import css from './licenses.module.css';
import { ProofPill } from './ProofPill';
import { licenses } from './resource';
import { SyncPill, syncedWith } from './SyncStatus';

type DrawerProps = { id: number | null; onClose: () => void };

/** The form of a new or existing license, beside the page. */
export function LicenseDrawer({ id, onClose }: DrawerProps) {
  const license = useDrawerRecord(licenses, id, onClose);
  if (id === null) return <AddLicense onClose={onClose} />;
  return license ? <EditLicense license={license} onClose={onClose} /> : null;
}

function AddLicense({ onClose }: { onClose: () => void }) {
  const state = useSession().organization?.defaultState ?? '';
  const form = useRecordForm<typeof licenses, AddValues>(licenses, {
    values: { licenseNumber: '', name: '', state, licenseType: 'UNKNOWN', lineOne: '', city: '', postalCode: '' },
    names: ADDRESS_NAMES,
    body: withAddress,
    success: ({ licenseNumber }) => `License ${licenseNumber} added.`,
    onSaved: onClose,
  });
  return (
    <FormDrawer
      form={form}
      title="Add a license"
      intro={
        <>
          <p>To connect it to the tracking system, claim it with your key instead, or turn on its sync later.</p>
          <p>
            If another organization has its number, <Link to="/account/manage/licenses/disputes?new">dispute it</Link>.
          </p>
        </>
      }
      save="Add license"
      onClose={onClose}
      fields={addFields}
    />
  );
}

function EditLicense({ license, onClose }: { license: LicenseProfile; onClose: () => void }) {
  const form = useRecordForm<typeof licenses, EditValues>(licenses, {
    id: license.id,
    values: valuesOf(license),
    version: license.version,
    names: ADDRESS_NAMES,
    body: ({ expiresOn, ...values }, { version }) => ({
      ...withAddress(values),
      expiresOn: expiresOn || null,
      version,
    }),
    success: ({ licenseNumber }) => `License ${licenseNumber} saved.`,
    onSaved: onClose,
    unchanged: onClose,
  });
  const { licenseNumber, name, licenseeName } = license;
  const syncStatus = isOffered('tracking') ? license.syncStatus : null;
  return (
    <FormDrawer
      form={form}
      title={`Edit ${licenseDisplayName(license)}`}
      intro={
        <div className={css.sync}>
          <Facts
            facts={{
              Name: name,
              Licensee: licenseeName !== name && licenseeName,
              'License number': licenseNumber,
              Checked: <CheckedPill license={license} />,
              Verified: <ProofPill license={license} isFull />,
              Status: syncStatus && <SyncPill status={syncStatus.connectionStatus} />,
            }}
          />
          {syncStatus && (
            <p className="v-hint">
              {syncedWith(syncStatus)} <Link to="/account/integrations">Integrations</Link>
            </p>
          )}
          {syncStatus?.problem && <p className={css.problem}>{syncStatus.problem}</p>}
        </div>
      }
      save="Save"
      onClose={onClose}
      fields={editFields}
    />
  );
}
