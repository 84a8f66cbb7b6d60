import type { LiveEvent } from '../../domain/live/events';
import type { Db } from '../db/client';
import { notify } from '../db/transact';
import { newsForReaders } from './tell-readers';

/** The channel all server processes listen on. */
export const LIVE_CHANNEL = 'verdant_live';

/** Publishes a change to every server process when the transaction commits. */
export async function publish(db: Db, event: LiveEvent): Promise<void> {
  await notify(db, LIVE_CHANNEL, JSON.stringify(event));
  for (const news of await newsForReaders(db, [event])) await notify(db, LIVE_CHANNEL, JSON.stringify(news));
}
