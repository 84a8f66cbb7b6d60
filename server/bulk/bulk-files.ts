import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { BulkFile } from '../../domain/bulk/bulk-act';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { changeFiles, changeRows } from '../db/schema';
import { savepoint } from '../db/transact';
import { toRefusal } from '../refusals';
import type { Changing, FileWork } from './bulk';
import { type Act, type Beginner, bulkContext, isRetried } from './bulk-context';
import { SUBJECT } from './ledger';

type Key = Pick<Act, 'orgId' | 'id'>;
type Making = { bulk: Changing; act: Act; beginner: Beginner; files: FileWork<unknown>; isWhole: boolean };

/**
 * Makes the next file of an action's records, once there are enough for one or, if it `isWhole`, all of them have run.
 * Null when none is due; otherwise whether it was the last, and how many records could not be put in it, who then say why.
 */
export async function makeFile(
  services: Services,
  tx: Db,
  { bulk, act, beginner, files, isWhole }: Making,
): Promise<{ failed: number; isLast: boolean } | null> {
  const waiting = await tx.$count(changeRows, unfiled(act));
  if (waiting === 0 || (waiting < files.most && !isWhole)) return null;
  const isLast = isWhole && waiting <= files.most;
  const rows = await tx
    .select({ position: changeRows.position, id: SUBJECT, kept: changeRows.kept })
    .from(changeRows)
    .where(unfiled(act))
    .orderBy(asc(changeRows.position))
    .limit(files.most);
  const positions = rows.map(({ position }) => position);
  const key = { orgId: act.orgId, changeId: act.id };
  try {
    await savepoint(tx, async (inner) => {
      const ctx = bulkContext(services, inner, bulk, act, beginner);
      const { name, content } = await files.make(ctx, rows, act.input);
      const number = (await inner.$count(changeFiles, ofAct(act))) + 1;
      const numbered = act.total > files.most ? name.replace(/(\.\w+)$/, `_${number}$1`) : name;
      await inner.insert(changeFiles).values({ ...key, number, name: numbered, total: rows.length, content });
      await ctx.outbox.send();
    });
    await omitUnfiled(tx, act, {}, positions);
    return { failed: 0, isLast };
  } catch (error) {
    if (isRetried(error)) throw error;
    const { message } = toRefusal(error, services.log);
    await omitUnfiled(tx, act, { ok: false, reasons: [message] }, positions);
    return { failed: rows.length, isLast };
  }
}

/** Ends the wait of records that ran but are in no file yet, with another result if one is given; how many there were. */
export async function omitUnfiled(
  tx: Db,
  act: Key,
  result: { ok?: false | null; reasons?: string[] },
  positions?: readonly number[],
): Promise<number> {
  const changed = await tx
    .update(changeRows)
    .set({ ...result, kept: null })
    .where(and(unfiled(act), positions && isOneOf(changeRows.position, positions)))
    .returning({ position: changeRows.position });
  return changed.length;
}

const ofAct = ({ orgId, id }: Key) => and(eq(changeFiles.orgId, orgId), eq(changeFiles.changeId, id));

const unfiled = ({ orgId, id }: Key) =>
  and(eq(changeRows.orgId, orgId), eq(changeRows.changeId, id), isNotNull(changeRows.kept));

/** An action's files, without what is in them. */
export async function listFiles(db: Db, act: Key): Promise<BulkFile[]> {
  const { number, name, total, content } = changeFiles;
  return db
    .select({ number, name, total, bytes: sql<number>`length(${content})` })
    .from(changeFiles)
    .where(ofAct(act))
    .orderBy(asc(number));
}

/** One of them; undefined when it was deleted, or never made. */
export async function readFile(
  db: Db,
  act: Key,
  number: number,
): Promise<{ name: string; content: Buffer } | undefined> {
  const [file] = await db
    .select({ name: changeFiles.name, content: changeFiles.content })
    .from(changeFiles)
    .where(and(ofAct(act), eq(changeFiles.number, number)));
  return file;
}
