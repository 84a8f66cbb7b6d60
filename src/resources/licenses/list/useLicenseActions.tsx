import { useState } from 'react';
import { withoutPlan } from '../../../../domain/access/ability';
import { licenseDisplayName } from '../../../../domain/access/vocabulary';
import { tracking } from '../../../../domain/integrations/contract';
import { licenses as calls } from '../../../../domain/licenses/contract';
import type { LicenseRow } from '../../../../domain/licenses/license';
import { licenseProofs } from '../../../../domain/licenses/proof-contract';
import { useCan } from '../../../access/useCan';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useOpenRecord } from '../../../kit/list';
import { RemoveRecord } from '../../../kit/record/RemoveRecord';
import { useCall } from '../../../providers/refine/use-call';
import { useResourceDelete } from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import { isOffered } from '../../../providers/settings';
import { showSnack } from '../../../providers/snackbar';
import { lazyDialog } from '../../../ui/lazy';
import type { MenuEntry } from '../../../ui/Menu';
import { LicenseKeyDialog } from '../LicenseKeyDialog';
import { licenses } from '../resource';
import { keyActionOf, syncActionOf } from '../SyncStatus';
import { useLicenseSync } from '../useLicenseSync';

const VerifyLicense = lazyDialog(async () => (await import('./VerifyLicense')).VerifyLicense);

type Act = { kind: 'key' | 'stop' | 'remove' | 'verify'; license: LicenseRow };

/** What can be done with one license of the list, and the dialogs it opens. */
export function useLicenseActions() {
  const { can } = useCan();
  const maySync = isOffered('tracking') && can(withoutPlan(tracking.startLicenseSync.requires));
  const { open } = useOpenRecord();
  const { start, withKey, busyId } = useLicenseSync({ act: 'licenses.sync' });
  const [act, setAction] = useState<Act | null>(null);
  const onClose = () => setAction(null);
  const sync = async ({ id: licenseId, licenseNumber }: LicenseRow) => {
    const message = await start({ licenseId, licenseNumber });
    if (message !== null) showSnack({ status: 'error', message });
  };
  const syncEntries = (license: LicenseRow): MenuEntry[] => [
    {
      label: syncActionOf(license.syncStatus),
      disabled: busyId === license.id,
      onSelect: () => void sync(license),
    },
    {
      label: keyActionOf(license.syncStatus),
      onSelect: () => withKey(() => setAction({ kind: 'key', license })),
    },
  ];
  const isSynced = ({ syncStatus }: LicenseRow) => syncStatus.keyLastFour !== null || !syncStatus.syncNotFound;
  const endings = (license: LicenseRow): MenuEntry[] => [
    ...(can(calls.remove.requires)
      ? [{ label: 'Remove', tone: 'danger' as const, onSelect: () => setAction({ kind: 'remove', license }) }]
      : []),
    // Last, since it is wanted more often: the menu opened and arrow up lead there.
    ...(maySync && isSynced(license)
      ? [{ label: 'Stop syncing', tone: 'danger' as const, onSelect: () => setAction({ kind: 'stop', license }) }]
      : []),
  ];
  const entriesOf = (license: LicenseRow): MenuEntry[] => [
    ...(can(calls.update.requires) ? [{ label: 'Edit', onSelect: () => open(license.id) }] : []),
    ...(maySync ? syncEntries(license) : []),
    ...(license.provenBy === null && can(licenseProofs.sendCode.requires)
      ? [{ label: 'Verify…', onSelect: () => setAction({ kind: 'verify', license }) }]
      : []),
    ...endings(license).map((entry, at) => ({ ...entry, separated: at === 0 })),
  ];
  const dialogs = (
    <>
      {act?.kind === 'key' && <LicenseKeyDialog license={act.license} onSaved={onClose} onClose={onClose} />}
      {act?.kind === 'verify' && <VerifyLicense.Part license={act.license} onClose={onClose} />}
      {act?.kind === 'stop' && <StopSync license={act.license} onClose={onClose} />}
      {act?.kind === 'remove' && <RemoveLicense license={act.license} onClose={onClose} />}
    </>
  );
  return { entriesOf, dialogs };
}

function RemoveLicense({ license, onClose }: { license: LicenseRow; onClose: () => void }) {
  const { run } = useResourceDelete(licenses, { showsErrors: true });
  const held = useSession().organization?.buyerCompanies.flatMap(({ id, buyerLicenses }) =>
    buyerLicenses
      .filter((one) => one.license.id === license.id)
      .map((one) => ({ buyerCompanyId: id, buyerLicenseId: one.id })),
  );
  return (
    <RemoveRecord
      name={licenseDisplayName(license)}
      id={license.id}
      dependents={calls.dependents}
      context={held?.[0] ?? {}}
      assigned="licenseIds"
      run={() => run(license.id)}
      onClose={onClose}
    >
      <p>
        Orders placed with it stay. Anyone who has license {license.licenseNumber} can add it again. Its packages come
        back when you add it again and turn on its sync.
      </p>
    </RemoveRecord>
  );
}

function StopSync({ license, onClose }: { license: LicenseRow; onClose: () => void }) {
  const orgId = useSession().scope?.orgId ?? 0;
  const { run } = useCall(tracking.stopLicenseSync, { showsErrors: true });
  const name = licenseDisplayName(license);
  return (
    <Confirm
      title={`Stop syncing ${name}?`}
      act="Stop syncing"
      run={() => run({ params: { orgId, licenseId: license.id } })}
      success={`${name} is no longer synced.`}
      onClose={onClose}
    >
      <p>
        We stop reading this license and delete a key entered for it. What we read stays. You can turn on its sync
        again.
      </p>
    </Confirm>
  );
}
