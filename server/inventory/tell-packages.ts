import type { EventType } from '../../domain/events/catalogue';
import type { Db } from '../db/client';
import { tell } from '../events/tell-events';

/** Tells programs of packages that no audit entry names. */
export const tellPackages = (
  db: Db,
  orgId: number,
  ids: readonly number[],
  type: Extract<EventType, `package.${string}`> = 'package.changed',
): Promise<void> => tell(db, ...ids.map((id) => ({ type, orgId, subject: { kind: 'package' as const, id } })));
