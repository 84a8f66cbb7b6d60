import { and, eq, ne } from 'drizzle-orm';
import { DomainError } from '../../domain/errors';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { accountingConnections as connections } from '../db/schema';
import { findSeenCompany } from '../organization/find-company';

export type ConnectionRecord = typeof connections.$inferSelect;

/** The connection of a company the caller sees; null without one. NOT_FOUND for another organization's company. */
export async function findConnection(
  ctx: Pick<Ctx, 'db' | 'membership'>,
  companyId: number,
): Promise<ConnectionRecord | null> {
  await findSeenCompany(ctx, companyId);
  const { orgId } = ctx.membership;
  const [found] = await ctx.db
    .select()
    .from(connections)
    .where(and(eq(connections.orgId, orgId), eq(connections.companyId, companyId), ne(connections.state, 'ENDED')));
  return found ?? null;
}

/** The same; CONFLICT without one. */
export async function requireConnection(
  ctx: Pick<Ctx, 'db' | 'membership'>,
  companyId: number,
): Promise<ConnectionRecord> {
  const found = await findConnection(ctx, companyId);
  if (found === null) throw new DomainError('CONFLICT', 'Connect the company’s books first.');
  return found;
}

/** A connection that a job is about; null once it ended or must be connected again. */
export async function findActive(
  db: Db,
  { orgId, connectionId }: { orgId: number; connectionId: number },
): Promise<ConnectionRecord | null> {
  const [found] = await db
    .select()
    .from(connections)
    .where(and(eq(connections.orgId, orgId), eq(connections.id, connectionId), eq(connections.state, 'ACTIVE')));
  return found ?? null;
}
