import { and, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { byKey } from '../../domain/api-keys/api-key';
import type { BulkEndpoint } from '../../domain/bulk/bulk-call';
import { contract } from '../../domain/calls';
import { PRODUCT_ACT_TITLES } from '../../domain/catalogue/product-change';
import { COUNT_CAP, type VerbInput } from '../../domain/contract/endpoint';
import { dayOf } from '../../domain/dates';
import { AUDIT_COLUMNS, type AuditRecord, auditNeeds, withoutSecrets } from '../../domain/organization/audit';
import type { auditLog as calls } from '../../domain/organization/audit-contract';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { exportRows } from '../db/export';
import { instantWithin } from '../db/filters';
import { contains } from '../db/page';
import { auditLog, users } from '../db/schema';
import type { Verb } from '../implement';
import { auditNames } from './audit-names';

type Call = typeof calls.list;

const supporters = alias(users, 'supporters');
const nameOf = (person: typeof users | typeof supporters) =>
  sql<string>`${person.firstName} || ' ' || ${person.lastName}`;

/** A page of the organization's audit log, newest first. */
export const readAuditLog: Verb<Call> = async (ctx, { query }) => {
  const { db } = ctx;
  const { page, itemsPerPage } = query;
  const where = matching(ctx, query);
  // Of some days, by the index that finds them; by number, all newer entries would be read first.
  const isOfDays = [query.createdFrom, query.createdTo, query.createdRel].some((asked) => asked !== undefined);
  const newestFirst = isOfDays ? [desc(auditLog.createdAt), desc(auditLog.id)] : [desc(auditLog.id)];
  const rows = await db
    .select({ entry: auditLog, name: nameOf(users), supporter: nameOf(supporters) })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorUserId))
    .leftJoin(supporters, eq(supporters.id, auditLog.impersonatorUserId))
    .where(where)
    .orderBy(...newestFirst)
    .limit(itemsPerPage)
    .offset(page * itemsPerPage);
  const results = await toRecords(
    ctx,
    rows.map(({ entry, name, supporter }) => ({ ...entry, name, supporter })),
  );
  return { results, resultCount: await countUpToCap(db, where), page };
};

type Found = Omit<typeof auditLog.$inferSelect, 'orgId' | 'requestId' | 'apiKeyId'> & {
  name: string | null;
  supporter: string | null;
};

/** Entries as people read them, with the names of what they hold by id. */
async function toRecords(
  { db, membership }: Pick<Ctx, 'db' | 'membership'>,
  found: readonly Found[],
): Promise<AuditRecord[]> {
  const entries = found.map(toEntry);
  const names = await auditNames(db, membership.orgId, entries);
  return entries.map((entry) => ({ ...entry, names: pick(names, auditNeeds([entry])) }));
}

const pick = (names: Readonly<Record<string, string>>, needs: ReadonlyMap<string, readonly number[]>) =>
  Object.fromEntries(
    [...needs].flatMap(([kind, ids]) =>
      ids.map((id) => `${kind}:${id}`).flatMap((key) => (names[key] === undefined ? [] : [[key, names[key]]])),
    ),
  );

function toEntry({ name, supporter, ...entry }: Found): Omit<AuditRecord, 'names'> {
  return {
    id: entry.id,
    created: entry.createdAt.toISOString(),
    person: authorOf(entry.actorUserId, name === null ? null : byKey(name, entry.apiKeyName)),
    impersonatedBy: authorOf(entry.impersonatorUserId, supporter),
    endpoint: entry.endpoint,
    action: actionOf(entry.endpoint, entry.actorUserId),
    entity: entry.entity,
    entityId: entry.entityId,
    before: withTitle(withoutSecrets(entry.before)),
    after: withTitle(withoutSecrets(entry.after)),
  };
}

/** Every matching entry of the organization's log, newest first, as csv. */
export const exportAuditLog: Verb<typeof calls.export> = (ctx, { query }) =>
  exportRows<Found, AuditRecord>(
    ctx,
    {
      table: sql`${auditLog} left join ${users} on ${users.id} = ${auditLog.actorUserId}
        left join ${users} ${supporters} on ${supporters.id} = ${auditLog.impersonatorUserId}`,
      where: matching(ctx, query) ?? sql`false`,
      keys: [auditLog.id],
      descending: true,
      columns: EXPORTED,
    },
    {
      columns: AUDIT_COLUMNS,
      toRows: (found) => toRecords(ctx, found),
      name: `${dayOf(ctx.now, ctx.timeZone).slice(2).replaceAll('-', '')}_audit_log.csv`,
      noun: 'changes',
    },
  );

