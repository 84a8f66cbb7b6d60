import { licenseDisplayName } from '../../../../domain/access/vocabulary';
import type { TrackingLicenseSync } from '../../../../domain/integrations/integrations';
import { Button } from '../../../ui/Button';
import { FieldError } from '../../../ui/Field';
import { keyActionOf, SyncPill, syncActionOf, syncedWith } from '../../licenses/SyncStatus';
import css from '../integrations.module.css';

type LicenseRowProps = {
  sync: TrackingLicenseSync;
  mayChange: boolean;
  isBusy: boolean;
  failure: string | null;
  onStart: () => void;
  onOtherKey: () => void;
};

export function LicenseRow({ sync, mayChange, isBusy, failure, onStart, onOtherKey }: LicenseRowProps) {
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
