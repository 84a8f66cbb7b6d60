import { sql } from 'drizzle-orm';
import { byKey } from '../../domain/api-keys/api-key';
import type { productDetails as contract } from '../../domain/catalogue/contract';
import {
  describeChanges,
  describeValues,
  type LoggedValues,
  type ProductLogEntry,
  valuesBefore,
} from '../../domain/catalogue/product-log';
import { readRows } from '../db/page';
import type { Verb } from '../implement';
import { actionOf } from '../organization/audit-log';
import { loadProduct } from './read-products';

type Found = {
  id: number;
  created: Date;
  endpoint: string;
  before: LoggedValues;
  after: LoggedValues;
  personId: string | null;
  person: string | null;
  apiKeyName: string | null;
  supporterId: string | null;
  supporter: string | null;
  resultCount: number;
};

const nameOf = (person: string) =>
  sql`nullif(trim(${sql.identifier(person)}.first_name || ' ' || ${sql.identifier(person)}.last_name), '')`;

/** Who changed what of a product, newest first. NOT_FOUND unless the caller may see it. */
export const listProductLogs: Verb<typeof contract.logs> = async (ctx, { params, query }) => {
  await loadProduct(ctx, params.id);
  const rows = await readRows<Found>(
    ctx.services.database.pool,
    sql`
      select entry.id, entry.created_at as created, entry.endpoint, entry.before, entry.after,
             entry.actor_user_id as "personId", ${nameOf('person')} as person,
             entry.api_key_name as "apiKeyName",
             entry.impersonator_user_id as "supporterId", ${nameOf('supporter')} as supporter,
             (count(*) over ())::int as "resultCount"
        from audit_log entry
        left join users person on person.id = entry.actor_user_id
        left join users supporter on supporter.id = entry.impersonator_user_id
       where entry.org_id = ${ctx.membership.orgId} and entry.entity = 'product' and entry.entity_id = ${`${params.id}`}
       order by entry.id desc limit ${query.itemsPerPage} offset ${query.page * query.itemsPerPage}`,
  );
  const results = rows.map((row): ProductLogEntry => {
    const author = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });
    return {
      id: row.id,
      created: row.created.toISOString(),
      person: author(row.personId, byKey(row.person ?? '', row.apiKeyName)),
      impersonatedBy: author(row.supporterId, row.supporter),
      action: actionOf(row.endpoint, row.personId),
      changes: describeChanges(row.before, row.after),
    };
  });
  return { results, resultCount: rows[0]?.resultCount ?? 0, page: query.page };
};

/** A product as it was at a time: its present values with every later change taken back. Stock and where it comes from are in its ledger. */
export const getProductAsOf: Verb<typeof contract.asOf> = async (ctx, { params, query }) => {
  const { quantity: _, ...current } = await loadProduct(ctx, params.id);
  const later = await readRows<{ before: LoggedValues }>(
    ctx.services.database.pool,
    sql`
      select before from audit_log entry
       where entry.org_id = ${ctx.membership.orgId} and entry.entity = 'product' and entry.entity_id = ${`${params.id}`}
         and entry.created_at > ${query.at}::timestamptz
       order by entry.id desc`,
  );
  const then = valuesBefore(
    current,
    later.map(({ before }) => ({ before: before && withoutStock(before) })),
  );
  return { at: query.at, values: then && describeValues(then) };
};

const withoutStock = ({ quantity: _, mappedItems: __, ...values }: NonNullable<LoggedValues>): LoggedValues => values;
