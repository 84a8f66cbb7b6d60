import type { Db } from '../../db/client';
import { publish } from '../../live/publish';

/** Tells that an order's documents in the books changed. */
export const tellPushed = (db: Db, orgId: number, orderId: number): Promise<void> =>
  publish(db, { topic: 'integrations', kind: 'changed', id: orderId, orgIds: [orgId] });
