import { eq } from 'drizzle-orm';
import { DomainError } from '../../../domain/errors';
import type { Services } from '../../context';
import { licenses } from '../../db/schema';
import { KeyRefused } from '../answers';
import { assertKeyOpens } from './license-access';
import { findLicense, keyInUse, type SyncedLicense } from './list-license-syncs';
import {
  BEGUN,
  type Flags,
  OFFLINE,
  ONLINE,
  READING,
  saveProblem,
  saveRefusedKey,
  saveSyncStatus,
} from './save-sync-status';

/**
 * Moves a license from pending over syncing to online, or checks one that is online. Sets it offline, with the reason,
 * when its key is gone, refused, or can't access it. Raises UNAVAILABLE for a retry, leaving the license unchanged.
 */
export async function syncLicense(
  tools: Services,
  { orgId, licenseId }: { orgId: number; licenseId: number },
): Promise<void> {
  const { database, integrations } = tools;
  const found = await findLicense(database.db, orgId, eq(licenses.id, licenseId));
  if (!found?.sync) return;
  const key = keyInUse(found, integrations.vault);
  if (key === undefined) return saveSyncStatus(tools, found, OFFLINE, 'Its key was removed. Reconnect it.');
  if (found.status === 'SYNC_PENDING') await saveSyncStatus(tools, found, BEGUN, null);
  try {
    const { usState, licenseNumber } = found.license;
    await assertKeyOpens(tools, { usState, licenseNumber, userKey: key });
    await saveSyncStatus(tools, found, opened(found), null);
  } catch (error) {
    if (error instanceof KeyRefused) return saveRefusedKey(tools, found, error);
    if (error instanceof DomainError) await saveProblem(tools, found);
    throw error;
  }
}

/** A license its key opens is online once its history was read; until then it is syncing. */
const opened = ({ sync }: SyncedLicense): Flags => (sync?.comparedAt ? ONLINE : READING);
