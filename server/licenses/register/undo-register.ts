import { and, eq, sql } from 'drizzle-orm';
import { DomainError } from '../../../domain/errors';
import type { registerImports as contract } from '../../../domain/licenses/register-contract';
import type { Db } from '../../db/client';
import { lockRow } from '../../db/rows';
import { registerImportRows, registerImports } from '../../db/schema';
import { NO_ORGANIZATION } from '../../db/schema/tenant';
import type { Verb } from '../../implement';
import { checkedBy, lockState, tellOrganizations } from './apply-register';
import { eachOf, type Imported, REGISTERED } from './difference';
import { loadImport } from './read-imports';

/**
 * Undoes the latest import of a state: its register is as before, and so are the checks of claimed licenses unless
 * they were changed since. CONFLICT if it isn't the latest, or what it replaced isn't kept anymore.
 */
export const undoRegister: Verb<typeof contract.undo> = async (ctx, { params: { id } }) => {
  const { db, now, person } = ctx;
  await lockState(db, id);
  const applied = await lockRow(db, registerImports, eq(registerImports.id, id), 'Register import');
  if (applied.state !== 'APPLIED')
    throw new DomainError('CONFLICT', applied.state === 'UNDONE' ? 'It is already undone.' : 'It isn’t applied.');
  // Those of earlier imports go as a later one is applied.
  if ((await db.$count(registerImportRows, eq(registerImportRows.importId, id))) === 0)
    throw new DomainError('CONFLICT', 'Only the latest import of a state can be undone.');
  const orgIds = await restoreChecks(db, applied);
  await restoreRegistered(db, applied);
  await db.delete(registerImportRows).where(eq(registerImportRows.importId, id));
  await db
    .update(registerImports)
    .set({ state: 'UNDONE', undoneByUserId: person.userId, undoneAt: now })
    .where(and(eq(registerImports.id, id)));
  const { usState, fileName, asOf } = applied;
  await ctx.audit({ orgId: NO_ORGANIZATION, id, before: { usState, fileName, asOf }, after: { undoneAt: now } });
  await tellOrganizations(ctx, id, orgIds);
  return loadImport(db, id);
};

async function restoreRegistered(db: Db, { id, usState }: Imported): Promise<void> {
  await db.execute(sql`
    delete from registered_licenses old using register_import_rows given
     where given.import_id = ${id} and given.change = 'ADDED'
       and old.us_state = ${usState} and old.license_number = given.license_number`);
  // A cluster reads no JSON while it updates, so it is read before.
  const restored = [...REGISTERED, 'listed_on', 'not_listed_since', 'import_id'];
  await db.execute(sql`
    with given as materialized (
      select given.license_number, ${eachOf(restored, (name) => sql`was.${name}`)}
        from register_import_rows given, jsonb_populate_record(null::registered_licenses, given.before) was
       where given.import_id = ${id} and given.change in ('CHANGED', 'GONE'))
    update registered_licenses old set ${eachOf(restored, (name) => sql`${name} = given.${name}`)}
      from given where old.us_state = ${usState} and old.license_number = given.license_number`);
  await db.execute(sql`
    with given as materialized (
      select license_number, (before->>'listed_on')::date as listed_on, (before->>'import_id')::int8 as import_id
        from register_import_rows where import_id = ${id} and change = 'UNCHANGED')
    update registered_licenses old set listed_on = given.listed_on, import_id = given.import_id
      from given where old.us_state = ${usState} and old.license_number = given.license_number`);
}

/** What the import wrote, where it is there still. */
async function restoreChecks(db: Db, applied: Imported): Promise<number[]> {
  const { id, columns } = applied;
  const isOurs = sql`(claimed.checked_from = 'STATE_REGISTER' and claimed.checked_at = ${checkedBy(applied)})`;
  const status = sql`case when claimed.stated_status is not distinct from given.status then given.was_status
    else claimed.stated_status end`;
  const { rows } = await db.execute<{ orgId: number }>(sql`
    with given as materialized (
      select given.license_id, given.status, given.expires_on, was.checked_at as was_at, was.checked_from as was_from,
             was.stated_status as was_status, was.expires_on as was_until
        from register_import_rows given, jsonb_populate_record(null::licenses, given.check_before) was
       where given.import_id = ${id} and given.license_id is not null),
    written as (
      update licenses claimed
         set checked_at = case when ${isOurs} then given.was_at else claimed.checked_at end,
             checked_from = case when ${isOurs} then given.was_from else claimed.checked_from end,
             stated_status = ${'status' in columns ? status : sql`claimed.stated_status`},
             expires_on = case when claimed.expires_on = given.expires_on then given.was_until else claimed.expires_on end,
             version = claimed.version + (case when claimed.expires_on = given.expires_on
               and given.was_until is distinct from claimed.expires_on then 1 else 0 end)
        from given where given.license_id = claimed.id and claimed.removed_at is null
      returning claimed.org_id)
    select distinct org_id::int8 as "orgId" from written order by 1`);
  return rows.map(({ orgId }) => Number(orgId));
}
