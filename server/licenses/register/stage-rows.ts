import { and, eq, lt, max, sql } from 'drizzle-orm';
import { badInput, DomainError } from '../../../domain/errors';
import { type ImportRowOf, numberOf } from '../../../domain/import';
import { asOfProblem, DRAFT_DAYS, type REGISTER_FIELDS, readRegisterRow } from '../../../domain/licenses/register';
import type { registerImports as contract } from '../../../domain/licenses/register-contract';
import type { Db } from '../../db/client';
import { recordset } from '../../db/recordset';
import { lockRow, returnedRow } from '../../db/rows';
import { registerImportRows, registerImports } from '../../db/schema';
import { NO_ORGANIZATION } from '../../db/schema/tenant';
import { onTaken } from '../../db/transact';
import type { Verb } from '../../implement';
import { countReceived, type Imported } from './difference';
import { loadImport } from './read-imports';

const DAY = 86_400_000;

/** Begins a draft. BAD_INPUT on `asOf` if a newer register of the state is applied. Forgotten drafts are removed. */
export const beginRegister: Verb<typeof contract.begin> = async (ctx, { body }) => {
  const { db, now, person } = ctx;
  const problem = asOfProblem(body, await latestApplied(db, body.usState), now);
  if (problem !== null) throw badInput({ asOf: problem });
  const forgotten = new Date(now.getTime() - DRAFT_DAYS * DAY);
  await db
    .delete(registerImports)
    .where(and(eq(registerImports.state, 'DRAFT'), lt(registerImports.createdAt, forgotten)));
  const { id } = returnedRow(
    await db
      .insert(registerImports)
      .values({ ...body, createdByUserId: person.userId, createdAt: now })
      .returning({ id: registerImports.id }),
  );
  const { usState, fileName, asOf, rows } = body;
  await ctx.audit({ orgId: NO_ORGANIZATION, id, after: { usState, fileName, asOf, rows } });
  return loadImport(db, id);
};

/** The day of the register of a state that is applied; null for none. */
export async function latestApplied(db: Db, usState: string): Promise<string | null> {
  const [latest] = await db
    .select({ asOf: max(registerImports.asOf) })
    .from(registerImports)
    .where(and(eq(registerImports.usState, usState), eq(registerImports.state, 'APPLIED')));
  return latest?.asOf ?? null;
}

/** A draft, locked until the transaction ends. NOT_FOUND, or CONFLICT if it is none anymore. */
export async function lockDraft(db: Db, id: number): Promise<Imported> {
  const found = await lockRow(db, registerImports, eq(registerImports.id, id), 'Register import');
  if (found.state === 'DRAFT') return found;
  throw new DomainError('CONFLICT', found.state === 'APPLIED' ? 'It is already applied.' : 'It is undone.');
}

type Row = ImportRowOf<typeof REGISTER_FIELDS> & { problem?: string | undefined };

/** Adds a portion of a file's rows; one that is here already is left as it is. CONFLICT if its rows came with another. */
export const addRegisterRows: Verb<typeof contract.addRows> = async (ctx, { params: { id }, body }) => {
  const { db } = ctx;
  const { portion, rows } = body;
  const draft = await lockDraft(db, id);
  const isHere = await db.$count(
    registerImportRows,
    and(
      eq(registerImportRows.importId, id),
      eq(registerImportRows.row, numberOf(rows[0] ?? {}, 0)),
      eq(registerImportRows.portion, portion),
    ),
  );
  const before = await countReceived(db, id);
  if (isHere === 0) {
    if (before + rows.length > draft.rows)
      throw new DomainError('CONFLICT', 'The file has fewer rows. Choose it again.');
    await stageRows(db, id, portion, rows);
  }
  const received = isHere === 0 ? before + rows.length : before;
  await ctx.audit({ orgId: NO_ORGANIZATION, id, after: { portion, received } });
  return { received };
};

/** Reads rows of a file into a draft. CONFLICT if one is there with another portion. */
export async function stageRows(db: Db, importId: number, portion: number, rows: readonly Row[]): Promise<void> {
  const read = rows.map((row, at) => {
    const { problem, ...license } = readRegisterRow(row);
    return { importId, row: numberOf(row, at), portion, ...license, problem: row.problem ?? problem };
  });
  const { source, columns, values } = recordset('given', registerImportRows, read);
  await db
    .execute(sql`insert into ${registerImportRows} (${columns}) select ${values} from ${source}`)
    .catch(onTaken(() => new DomainError('CONFLICT', 'Rows of the file came twice. Start the import again.')));
}

export const discardRegister: Verb<typeof contract.discard> = async (ctx, { params: { id } }) => {
  const { usState, fileName } = await lockDraft(ctx.db, id);
  await ctx.db.delete(registerImports).where(eq(registerImports.id, id));
  await ctx.audit({ orgId: NO_ORGANIZATION, id, before: { usState, fileName }, after: null });
  return { ok: true };
};
