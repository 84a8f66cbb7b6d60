import type { EventType } from '../../domain/events/catalogue';
import type { Ctx } from '../context';
import { tell } from '../events/tell-events';

/** Tells programs of customers that no audit entry names one by one. */
export const tellCustomers = (
  { db, membership: { orgId } }: { db: Ctx['db']; membership: { orgId: number } },
  ids: readonly number[],
  type: Extract<EventType, `customer.${string}`> = 'customer.updated',
): Promise<void> => tell(db, ...ids.map((id) => ({ type, orgId, subject: { kind: 'customer' as const, id } })));
