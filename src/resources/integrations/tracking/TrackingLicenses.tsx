import { useState } from 'react';
import { Link } from 'react-router';
import { licenseDisplayName } from '../../../../domain/access/vocabulary';
import type { TrackingLicenseSync } from '../../../../domain/integrations/integrations';
import { messageOf } from '../../../providers/call/call-errors';
import { useResourceList } from '../../../providers/refine/use-resource';
import { Button } from '../../../ui/Button';
import { FieldError } from '../../../ui/Field';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states';
import { LicenseKeyDialog } from '../../licenses/LicenseKeyDialog';
import { keyActionOf, SyncPill, syncActionOf, syncedWith } from '../../licenses/SyncStatus';
import { useLicenseSync } from '../../licenses/useLicenseSync';
import css from '../integrations.module.css';
import { licenseSyncs } from '../resource';
import { LicenseLists } from './LicenseLists';

const LICENSES = '/account/manage/licenses';

/** The reader's licenses, each with its tracking system status and actions. */
export function TrackingLicenses({ mayChange }: { mayChange: boolean }) {
  const { query: syncs, result } = useResourceList(licenseSyncs);
  // Joins the refetch the write has started.
  const onStarted = () => syncs.refetch({ cancelRefetch: false });
  const { start, withKey, busyId, whyNot } = useLicenseSync({ act: 'integrations.sync-license', onStarted });
  const [failure, setFailure] = useState<{ licenseId: number; message: string } | null>(null);
  const [keyFor, setKeyFor] = useState<TrackingLicenseSync | null>(null);
  const press = async ({ licenseId, licenseNumber }: TrackingLicenseSync) => {
    setFailure(null);
    const message = await start({ licenseId, licenseNumber });
    if (message !== null) setFailure({ licenseId, message });
  };

  if (!syncs.data) {
    if (syncs.isError) return <ErrorState message={messageOf(syncs.error)} onRetry={() => void syncs.refetch()} />;
    return <Skeleton height="132px" />;
  }
  if (result.data.length === 0) {
    return (
      <EmptyState
        title="No licenses"
        hint="Your organization’s licenses appear here."
        action={<Link to={LICENSES}>Add a license</Link>}
      />
    );
  }
  return (
    <>
      {mayChange && whyNot && <p className={css.note}>{whyNot}</p>}
      <ul className={css.rows}>
        {result.data.map((sync) => (
          <LicenseRow
            key={sync.licenseId}
            sync={sync}
            mayChange={mayChange}
            isBusy={busyId === sync.licenseId}
            failure={failure?.licenseId === sync.licenseId ? failure.message : null}
            onStart={() => void press(sync)}
            onOtherKey={() => withKey(() => setKeyFor(sync))}
          />
        ))}
      </ul>
      <p className={css.note}>
        <Link to={LICENSES}>My Licenses</Link>
      </p>
      {keyFor && (
        <LicenseKeyDialog
          license={{ ...keyFor, id: keyFor.licenseId }}
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

type LicenseRowProps = {
  sync: TrackingLicenseSync;
  mayChange: boolean;
  isBusy: boolean;
  failure: string | null;
  onStart: () => void;
  onOtherKey: () => void;
};

function LicenseRow({ sync, mayChange, isBusy, failure, onStart, onOtherKey }: LicenseRowProps) {
  const name = licenseDisplayName(sync);
  return (
    <li>
      <div className={css.what}>
        <p className={css.name}>
          <strong>{sync.name}</strong>
          <SyncPill status={sync.connectionStatus} />
        </p>
        <p className={css.note}>
          {name}. {syncedWith(sync)}
        </p>
        {sync.problem && <p className={css.problem}>{sync.problem}</p>}
        {failure && <FieldError>{failure}</FieldError>}
        {sync.keyLastFour !== null && <LicenseLists licenseId={sync.licenseId} name={name} />}
      </div>
      {/* The same button element whatever its label, so it keeps focus as the status changes. */}
      <div className={css.acts}>
        <Button busy={isBusy} disabled={!mayChange} onClick={onStart}>
          {syncActionOf(sync)}
          <span className="v-hidden"> {name}</span>
        </Button>
        {mayChange && (
          <button type="button" className="v-link" onClick={onOtherKey}>
            {keyActionOf(sync)}
            <span className="v-hidden"> for {name}</span>
          </button>
        )}
      </div>
    </li>
  );
}
