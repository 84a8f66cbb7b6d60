import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { seesEverything } from '../../domain/access/roles';
import { contract } from '../../domain/contract';
import { COUNT_CAP, type VerbInput } from '../../domain/contract/endpoint';
import { TEAM_ENTITIES, withoutSecrets } from '../../domain/organization/audit';
import type { organization } from '../../domain/organization/contract';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { instantWithin } from '../db/filters';
import { contains } from '../db/page';
import { auditLog, users } from '../db/schema';
import type { Verb } from '../implement';

type Call = typeof organization.auditLog;

const supporters = alias(users, 'supporters');
const nameOf = (person: typeof users | typeof supporters) =>
  sql<string>`${person.firstName} || ' ' || ${person.lastName}`;

/** A page of the organization's audit log, newest first. */
export const readAuditLog: Verb<Call> = async (ctx, { query }) => {
  const { db } = ctx;
  const { page, itemsPerPage } = query;
  const where = matching(ctx, query);
  const rows = await db
    .select({ entry: auditLog, name: nameOf(users), supporter: nameOf(supporters) })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorUserId))
    .leftJoin(supporters, eq(supporters.id, auditLog.impersonatorUserId))
    .where(where)
    .orderBy(desc(auditLog.id))
    .limit(itemsPerPage)
    .offset(page * itemsPerPage);
  const results = rows.map(({ entry, name, supporter }) => ({
    id: entry.id,
    created: entry.createdAt.toISOString(),
    person: authorOf(entry.actorUserId, name),
    impersonatedBy: authorOf(entry.impersonatorUserId, supporter),
    endpoint: entry.endpoint,
    action: ACTIONS.get(entry.endpoint) ?? (entry.actorUserId === null ? 'Automatic update' : entry.endpoint),
    entity: entry.entity,
    entityId: entry.entityId,
    before: withoutSecrets(entry.before),
    after: withoutSecrets(entry.after),
  }));
  return { results, resultCount: await countUpToCap(db, where), page };
};

/** Each call's summary, up to its first detail. */
const ACTIONS = new Map<string, string>(
  Object.values(contract).flatMap((area) =>
    Object.values(area).map(({ method, path, summary }) => [`${method} ${path}`, summary.split(';')[0] ?? ''] as const),
  ),
);

function matching(ctx: Pick<Ctx, 'membership' | 'now' | 'timeZone'>, query: VerbInput<Call>['query']): SQL | undefined {
  const { membership } = ctx;
  const { entity, entityId, userId, person, createdFrom, createdTo, createdRel } = query;
  return and(
    eq(auditLog.orgId, membership.orgId),
    seesEverything(membership) ? undefined : inArray(auditLog.entity, [...TEAM_ENTITIES]),
    entity === undefined ? undefined : inArray(auditLog.entity, entity),
    entityId === undefined ? undefined : eq(auditLog.entityId, entityId),
    userId === undefined ? undefined : eq(auditLog.actorUserId, userId),
    person === undefined ? undefined : sql`${auditLog.actorUserId} in ${peopleNamed(person)}`,
    instantWithin(sql`${auditLog.createdAt}`, { from: createdFrom, to: createdTo, rel: createdRel }, ctx),
  );
}

/** People whose name or email contains the text, including former ones. */
function peopleNamed(text: string): SQL {
  return sql`(select ${users.id} from ${users} where ${or(contains(nameOf(users), text), contains(users.email, text))})`;
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
