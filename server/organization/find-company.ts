import { and, eq, isNull } from 'drizzle-orm';
import { seesEverything } from '../../domain/access/roles';
import { notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import { companies } from '../db/schema';

/**
 * One of the organization's companies. NOT_FOUND for another organization's, and for one not assigned to the caller.
 */
export async function findSeenCompany({ db, membership }: Pick<Ctx, 'db' | 'membership'>, companyId: number) {
  const seen = seesEverything(membership) || membership.companyIds.includes(companyId);
  const [company] = seen
    ? await db
        .select()
        .from(companies)
        .where(and(eq(companies.id, companyId), eq(companies.orgId, membership.orgId), isNull(companies.removedAt)))
    : [];
  if (company === undefined) throw notFound('Company');
  return company;
}
