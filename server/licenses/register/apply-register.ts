import { eq, sql } from 'drizzle-orm';
import { startOfDay } from '../../../domain/dates';
import { DomainError, notFound } from '../../../domain/errors';
import { asOfProblem } from '../../../domain/licenses/register';
import type { registerImports as contract, RegisterCounts } from '../../../domain/licenses/register-contract';
import { zoneOfState } from '../../../domain/organization/state-zones';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { lockRows } from '../../db/rows';
import { registerImports } from '../../db/schema';
import { NO_ORGANIZATION } from '../../db/schema/tenant';
import type { Verb } from '../../implement';
import {
  comparedWith,
  countDifference,
  countReceived,
  eachOf,
  filledBy,
  type Imported,
  isGone,
  REGISTERED,
} from './difference';
import { loadImport } from './read-imports';
import { latestApplied, lockDraft } from './stage-rows';

/**
 * Applies a draft, all of it or nothing: the state's registered licenses become the file's, and the claimed ones are
 * checked with it. CONFLICT if rows are missing, a newer register is applied, or it would do something else than
 * the person saw.
 */
export const applyRegister: Verb<typeof contract.apply> = async (ctx, { params: { id }, body }) => {
  const { db, now, person } = ctx;
  await lockState(db, id);
  const draft = await lockDraft(db, id);
  if ((await countReceived(db, id)) !== draft.rows)
    throw new DomainError('CONFLICT', 'Not all rows of the file are here. Start the import again.');
  const problem = asOfProblem(draft, await latestApplied(db, draft.usState), now);
  if (problem !== null) throw new DomainError('CONFLICT', `${problem}.`);
  const counts = await countDifference(db, draft);
  if (Object.entries(counts).some(([name, count]) => body.counts[name as keyof RegisterCounts] !== count))
    throw new DomainError('CONFLICT', 'The register changed meanwhile. Review the difference again.');
  const orgIds = await writeRegister(db, draft, { counts, by: person.userId, now });
  const { usState, fileName, asOf } = draft;
  await ctx.audit({ orgId: NO_ORGANIZATION, id, before: null, after: { usState, fileName, asOf, ...counts } });
  await tellOrganizations(ctx, id, orgIds);
  return loadImport(db, id);
};

/** One of a state's imports is applied or undone at a time. */
export async function lockState(db: Db, importId: number): Promise<void> {
  const [found] = await db
    .select({ usState: registerImports.usState })
    .from(registerImports)
    .where(eq(registerImports.id, importId));
  if (!found) throw notFound('Register import');
  await lockRows(db, registerImports, eq(registerImports.usState, found.usState));
}

/** Organizations an event names at most: it may have 8,000 bytes. */
const TOLD_AT_ONCE = 400;

/** Their licenses have another check. */
export async function tellOrganizations(ctx: Ctx, id: number, orgIds: readonly number[]): Promise<void> {
  for (let at = 0; at < orgIds.length; at += TOLD_AT_ONCE) {
    const some = orgIds.slice(at, at + TOLD_AT_ONCE);
    await ctx.publish({ topic: 'organization', kind: 'changed', id, orgIds: some });
  }
}

/** When the licenses of a register were checked: as its day begins, so that whatever was checked on that day is newer. */
export const checkedBy = ({ asOf, usState }: Pick<Imported, 'asOf' | 'usState'>) =>
  sql`${startOfDay(asOf, zoneOfState(usState))}::timestamptz`;

type Applied = { counts: RegisterCounts; by: string; now: Date };

/** Writes a draft's difference and remembers what it replaces; returns the organizations whose licenses it checked. */
export async function writeRegister(db: Db, draft: Imported, { counts, by, now }: Applied): Promise<number[]> {
  await rememberWhatWas(db, draft);
  await writeRegistered(db, draft);
  const orgIds = await checkClaimed(db, draft);
  await db.execute(sql`
    delete from register_import_rows where import_id in (
      select id from register_imports where us_state = ${draft.usState} and state <> 'DRAFT' and id <> ${draft.id})`);
  await db
    .update(registerImports)
    .set({ ...counts, state: 'APPLIED', appliedByUserId: by, appliedAt: now })
    .where(eq(registerImports.id, draft.id));
  return orgIds;
}

