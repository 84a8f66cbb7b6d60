import { and, asc, eq, sql } from 'drizzle-orm';
import { isConsistent } from '../../domain/access/features';
import { DEFAULT_ROLE_IDS, type DefaultRoleId } from '../../domain/access/roles';
import { assertCurrent, badInput, DomainError, notFound } from '../../domain/errors';
import type { OrgRole } from '../../domain/team/role';
import type { roles as contract } from '../../domain/team/roles-contract';
import { counted } from '../../domain/text';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { type LockStrength, lockRows } from '../db/rows';
import { roles } from '../db/schema';
import { onTaken } from '../db/transact';
import type { Verb } from '../implement';
import { assertMayGrant } from './assigned-places';

// Qualified manually: Drizzle omits the table name when selecting from a single table, and both have an id.
const userCount = sql<number>`(select count(*)::int from org_users held where held.role_id = roles.id and held.status <> 'REMOVED')`;

export const listRoles: Verb<typeof contract.list> = ({ db, membership }) => readRoles(db, membership.orgId);

/** An organization's roles, default ones first, then by name. */
export async function readRoles(db: Db, orgId: number): Promise<OrgRole[]> {
  const found = await db
    .select({ role: roles, userCount })
    .from(roles)
    .where(eq(roles.orgId, orgId))
    .orderBy(asc(roles.name));
  const rank = ({ defaultRoleId }: OrgRole) =>
    defaultRoleId ? DEFAULT_ROLE_IDS.indexOf(defaultRoleId) : DEFAULT_ROLE_IDS.length;
  return found.map(toRole).sort((a, b) => rank(a) - rank(b));
}

export const getRole: Verb<typeof contract.get> = ({ db, membership }, { params }) =>
  findRole(db, membership.orgId, params.id);

export const createRole: Verb<typeof contract.create> = async (ctx, { body }) => {
  assertConsistent(body.features);
  const { db, membership } = ctx;
  assertMayGrant(membership, { features: body.features });
  const id = await db
    .insert(roles)
    .values({ orgId: membership.orgId, name: body.name, features: body.features })
    .returning({ id: roles.id })
    .then(([created]) => created?.id ?? 0)
    .catch(refuseTakenName);
  const role = await findRole(db, membership.orgId, id);
  await changed(ctx, null, role);
  return role;
};

/** Applies immediately to everyone with the role; owner and admin can't be changed. */
export const updateRole: Verb<typeof contract.update> = async (ctx, { params, body }) => {
  const { db, membership } = ctx;
  const before = await lockRole(db, membership.orgId, params.id);
  assertCurrent('This role', before, body.version);
  if (before.defaultRoleId && before.name !== body.name) {
    throw badInput({ name: 'You can’t rename a default role' });
  }
  if (before.defaultRoleId === 'OWNER' || before.defaultRoleId === 'ADMIN') {
    throw badInput({ features: `${before.name} always has full access, so nobody gets locked out` });
  }
  assertConsistent(body.features);
  assertMayGrant(membership, { features: body.features, before: before.features });
  await db
    .update(roles)
    .set({ name: body.name, features: body.features, version: before.version + 1 })
    .where(eq(roles.id, before.id))
    .catch(refuseTakenName);
  const after = await findRole(db, membership.orgId, before.id);
  await changed(ctx, before, after);
  return after;
};

export const removeRole: Verb<typeof contract.remove> = async (ctx, { params }) => {
  const { db, membership } = ctx;
  const before = await lockRole(db, membership.orgId, params.id, 'update');
  if (before.defaultRoleId) throw new DomainError('CONFLICT', 'You can’t delete a default role');
  if (before.userCount > 0) {
    const people = counted(before.userCount, 'person has', 'people have');
    throw new DomainError('CONFLICT', `${people} this role. Give them another role first.`, {
      object: { userCount: before.userCount },
    });
  }
  await freeFromRemoved(db, before);
  await db.delete(roles).where(eq(roles.id, before.id));
  await changed(ctx, before, null);
  return { ok: true };
};

/** Removed people keep their row, which needs a role: the least one. */
async function freeFromRemoved(db: Db, { id }: OrgRole): Promise<void> {
  await db.execute(sql`
    update org_users set role_id = least_role.id
      from roles held join roles least_role on least_role.org_id = held.org_id and least_role.default_role_id = 'USER'
     where held.id = ${id} and org_users.role_id = held.id and org_users.status = 'REMOVED'`);
}

async function findRole(db: Db, orgId: number, id: number): Promise<OrgRole> {
  const [found] = await db
    .select({ role: roles, userCount })
    .from(roles)
    .where(and(eq(roles.orgId, orgId), eq(roles.id, id)));
  if (!found) throw notFound('Role');
  return toRole(found);
}

async function lockRole(db: Db, orgId: number, id: number, strength?: LockStrength): Promise<OrgRole> {
  await lockRows(db, roles, and(eq(roles.orgId, orgId), eq(roles.id, id)), strength);
  return findRole(db, orgId, id);
}

function toRole({ role, userCount }: { role: typeof roles.$inferSelect; userCount: number }): OrgRole {
  return {
    id: role.id,
    name: role.name,
    features: role.features,
    isDefault: role.defaultRoleId !== null,
    defaultRoleId: role.defaultRoleId as DefaultRoleId | null,
    isOwner: role.defaultRoleId === 'OWNER',
    userCount,
    version: role.version,
  };
}

function assertConsistent(features: OrgRole['features']): void {
  if (!isConsistent(features)) {
    throw badInput({ features: 'A permission needs another one that isn’t granted' });
  }
}

const refuseTakenName = onTaken(() => badInput({ name: 'Another role already has this name' }));

async function changed({ audit, publish, membership }: Ctx, before: OrgRole | null, after: OrgRole | null) {
  const id = after?.id ?? before?.id ?? 0;
  await audit({ id, before, after });
  await publish({ topic: 'access', kind: after ? 'changed' : 'removed', id, orgIds: [membership.orgId] });
}