const EXPORTED = sql`${auditLog.id} as id, ${auditLog.createdAt} as "createdAt", ${auditLog.actorUserId} as "actorUserId",
  ${auditLog.impersonatorUserId} as "impersonatorUserId", ${auditLog.apiKeyName} as "apiKeyName", ${auditLog.endpoint} as endpoint, ${auditLog.entity} as entity,
  ${auditLog.entityId} as "entityId", ${auditLog.before} as before, ${auditLog.after} as after,
  ${nameOf(users)} as name, ${nameOf(supporters)} as supporter`;

/** Each call's summary, up to its first detail. */
const ACTIONS = new Map<string, string>(
  Object.values(contract).flatMap((area) =>
    Object.values(area).map(({ method, path, summary }) => [`${method} ${path}`, summary.split(';')[0] ?? ''] as const),
  ),
);

/** What actions on many records are called, by their names. */
const ACTS = new Map<string, string>([
  ...Object.entries(PRODUCT_ACT_TITLES),
  ...Object.values(contract).flatMap((area) =>
    Object.values(area).flatMap((call) =>
      'acts' in call
        ? Object.entries(call.acts as BulkEndpoint['acts']).map(([act, { title }]) => [act, title] as const)
        : [],
    ),
  ),
]);

const titleOf = (name: unknown) => (typeof name === 'string' ? ACTS.get(name) : undefined);

/** A logged value whose actions go by their titles, at any depth: `act` is its name, or has it beside its input. */
function withTitle(value: AuditRecord['after']): AuditRecord['after'] {
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, one]) => [field, field === 'act' ? titled(one) : withTitle(one)]),
  );
}

function titled(act: AuditRecord['after']): AuditRecord['after'] {
  if (!isFields(act)) return titleOf(act) ?? act;
  return { ...act, name: titleOf(act.name) ?? act.name ?? null };
}

const isFields = (value: AuditRecord['after']): value is Record<string, AuditRecord['after']> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a change did, by its call. */
export const actionOf = (endpoint: string, actorUserId: string | null): string =>
  ACTIONS.get(endpoint) ?? (actorUserId === null ? 'Automatic update' : endpoint);

type Filters = Omit<VerbInput<Call>['query'], 'page' | 'itemsPerPage'>;

function matching(ctx: Pick<Ctx, 'membership' | 'now' | 'timeZone'>, query: Filters): SQL | undefined {
  const { membership } = ctx;
  const { entity, entityId, userId, person, bySupport, createdFrom, createdTo, createdRel } = query;
  return and(
    eq(auditLog.orgId, membership.orgId),
    entity === undefined ? undefined : inArray(auditLog.entity, entity),
    entityId === undefined ? undefined : eq(auditLog.entityId, entityId),
    userId === undefined ? undefined : eq(auditLog.actorUserId, userId),
    person === undefined
      ? undefined
      : or(byAnyNamed(auditLog.actorUserId, person), byAnyNamed(auditLog.impersonatorUserId, person)),
    bySupport === undefined ? undefined : (bySupport ? isNotNull : isNull)(auditLog.impersonatorUserId),
    instantWithin(sql`${auditLog.createdAt}`, { from: createdFrom, to: createdTo, rel: createdRel }, ctx),
  );
}

/** Changes by people whose name or email contains the text, including former ones. */
function byAnyNamed(column: typeof auditLog.actorUserId | typeof auditLog.impersonatorUserId, text: string): SQL {
  const named = sql`select known.id from ${users} known
    where ${contains([sql`known.first_name`, sql`known.last_name`, sql`known.email`], text)}`;
  return sql`${column} in (${named})`;
}

/** A deleted person is still listed, without a name. */
function authorOf(id: string | null, name: string | null) {
  return id === null ? null : { id, name: name ?? '' };
}

async function countUpToCap(db: Db, where: SQL | undefined): Promise<number> {
  const some = db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(where)
    .limit(COUNT_CAP + 1)
    .as('some');
  return db.$count(some);
}
