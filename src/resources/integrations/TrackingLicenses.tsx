import { useState } from 'react';
import type { TrackingLicenseSync } from '../../../domain/integrations/integrations';
import { useCan } from '../../access/useCan';
import { messageOf } from '../../providers/call-errors';
import { askForPlan, isAskedElsewhere } from '../../providers/refusals';
import { useResumable } from '../../providers/resume';
import { showSnack } from '../../providers/snackbar';
import { useResourceCreate, useResourceList } from '../../providers/use-resource';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import css from './integrations.module.css';
import { LicenseKeyDialog } from './LicenseKeyDialog';
import { LicenseRow } from './LicenseRow';
import { licenseSyncs } from './resource';

type Wanted = Pick<TrackingLicenseSync, 'licenseId' | 'licenseNumber'>;

/** The reader's licenses, each with its tracking system status and actions. */
export function TrackingLicenses({ mayChange }: { mayChange: boolean }) {
  const { whyNot, lacksPlan } = useCan();
  const planFallsShort = whyNot(licenseSyncs.create.requires);
  const missing = lacksPlan(licenseSyncs.create.requires);
  const { query: syncs, result } = useResourceList(licenseSyncs);
  const create = useResourceCreate(licenseSyncs, { showsErrors: true });
  const [busyId, setBusyId] = useState<number | null>(null);
  const [failure, setFailure] = useState<{ licenseId: number; message: string } | null>(null);
  const [keyFor, setKeyFor] = useState<TrackingLicenseSync | null>(null);

  const start = useResumable('integrations.sync-license', async ({ licenseId, licenseNumber }: Wanted) => {
    setBusyId(licenseId);
    setFailure(null);
    try {
      const result = await create.run({ licenseId });
      if (!result.ok) throw result.error;
      showSnack({ status: 'success', message: `Syncing license ${licenseNumber}.` });
      // Joins the refetch the write has started.
      await syncs.refetch({ cancelRefetch: false });
    } finally {
      setBusyId(null);
    }
  });
  const press = async ({ licenseId, licenseNumber }: TrackingLicenseSync) => {
    try {
      await start({ licenseId, licenseNumber }, `sync license ${licenseNumber}`);
    } catch (error) {
      if (!isAskedElsewhere(error)) setFailure({ licenseId, message: messageOf(error) });
    }
  };

  if (!syncs.data) {
    if (syncs.isError) return <ErrorState message={messageOf(syncs.error)} onRetry={() => void syncs.refetch()} />;
    return <Skeleton height="132px" />;
  }
  if (result.data.length === 0) {
    return <EmptyState title="No licenses" hint="Your organization’s licenses appear here." />;
  }
  return (
    <>
      {mayChange && planFallsShort && <p className={css.note}>{planFallsShort}</p>}
      <ul className={css.rows}>
        {result.data.map((sync) => (
          <LicenseRow
            key={sync.licenseId}
            sync={sync}
            mayChange={mayChange}
            isBusy={busyId === sync.licenseId}
            failure={failure?.licenseId === sync.licenseId ? failure.message : null}
            onStart={() => void press(sync)}
            onOtherKey={() => (missing ? askForPlan(missing) : setKeyFor(sync))}
          />
        ))}
      </ul>
      {keyFor && (
        <LicenseKeyDialog
          sync={keyFor}
          onSaved={() => {
            setKeyFor(null);
            setFailure(null);
          }}
          onClose={() => setKeyFor(null)}
        />
      )}
    </>
  );
}
