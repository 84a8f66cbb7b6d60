import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Membership } from '../../../domain/access/roles';
import { AUTOMATIC_KINDS, type Proposal, proposalFilters } from '../../../domain/accounting/changes';
import { accountingChanges as contract } from '../../../domain/accounting/changes-contract';
import { filterSql } from '../../db/filters';
import { listOf } from '../../db/list';
import { contains, isOneOf, readerOrg } from '../../db/page';
import { accountingConnections, accountingProposals as proposals } from '../../db/schema';
import { visibleOrders } from '../../db/visibility';
import type { Verb } from '../../implement';
import { findConnection, requireConnection } from '../find-connection';

type Found = Omit<Proposal, 'found' | 'decided'> & { found: Date | string; decided: Date | string | null };

/** The changes of a connection a member may see: of orders they see, and of records of none. */
export const visibleChanges = (
  membership: Membership,
  connectionId: number,
): SQL => sql`${proposals.orgId} = ${membership.orgId}
  and ${proposals.connectionId} = ${connectionId} and (${proposals.orderId} is null or ${proposals.orderId} in
    (select orders.id from orders where ${visibleOrders(membership)}))`;

const passing = filterSql(proposalFilters, {
  searchTerm: (text, { membership: { orgId } }) => sql`(exists (select from orders own where own.org_id = ${orgId}
      and own.id = ${proposals.orderId} and ${contains([sql`own.order_number`, sql`own.customer_name`], text)})
    or ${contains(sql`${proposals.theirs} ->> 'shown'`, text)})`,
  kinds: (kinds) => isOneOf(proposals.kind, kinds),
  decided: (is) => (is ? sql`${proposals.state} <> 'OPEN'` : eq(proposals.state, 'OPEN')),
});

const changesOf = (connectionId: number) =>
  listOf(contract.search)({
    table: proposals,
    visible: (membership) => visibleChanges(membership, connectionId),
    filters: (filters, asker) =>
      and(
        passing(filters, asker),
        'decided' in proposalFilters.asked(filters) ? undefined : eq(proposals.state, 'OPEN'),
      ),
    sorts: { found: [proposals.createdAt, proposals.id], kind: [proposals.kind, proposals.id] },
    columns: sql`accounting_proposals.id, accounting_proposals.kind, accounting_proposals.state,
      accounting_proposals.ours ->> 'shown' as ours, accounting_proposals.theirs ->> 'shown' as theirs,
      accounting_proposals.created_at as found, accounting_proposals.decided_at as decided,
      (select json_build_object('id', own.id, 'orderNumber', own.order_number, 'customerName', own.customer_name)
         from orders own where own.org_id = ${readerOrg} and own.id = accounting_proposals.order_id) as "order",
      (select person.first_name || ' ' || person.last_name from users person
        where person.id = accounting_proposals.decided_by_user_id) as "decidedBy"`,
    toRow:
      () =>
      ({ found, decided, ...row }: Found): Proposal => ({
        ...row,
        found: new Date(found).toISOString(),
        decided: decided === null ? null : new Date(decided).toISOString(),
      }),
  });

/** The inbox of what was changed in a company's books. */
export const searchChanges: Verb<typeof contract.search> = async (ctx, input) => {
  const connection = await findConnection(ctx, input.params.companyId);
  if (connection === null) return { results: [], resultCount: 0, page: input.body.page };
  return changesOf(connection.id).search(ctx, input);
};

const automaticOf = (kinds: readonly string[]) => ({ kinds: AUTOMATIC_KINDS.filter((kind) => kinds.includes(kind)) });

export const readAutomatic: Verb<typeof contract.automatic> = async (ctx, { params }) =>
  automaticOf((await findConnection(ctx, params.companyId))?.automatic ?? []);

/** Chooses the kinds of changes that are taken over without asking; from the next one on. */
export const setAutomatic: Verb<typeof contract.setAutomatic> = async (ctx, { params, body }) => {
  const { id, orgId, automatic } = await requireConnection(ctx, params.companyId);
  const chosen = automaticOf(body.kinds);
  await ctx.db
    .update(accountingConnections)
    .set({ automatic: chosen.kinds, updatedAt: ctx.now })
    .where(and(eq(accountingConnections.orgId, orgId), eq(accountingConnections.id, id)));
  await ctx.audit({ id, before: automaticOf(automatic), after: chosen });
  await ctx.publish({ topic: 'integrations', kind: 'changed', id, orgIds: [orgId] });
  return chosen;
};
