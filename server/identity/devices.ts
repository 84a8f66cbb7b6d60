import { sql } from 'drizzle-orm';
import { deviceOf } from '../../domain/session/device';
import type { Db } from '../db/client';
import { oidcPayloads } from '../db/schema/identity';

/** Kept beside the provider's session, under its id: the provider writes its own record anew with every use. */
export const DEVICE = 'Device';

type Begun = { uid: string; accountId: string; userAgent: string; lastsSeconds: number };

/** Keeps on which device a session began or went on, in words; nothing of the user agent itself. */
export async function keepDevice(db: Db, { uid, accountId, userAgent, lastsSeconds }: Begun): Promise<void> {
  const device = deviceOf(userAgent);
  if (device === null) return;
  const values = {
    payload: { device },
    accountId,
    expiresAt: sql`now() + make_interval(secs => ${lastsSeconds})`,
  };
  await db
    .insert(oidcPayloads)
    .values({ model: DEVICE, id: uid, uid, ...values })
    .onConflictDoUpdate({ target: [oidcPayloads.model, oidcPayloads.id], set: values });
}
