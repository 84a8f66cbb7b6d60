import { desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { COUNT_CAP } from '../../../domain/contract/endpoint';
import { notFound } from '../../../domain/errors';
import { type Listed, registerChanges } from '../../../domain/licenses/register';
import type {
  registerImports as contract,
  RegisterImport,
  RegisterRow,
} from '../../../domain/licenses/register-contract';
import type { Db } from '../../db/client';
import { registeredLicenses, registerImportRows, registerImports, users } from '../../db/schema';
import type { Verb } from '../../implement';
import { comparedWith, countDifference, countReceived, type Imported } from './difference';

const [creators, appliers, undoers] = [alias(users, 'creators'), alias(users, 'appliers'), alias(users, 'undoers')];
const nameOf = (person: typeof creators | typeof appliers | typeof undoers) =>
  sql<string | null>`nullif(trim(${person.firstName} || ' ' || ${person.lastName}), '')`;

const readImports = (db: Db, where: SQL | undefined, { limit, offset = 0 }: { limit: number; offset?: number }) =>
  db
    .select({
      ...getTableColumns(registerImports),
      createdBy: nameOf(creators),
      appliedBy: nameOf(appliers),
      undoneBy: nameOf(undoers),
      hasRows: sql<boolean>`exists (select from ${registerImportRows} kept where kept.import_id = ${registerImports.id})`,
    })
    .from(registerImports)
    .innerJoin(creators, eq(creators.id, registerImports.createdByUserId))
    .leftJoin(appliers, eq(appliers.id, registerImports.appliedByUserId))
    .leftJoin(undoers, eq(undoers.id, registerImports.undoneByUserId))
    .where(where)
    .orderBy(desc(registerImports.id))
    .limit(limit)
    .offset(offset);

type Found = Awaited<ReturnType<typeof readImports>>[number];

function toImport(found: Found): RegisterImport {
  const { id, usState, fileName, asOf, columns, state, rows, createdBy, appliedBy, undoneBy } = found;
  const { added, changed, gone, unchanged, leftOut } = found;
  return {
    ...{ id, usState, fileName, asOf, columns, state, rows },
    counts: state === 'DRAFT' ? null : { added, changed, gone, unchanged, leftOut },
    createdBy: createdBy ?? '',
    createdAt: found.createdAt.toISOString(),
    appliedBy,
    appliedAt: found.appliedAt?.toISOString() ?? null,
    undoneBy,
    undoneAt: found.undoneAt?.toISOString() ?? null,
    canUndo: state === 'APPLIED' && found.hasRows,
  };
}

export const listRegisters: Verb<typeof contract.list> = async ({ db }, { query: { page, itemsPerPage } }) => {
  const found = await readImports(db, undefined, { limit: itemsPerPage, offset: page * itemsPerPage });
  const resultCount = Math.min(await db.$count(registerImports), COUNT_CAP + 1);
  return { results: found.map(toImport), resultCount, page };
};

/** An import of a register. NOT_FOUND if there is none. */
export async function loadImport(db: Db, id: number): Promise<RegisterImport> {
  const [found] = await readImports(db, eq(registerImports.id, id), { limit: 1 });
  if (!found) throw notFound('Register import');
  return toImport(found);
}

/** Words shown of statuses we don't know. */
const MOST_WORDS = 20;

export const getRegister: Verb<typeof contract.get> = async ({ db }, { params: { id } }) => {
  const shown = await loadImport(db, id);
  const counts = shown.counts ?? (await countDifference(db, shown as Pick<Imported, 'id' | 'usState' | 'columns'>));
  const { rows } = await db.execute<{ text: string; count: number }>(sql`
    select min(status_text) as text, count(*)::int as count from register_import_rows
     where import_id = ${id} and status is null and status_text is not null
     group by lower(status_text) order by count(*) desc, lower(status_text) limit ${MOST_WORDS}`);
  const listed = await db.$count(
    registeredLicenses,
    sql`${registeredLicenses.usState} = ${shown.usState} and ${registeredLicenses.notListedSince} is null`,
  );
  return { ...shown, counts, received: await countReceived(db, id), listed, unknownStatuses: rows };
};

/** A row of either table as JSON has it. */
type Stored = { [Column in SnakeCase]: string | null } & { not_listed_since?: string | null };
type SnakeCase =
  | 'license_number'
  | 'name'
  | 'dba'
  | 'licensee_name'
  | 'license_type'
  | 'status'
  | 'status_text'
  | 'expires_on'
  | 'address'
  | 'city'
  | 'postal_code'
  | 'email'
  | 'phone';

const toListed = (stored: Stored): Listed => ({
  licenseNumber: stored.license_number ?? '',
  name: stored.name ?? '',
  dba: stored.dba,
  licenseeName: stored.licensee_name,
  licenseType: stored.license_type,
  status: stored.status as Listed['status'],
  statusText: stored.status_text,
  expiresOn: stored.expires_on,
  address: stored.address,
  city: stored.city,
  postalCode: stored.postal_code,
  email: stored.email,
  phone: stored.phone,
  notListedSince: stored.not_listed_since ?? null,
});

type Difference = {
  id: number;
  row: number | null;
  licenseNumber: string;
  name: string;
  isClaimed: boolean;
  problem: string | null;
  given: Stored | null;
  before: Stored | null;
  resultCount: number;
};

/** A page of an import's difference: of a draft as the register is now, of an applied one what it did. */
export const listRegisterRows: Verb<typeof contract.rows> = async ({ db }, { params: { id }, body }) => {
  const { change, page, itemsPerPage } = body;
  const one = await loadImport(db, id);
  const source =
    one.state === 'DRAFT'
      ? sql`${comparedWith(one as Pick<Imported, 'id' | 'usState' | 'columns'>)}`
      : sql`compared as (select case when portion > 0 then "row" end as "row", license_number, change, problem,
                "row" as kept_row, null::int8 as old_id
           from register_import_rows where import_id = ${id} and change is not null)`;
  const given = one.state === 'DRAFT' ? sql`shown."row"` : sql`shown.kept_row`;
  const before = one.state === 'DRAFT' ? sql`to_jsonb(old)` : sql`given.before`;
  const { rows } = await db.execute<Difference>(sql`
    with ${source},
    shown as (select *, count(*) over () as total from compared where change = ${change}
               order by "row", license_number limit ${itemsPerPage} offset ${page * itemsPerPage})
    select coalesce(shown."row", old.id, ${given}) as id, shown."row", shown.license_number as "licenseNumber",
           coalesce(given.name, old.name) as name, shown.problem, to_jsonb(given) as given, ${before} as before,
           exists (select from licenses claimed where claimed.us_state = ${one.usState} and claimed.removed_at is null
                     and claimed.license_number = shown.license_number) as "isClaimed",
           least(total, ${COUNT_CAP + 1})::int as "resultCount"
      from shown left join register_import_rows given on given.import_id = ${id} and given."row" = ${given}
      left join registered_licenses old on old.id = shown.old_id
     order by shown."row", shown.license_number`);
  const results = rows.map(
    (found): RegisterRow => ({
      id: Number(found.id),
      row: found.row,
      licenseNumber: found.licenseNumber,
      name: found.name,
      isClaimed: found.isClaimed,
      changes:
        change === 'CHANGED' && found.given && found.before
          ? registerChanges(toListed(found.before), toListed(found.given), one.columns)
          : [],
      reasons: found.problem === null ? [] : [found.problem],
    }),
  );
  return { results, resultCount: rows[0]?.resultCount ?? 0, page };
};
