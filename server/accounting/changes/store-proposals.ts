import { and, eq, ne, sql } from 'drizzle-orm';
import type { NewProposal } from '../../../domain/accounting/changes';
import type { ProposalKind } from '../../../domain/accounting/vocabulary';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { accountingProposals as proposals } from '../../db/schema';
import type { BooksOf } from '../books';

/** Adds what was noticed and answers their ids, each version of a change once; an open one of the same about an earlier version is over. */
export async function addProposals(
  db: Db,
  { orgId, connectionId }: BooksOf,
  found: readonly NewProposal[],
): Promise<number[]> {
  const added: number[] = [];
  for (const one of found) {
    await db
      .update(proposals)
      .set({ state: 'DISMISSED', decidedAt: sql`now()` })
      .where(
        and(
          eq(proposals.orgId, orgId),
          eq(proposals.connectionId, connectionId),
          eq(proposals.kind, one.kind),
          eq(proposals.externalId, one.externalId),
          eq(proposals.state, 'OPEN'),
          ne(proposals.externalVersion, one.externalVersion),
        ),
      );
    const made = await db
      .insert(proposals)
      .values({ orgId, connectionId, ...one })
      .onConflictDoNothing()
      .returning({ id: proposals.id });
    added.push(...made.map(({ id }) => id));
  }
  return added;
}

/** Ends open changes of records that agree again, or whose word is out of date. */
export async function endProposals(
  db: Db,
  { orgId, connectionId }: BooksOf,
  kinds: readonly ProposalKind[],
  externalIds: readonly string[],
): Promise<void> {
  if (externalIds.length === 0) return;
  await db
    .update(proposals)
    .set({ state: 'DISMISSED', decidedAt: sql`now()` })
    .where(
      and(
        eq(proposals.orgId, orgId),
        eq(proposals.connectionId, connectionId),
        isOneOf(proposals.kind, kinds),
        isOneOf(proposals.externalId, externalIds),
        eq(proposals.state, 'OPEN'),
      ),
    );
}