/**
 * Each row with what the import does and what was there, and a row more for each license the file lacks. A cluster makes no
 * JSON of columns while it updates, so it is made before.
 */
async function rememberWhatWas(db: Db, draft: Imported): Promise<void> {
  const { id, usState } = draft;
  await db.execute(sql`
    with ${comparedWith(draft)}, next as materialized (
      select compared."row", compared.change, compared.problem,
             case when compared.change = 'CHANGED' then to_jsonb(old) when compared.change = 'UNCHANGED'
               then jsonb_build_object('listed_on', old.listed_on, 'import_id', old.import_id) end as before,
             claimed.id as license_id,
             case when claimed.id is not null then jsonb_build_object('checked_at', claimed.checked_at,
               'checked_from', claimed.checked_from, 'stated_status', claimed.stated_status,
               'expires_on', claimed.expires_on) end as check_before
        from compared
        left join registered_licenses old on old.id = compared.old_id
        left join licenses claimed on compared.change <> 'LEFT_OUT' and claimed.us_state = ${usState}
          and claimed.license_number = compared.license_number and claimed.removed_at is null)
    update register_import_rows kept
       set change = next.change, problem = next.problem, before = next.before, license_id = next.license_id,
           check_before = next.check_before
      from next where kept.import_id = ${id} and kept."row" = next."row"`);
  await db.execute(sql`
    insert into register_import_rows (import_id, "row", portion, license_number, name, change, before)
    select ${id}, last_row + row_number() over (order by old.license_number), 0, old.license_number, old.name, 'GONE',
           to_jsonb(old)
      from registered_licenses old,
           (select max("row") as last_row from register_import_rows where import_id = ${id}) as file
     where ${isGone(draft)}`);
}

async function writeRegistered(db: Db, { id, usState, asOf, columns }: Imported): Promise<void> {
  const ofRow = (change: string) => sql`from register_import_rows given where given.import_id = ${id}
    and given.change = ${change} and old.us_state = ${usState} and old.license_number = given.license_number`;
  const listed = sql`listed_on = ${asOf}::date, import_id = ${id}`;
  await db.execute(sql`
    update registered_licenses old
       set ${eachOf(filledBy(columns), (name) => sql`${name} = given.${name}`)}, not_listed_since = null, ${listed}
      ${ofRow('CHANGED')}`);
  await db.execute(sql`update registered_licenses old set ${listed} ${ofRow('UNCHANGED')}`);
  await db.execute(
    sql`update registered_licenses old set not_listed_since = ${asOf}::date, import_id = ${id} ${ofRow('GONE')}`,
  );
  await db.execute(sql`
    insert into registered_licenses (us_state, license_number, listed_on, import_id, ${eachOf(REGISTERED, (name) => name)})
    select ${usState}, license_number, ${asOf}::date, ${id}, ${eachOf(REGISTERED, (name) => name)}
      from register_import_rows where import_id = ${id} and change = 'ADDED'`);
}

/**
 * The claimed licenses the file lists: a newer check stays, and a newer register's word as well. What the file has no
 * column for stays, as does an expiration it leaves blank.
 */
async function checkClaimed(db: Db, draft: Imported): Promise<number[]> {
  const { id, columns } = draft;
  const checkedAt = checkedBy(draft);
  const isOlder = sql`(claimed.checked_at is null or claimed.checked_at <= ${checkedAt})`;
  const status = 'status' in columns ? sql`given.status` : sql`claimed.stated_status`;
  const expires = sql`coalesce(given.expires_on, claimed.expires_on)`;
  const { rows } = await db.execute<{ orgId: number }>(sql`
    with written as (
      update licenses claimed
         set checked_at = case when ${isOlder} then ${checkedAt} else claimed.checked_at end,
             checked_from = case when ${isOlder} then 'STATE_REGISTER' else claimed.checked_from end,
             stated_status = ${status}, expires_on = ${expires},
             version = claimed.version + (case when claimed.expires_on is distinct from ${expires} then 1 else 0 end)
        from register_import_rows given
       where given.import_id = ${id} and given.license_id = claimed.id
         and (${isOlder} or claimed.checked_from <> 'STATE_REGISTER')
      returning claimed.org_id)
    select distinct org_id::int8 as "orgId" from written order by 1`);
  return rows.map(({ orgId }) => Number(orgId));
}
