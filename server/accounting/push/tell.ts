import type { Db } from '../../db/client';
import { publish } from '../../live/publish';

/** Tells that a document in the books changed: its order's page and the inbox of problems show it. */
export const tellPushed = (db: Db, { orgId, id }: { orgId: number; id: number }): Promise<void> =>
  publish(db, { topic: 'integrations', kind: 'changed', id, orgIds: [orgId] });
