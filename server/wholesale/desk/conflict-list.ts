import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { notFound } from '../../../domain/errors';
import { conflictFilters } from '../../../domain/wholesale/conflict-filters';
import type { WholesaleConflict } from '../../../domain/wholesale/desk-contract';
import { wholesaleDesk } from '../../../domain/wholesale/desk-contract';
import { fieldText } from '../../../domain/wholesale/field-text';
import type { Value } from '../../../domain/wholesale/reconcile';
import type { Ctx } from '../../context';
import { filterSql, instantWithin } from '../../db/filters';
import { listOf } from '../../db/list';
import { contains, forReader, isOneOf, readerOrg } from '../../db/page';
import { wholesaleConflicts as conflicts } from '../../db/schema';
import type { Verb } from '../../implement';
import { findSync } from '../shop';

const nameOf = (orgId: SQL) => sql`coalesce(case wholesale_conflicts.kind
    when 'ORDER' then (select 'Order ' || placed.order_number from orders placed
                        where placed.org_id = ${orgId} and placed.id = wholesale_conflicts.own_id)
    when 'PRODUCT' then (select product.name from products product
                          where product.org_id = ${orgId} and product.id = wholesale_conflicts.own_id)
    else (select customer.name from customers customer
           where customer.org_id = ${orgId} and customer.id = wholesale_conflicts.own_id) end, wholesale_conflicts.external_id)`;

const passing = filterSql(conflictFilters, {
  searchTerm: (text, { membership: { orgId } }) => contains([nameOf(sql`${orgId}::bigint`)], text),
  kinds: (kinds) => isOneOf(conflicts.kind, kinds),
  fields: (fields) => isOneOf(conflicts.field, fields),
  found: (range, asker) => instantWithin(sql`${conflicts.createdAt}`, range, asker),
  settled: (is) => (is ? isNotNull(conflicts.settledAt) : isNull(conflicts.settledAt)),
});

const ROW = sql`
    wholesale_conflicts.id, wholesale_conflicts.kind, wholesale_conflicts.own_id as "ownId", ${nameOf(readerOrg)} as name,
    wholesale_conflicts.field, wholesale_conflicts.ours, wholesale_conflicts.agreed, wholesale_conflicts.theirs,
    wholesale_conflicts.created_at as found, wholesale_conflicts.settled_at as settled, wholesale_conflicts.choice,
    (select person.first_name || ' ' || person.last_name from users person
      where person.id = wholesale_conflicts.settled_by_user_id) as "settledBy"`;

type Found = Omit<WholesaleConflict, 'ours' | 'agreed' | 'theirs' | 'found' | 'settled'> & {
  ours: Value;
  agreed: Value;
  theirs: Value;
  found: Date | string;
  settled: Date | string | null;
};

const toConflict = ({ ours, agreed, theirs, found, settled, ...row }: Found): WholesaleConflict => ({
  ...row,
  id: Number(row.id),
  ownId: Number(row.ownId),
  ours: fieldText(ours),
  agreed: fieldText(agreed),
  theirs: fieldText(theirs),
  found: new Date(found).toISOString(),
  settled: settled === null ? null : new Date(settled).toISOString(),
});

const list = listOf(wholesaleDesk.conflicts)({
  table: conflicts,
  visible: ({ orgId }) => sql`${eq(conflicts.orgId, orgId)}`,
  filters: (filters, asker) =>
    and(
      passing(filters, asker),
      'settled' in conflictFilters.asked(filters) ? undefined : isNull(conflicts.settledAt),
      sql`wholesale_conflicts.sync_id = ${(filters as { syncId?: number }).syncId ?? 0}`,
    ),
  sorts: {
    found: [conflicts.createdAt, conflicts.id],
    name: [nameOf(sql`wholesale_conflicts.org_id`), conflicts.id],
    kind: [conflicts.kind, conflicts.id],
    field: [conflicts.field, conflicts.id],
  },
  columns: ROW,
  toRow: () => toConflict,
});

/** The conflicts of a connection that a search finds; also what is settled in bulk. */
export const matchingConflicts: typeof list.matching = list.matching;

/** A connection's conflicts. NOT_FOUND. */
export const searchConflicts: Verb<typeof wholesaleDesk.conflicts> = async (ctx, { body }) => {
  if ((await findSync(ctx.db, ctx.membership.orgId, body.syncId)) === undefined) throw notFound('Connection');
  return list.search(ctx, { body: { ...body, filters: { ...body.filters, syncId: body.syncId } } as typeof body });
};

/** One conflict of the caller's organization. NOT_FOUND. */
export async function findConflict({ db, membership }: Pick<Ctx, 'db' | 'membership'>, id: number) {
  const { rows } = await db.execute(sql`
    select ${forReader(ROW, membership.orgId)} from ${conflicts}
     where ${and(eq(conflicts.orgId, membership.orgId), eq(conflicts.id, id))}`);
  const [found] = rows as Found[];
  if (found === undefined) throw notFound('Conflict');
  return toConflict(found);
}
