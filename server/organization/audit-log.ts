import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { seesEverything } from '../../domain/access/roles';
import { COUNT_CAP } from '../../domain/contract/endpoint';
import { TEAM_ENTITIES, withoutSecrets } from '../../domain/organization/audit';
import type { organization } from '../../domain/organization/contract';
import type { Db } from '../db/client';
import { auditLog, users } from '../db/schema';
import type { Verb } from '../implement';

const supporters = alias(users, 'supporters');
const nameOf = (person: typeof users | typeof supporters) =>
  sql<string>`${person.firstName} || ' ' || ${person.lastName}`;

/** A page of the organization's audit log, the latest first. */
export const readAuditLog: Verb<typeof organization.auditLog> = async ({ db, membership }, { query }) => {
  const { page, itemsPerPage, entity, entityId, userId } = query;
  const where = and(
    eq(auditLog.orgId, membership.orgId),
    seesEverything(membership) ? undefined : inArray(auditLog.entity, [...TEAM_ENTITIES]),
    entity === undefined ? undefined : eq(auditLog.entity, entity),
    entityId === undefined ? undefined : eq(auditLog.entityId, entityId),
    userId === undefined ? undefined : eq(auditLog.actorUserId, userId),
  );
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
    entity: entry.entity,
    entityId: entry.entityId,
    before: withoutSecrets(entry.before),
    after: withoutSecrets(entry.after),
  }));
  return { results, resultCount: await countUpToCap(db, where), page };
};

/** A person who is gone is still told of, without a name. */
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
