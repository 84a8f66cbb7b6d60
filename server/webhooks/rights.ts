import type { Membership } from '../../domain/access/roles';
import type { EventRecord } from '../../domain/events/event';
import type { Db } from '../db/client';

/** Which of these events a member may be told of now. */
export async function seesEvents(
  _db: Db,
  _membership: Membership,
  events: readonly Pick<EventRecord, 'type' | 'subject'>[],
): Promise<boolean[]> {
  return events.map(() => true);
}
