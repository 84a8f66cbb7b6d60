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
  const isOf = (changes: string) => sql`given.import_id = ${id} and given.change in (${sql.raw(changes)})
    and old.us_state = ${usState} and old.license_number = given.license_number`;
  await db.execute(sql`delete from registered_licenses old using register_import_rows given where ${isOf("'ADDED'")}`);
  await db.execute(sql`
    update registered_licenses old
       set ${eachOf([...REGISTERED, 'listed_on', 'not_listed_since', 'import_id'], (name) => sql`${name} = was.${name}`)}
      from register_import_rows given, jsonb_populate_record(null::registered_licenses, given.before) was
     where ${isOf("'CHANGED', 'GONE'")}`);
  await db.execute(sql`
    update registered_licenses old
       set listed_on = (given.before->>'listed_on')::date, import_id = (given.before->>'import_id')::int8
      from register_import_rows given where ${isOf("'UNCHANGED'")}`);
}

/** What the import wrote, where it is there still. */
async function restoreChecks(db: Db, applied: Imported): Promise<number[]> {
  const { id, columns } = applied;
  const isOurs = sql`(claimed.checked_from = 'STATE_REGISTER' and claimed.checked_at = ${checkedBy(applied)})`;
  const status = sql`case when claimed.stated_status is not distinct from given.status then was.stated_status
    else claimed.stated_status end`;
  const { rows } = await db.execute<{ orgId: number }>(sql`
    with written as (
      update licenses claimed
         set checked_at = case when ${isOurs} then was.checked_at else claimed.checked_at end,
             checked_from = case when ${isOurs} then was.checked_from else claimed.checked_from end,
             stated_status = ${'status' in columns ? status : sql`claimed.stated_status`},
             expires_on = case when claimed.expires_on = given.expires_on then was.expires_on else claimed.expires_on end,
             version = claimed.version + (case when claimed.expires_on = given.expires_on
               and was.expires_on is distinct from claimed.expires_on then 1 else 0 end)
        from register_import_rows given, jsonb_populate_record(null::licenses, given.check_before) was
       where given.import_id = ${id} and given.license_id = claimed.id and claimed.removed_at is null
      returning claimed.org_id)
    select distinct org_id::int8 as "orgId" from written order by 1`);
  return rows.map(({ orgId }) => Number(orgId));
}
