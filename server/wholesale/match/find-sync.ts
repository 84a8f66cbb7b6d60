import { and, eq, type SQL } from 'drizzle-orm';
import { notFound } from '../../../domain/errors';
import type { Ctx } from '../../context';
import { lockRow } from '../../db/rows';
import { wholesaleSyncs } from '../../db/schema';
import { readSyncs } from '../../integrations/wholesale/wholesale-syncs';
import type { Sync } from '../syncs';

type Asked = Pick<Ctx, 'db' | 'membership'>;

const isOwn = ({ membership }: Pick<Ctx, 'membership'>, id: number): SQL | undefined =>
  and(eq(wholesaleSyncs.orgId, membership.orgId), eq(wholesaleSyncs.id, id));

/** One of the organization's connections. NOT_FOUND for another's. */
export async function findSync(ctx: Asked, id: number): Promise<Sync> {
  const [sync] = await ctx.db.select().from(wholesaleSyncs).where(isOwn(ctx, id));
  if (sync === undefined) throw notFound('Link');
  return sync;
}

/** The same, locked until the transaction ends. */
export const lockSync = (ctx: Asked, id: number): Promise<Sync> =>
  lockRow(ctx.db, wholesaleSyncs, isOwn(ctx, id), 'Link');

/** A connection as people see it, once it was changed. */
export async function shownSync(ctx: Asked, id: number) {
  const [shown] = await readSyncs(ctx.db, isOwn(ctx, id));
  if (shown === undefined) throw notFound('Link');
  return shown;
}
