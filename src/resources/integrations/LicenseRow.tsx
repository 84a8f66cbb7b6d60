import type { TrackingLicenseSync } from '../../../domain/integrations/integrations';
import {
  CONNECTION_STATUSES,
  type ConnectionStatus,
  licenseDisplayName,
} from '../../../domain/organization/vocabulary';
import { Button } from '../../ui/Button';
import { FieldError } from '../../ui/Field';
import { Pill, type PillTone } from '../../ui/Pill';
import { momentHere } from '../../ui/reader-dates';
import css from './integrations.module.css';

const TONES: Record<ConnectionStatus, PillTone> = {
  ONLINE: 'positive',
  OFFLINE: 'negative',
  SYNCING_HISTORICAL_DATA: 'info',
  SYNC_PENDING: 'neutral',
};

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
          <Pill tone={TONES[sync.connectionStatus]}>{CONNECTION_STATUSES[sync.connectionStatus]}</Pill>
        </p>
        <p className={css.note}>
          {name}. {readWith(sync)}
        </p>
        {sync.problem && <p className={css.problem}>{sync.problem}</p>}
        {failure && <FieldError>{failure}</FieldError>}
      </div>
      {/* The same button element whatever its label, so it keeps focus as the status changes. */}
      <div className={css.acts}>
        <Button busy={isBusy} disabled={!mayChange} onClick={onStart}>
          {actOf(sync)}
          <span className="v-hidden"> {name}</span>
        </Button>
        {mayChange && (
          <button type="button" className="v-link" onClick={onOtherKey}>
            {sync.keyLastFour === null ? 'Enter a key' : 'Use another key'}
            <span className="v-hidden"> for {name}</span>
          </button>
        )}
      </div>
    </li>
  );
}

function actOf({ connectionStatus, keyLastFour }: TrackingLicenseSync): string {
  if (connectionStatus === 'OFFLINE') return 'Reconnect';
  return connectionStatus === 'SYNC_PENDING' && keyLastFour === null ? 'Turn on sync' : 'Check now';
}

function readWith({ keyLastFour, keyOwner, checked }: TrackingLicenseSync): string {
  if (keyLastFour === null) return 'Not connected.';
  const whose = keyOwner === null ? 'a key' : `${keyOwner}’s key`;
  const last = checked === null ? '' : `, checked ${momentHere(checked)}`;
  return `Synced with ${whose} ending in ${keyLastFour}${last}.`;
}
