import { and, eq, type SQL, sql } from 'drizzle-orm';
import {
  REGISTER_FIELD_NAMES,
  type RegisterChange,
  type RegisterColumns,
  type RegisterField,
  SAME_LICENSE_AS,
} from '../../../domain/licenses/register';
import type { RegisterCounts } from '../../../domain/licenses/register-contract';
import type { Db } from '../../db/client';
import { registerImportRows, type registerImports } from '../../db/schema';

export type Imported = typeof registerImports.$inferSelect;
export type Compared = Pick<Imported, 'id' | 'usState' | 'columns'>;

/** The columns of both tables that a field fills. */
const COLUMNS: Record<RegisterField, readonly string[]> = {
  licenseNumber: [],
  name: ['name'],
  dba: ['dba'],
  licenseeName: ['licensee_name'],
  licenseType: ['license_type'],
  status: ['status', 'status_text'],
  expiresOn: ['expires_on'],
  address: ['address'],
  city: ['city'],
  postalCode: ['postal_code'],
  email: ['email'],
  phone: ['phone'],
};

/** All of them. */
export const REGISTERED = Object.values(COLUMNS).flat();

/** Those that a file fills; the others stay as they are. */
export const filledBy = (columns: RegisterColumns): string[] =>
  REGISTER_FIELD_NAMES.filter((field) => field in columns).flatMap((field) => COLUMNS[field]);

/** Columns, each made into a part of a statement. */
export const eachOf = (names: readonly string[], part: (name: SQL) => SQL): SQL =>
  sql.join(
    names.map((name) => part(sql.identifier(name) as unknown as SQL)),
    sql`, `,
  );

/** Whether a row says something else than the registered license, as `registerChanges` compares them. */
function differs(columns: RegisterColumns): SQL {
  const each = filledBy(columns).map((name) => {
    const of = (alias: string) => sql`${sql.identifier(alias)}.${sql.identifier(name)}`;
    const [now, before] = [of('staged'), of('old')];
    return name === 'status_text'
      ? sql`lower(${now}) is distinct from lower(${before})`
      : sql`${now} is distinct from ${before}`;
  });
  return sql`(${sql.join(each, sql` or `)})`;
}

/** Whether the register lists a license that the file lacks; one with a row that can't be read is in the file. */
export const isGone = ({ id, usState }: Compared): SQL => sql`old.us_state = ${usState} and old.not_listed_since is null
  and not exists (select from register_import_rows named
                   where named.import_id = ${id} and named.license_number = old.license_number)`;

/**
 * What an import would do with each license, as the register is now: `compared`, for the `with` of a statement, has its
 * row (null for one the file lacks), the registered license's `old_id`, the `change`, and why it is left out. Of several
 * rows of one license the first is taken.
 */
export const comparedWith = (one: Compared): SQL => sql`
  staged as (
    select *, min("row") filter (where problem is null) over (partition by license_number) as first_row
      from register_import_rows where import_id = ${one.id} and portion > 0),
  compared as (
    select staged."row", staged.license_number, old.id as old_id,
           case when staged.problem is not null or staged.first_row < staged."row" then 'LEFT_OUT'
                when old.id is null then 'ADDED'
                when old.not_listed_since is not null or ${differs(one.columns)} then 'CHANGED'
                else 'UNCHANGED' end as change,
           coalesce(staged.problem, case when staged.first_row < staged."row"
             then ${SAME_LICENSE_AS}::text || staged.first_row end) as problem
      from staged left join registered_licenses old
        on old.us_state = ${one.usState} and old.license_number = staged.license_number
    union all
    select null, old.license_number, old.id, 'GONE', null from registered_licenses old where ${isGone(one)})`;

const NAMES: Record<RegisterChange, keyof RegisterCounts> = {
  ADDED: 'added',
  CHANGED: 'changed',
  GONE: 'gone',
  UNCHANGED: 'unchanged',
  LEFT_OUT: 'leftOut',
};

/** How many licenses a draft would add, change and so on. */
export async function countDifference(db: Db, draft: Compared): Promise<RegisterCounts> {
  const { rows } = await db.execute<{ change: RegisterChange; count: number }>(
    sql`with ${comparedWith(draft)} select change, count(*)::int as count from compared group by change`,
  );
  const counts: RegisterCounts = { added: 0, changed: 0, gone: 0, unchanged: 0, leftOut: 0 };
  for (const { change, count } of rows) counts[NAMES[change]] = count;
  return counts;
}

/** How many rows of its file a draft has. */
export const countReceived = (db: Db, id: number): Promise<number> =>
  db.$count(registerImportRows, and(eq(registerImportRows.importId, id), sql`${registerImportRows.portion} > 0`));
