import { CONNECTION_STATUSES, type ConnectionStatus } from '../../../domain/access/vocabulary';
import type { LicenseSyncStatus } from '../../../domain/licenses/license';
import { Pill, type PillTone } from '../../ui/Pill';
import { momentHere } from '../../ui/reader-dates';

type Sync = Pick<LicenseSyncStatus, 'connectionStatus' | 'keyLastFour' | 'keyOwner' | 'checked'>;

const TONES: Record<ConnectionStatus, PillTone> = {
  ONLINE: 'positive',
  OFFLINE: 'negative',
  SYNCING_HISTORICAL_DATA: 'info',
  SYNC_PENDING: 'neutral',
};

/** A license's tracking system status. */
export function SyncPill({ status }: { status: ConnectionStatus }) {
  return <Pill tone={TONES[status]}>{CONNECTION_STATUSES[status]}</Pill>;
}

/** What syncing a license does next: "Turn on sync", "Reconnect", "Check now". */
export function syncActionOf({ connectionStatus, keyLastFour }: Sync): string {
  if (connectionStatus === 'OFFLINE') return 'Reconnect';
  return connectionStatus === 'SYNC_PENDING' && keyLastFour === null ? 'Turn on sync' : 'Check now';
}

/** What entering another key for a license is called. */
export const keyActionOf = ({ keyLastFour }: Sync): string =>
  keyLastFour === null ? 'Enter a key' : 'Use another key';

/** Whose key a license is synced with, and when it was last read. */
export function syncedWith({ keyLastFour, keyOwner, checked }: Sync): string {
  if (keyLastFour === null) return 'Not connected.';
  const whose = keyOwner === null ? 'a key' : `${keyOwner}’s key`;
  const last = checked === null ? '' : `, checked ${momentHere(checked)}`;
  return `Synced with ${whose} ending in ${keyLastFour}${last}.`;
}
