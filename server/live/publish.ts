import type { LiveEvent } from '../../domain/live/events';
import type { Db } from '../db/client';
import { notify } from '../db/transact';

/** The channel all server processes listen on. */
export const LIVE_CHANNEL = 'verdant_live';

/** Publishes a change to every server process when the transaction commits. */
export function publish(db: Db, event: LiveEvent): Promise<void> {
  return notify(db, LIVE_CHANNEL, JSON.stringify(event));
}
