import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../context';
import { intakeTodos, transfers } from '../../db/schema';

/** Has what was left to do for deliveries looked at, after a license, or all of an organization, began or ended being read. */
export async function followIntakes(
  { db, enqueue }: Pick<Ctx, 'db' | 'enqueue'>,
  { orgId, licenseId }: { orgId: number; licenseId?: number },
): Promise<void> {
  const found = await db
    .select({ orgId: intakeTodos.orgId, transferId: intakeTodos.transferId })
    .from(intakeTodos)
    .innerJoin(transfers, and(eq(transfers.orgId, intakeTodos.orgId), eq(transfers.id, intakeTodos.transferId)))
    .where(and(eq(intakeTodos.orgId, orgId), licenseId === undefined ? undefined : eq(transfers.licenseId, licenseId)));
  for (const data of found) await enqueue({ name: 'follow-intake', data });
}
