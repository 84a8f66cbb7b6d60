import { useState } from 'react';
import { withoutPlan } from '../../../domain/access/ability';
import { tracking } from '../../../domain/integrations/contract';
import { licenses as calls } from '../../../domain/licenses/contract';
import type { LicenseRow } from '../../../domain/licenses/license';
import { licenseDisplayName } from '../../../domain/organization/vocabulary';
import { useCan } from '../../access/useCan';
import { Confirm } from '../../kit/form/Confirm';
import { useOpenRecord } from '../../kit/list';
import { useSession } from '../../providers/session';
import { showSnack } from '../../providers/snackbar';
import { useCall } from '../../providers/use-call';
import { LicenseKeyDialog } from '../../shell/licenses/LicenseKeyDialog';
import { keyActOf, syncActOf } from '../../shell/licenses/SyncStatus';
import { useLicenseSync } from '../../shell/licenses/useLicenseSync';
import type { MenuEntry } from '../../ui/Menu';

type Act = { kind: 'key' | 'stop'; license: LicenseRow };

/** What can be done with one license of the list, and the dialogs it opens. */
export function useLicenseActs() {
  const { can } = useCan();
  const { open } = useOpenRecord();
  const { start, withKey, busyId } = useLicenseSync({ act: 'licenses.sync' });
  const [act, setAct] = useState<Act | null>(null);
  const onClose = () => setAct(null);
  const sync = async ({ id: licenseId, licenseNumber }: LicenseRow) => {
    const message = await start({ licenseId, licenseNumber });
    if (message !== null) showSnack({ status: 'error', message });
  };
  const syncEntries = (license: LicenseRow): MenuEntry[] => [
    {
      label: syncActOf(license.syncStatus),
      disabled: busyId === license.id,
      onSelect: () => void sync(license),
    },
    {
      label: keyActOf(license.syncStatus),
      onSelect: () => withKey(() => setAct({ kind: 'key', license })),
    },
    ...(license.syncStatus.keyLastFour === null && license.syncStatus.syncNotFound
      ? []
      : [
          {
            label: 'Stop syncing',
            tone: 'danger' as const,
            separated: true,
            onSelect: () => setAct({ kind: 'stop', license }),
          },
        ]),
  ];
  const entriesOf = (license: LicenseRow): MenuEntry[] => [
    ...(can(calls.update.requires) ? [{ label: 'Edit', onSelect: () => open(license.id) }] : []),
    ...(can(withoutPlan(tracking.startLicenseSync.requires)) ? syncEntries(license) : []),
  ];
  const dialogs = (
    <>
      {act?.kind === 'key' && <LicenseKeyDialog license={act.license} onSaved={onClose} onClose={onClose} />}
      {act?.kind === 'stop' && <StopSync license={act.license} onClose={onClose} />}
    </>
  );
  return { entriesOf, dialogs };
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
