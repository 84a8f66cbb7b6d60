import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Config, StartError } from '../config';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { installation } from '../db/schema';
import type { FileStore } from './store';

const Mark = z.object({
  /** The installation whose pictures these are. */
  installation: z.uuid(),
  /**
   * Its last turn. Each sweep takes another one, noted in the database before it is noted here: whoever has a copy of the
   * database, however it was made, doesn't know the turns that came after.
   */
  turn: z.uuid(),
  /** Two databases said to be this installation's: nobody removes anything before one of them claims the store. */
  isContested: z.boolean().default(false),
  /** The backup whose restore has begun. */
  restoring: z.string().optional(),
});

/** What a store of pictures says of whose it is. */
export type Mark = z.output<typeof Mark>;

/**
 * How a store is to this database: `ours`; with no mark; another installation's; or `doubtful`, marked with our
 * installation by a database that isn't this one, or was so before.
 */
export type Standing = 'ours' | 'unmarked' | 'foreign' | 'doubtful';

type Tools = Pick<Services, 'files' | 'log'> & { readonly db: Db };

/** How many turns are remembered: those of concurrent sweeps, and of a few stores one after another. */
const TURNS = 32;

/** The store's mark, null without one. Raises StartError if it can't be read as one. */
export async function readMark(files: FileStore): Promise<Mark | null> {
  const text = await files.readMark();
  if (text === null) return null;
  try {
    return Mark.parse(JSON.parse(text));
  } catch {
    throw new StartError('The store of pictures has a mark (installation.json) of another program: use another store.');
  }
}

export const writeMark = (files: FileStore, mark: Mark, options?: { isFirst?: boolean }): Promise<void> =>
  files.writeMark(JSON.stringify(mark), options);

export async function standingOf({
  db,
  files,
}: Omit<Tools, 'log'>): Promise<{ standing: Standing; mark: Mark | null }> {
  const mark = await readMark(files);
  // Read after the mark: another process of ours notes its turn here first.
  const { id, storeTurns } = await readInstallation(db);
  if (mark === null) return { standing: 'unmarked', mark };
  if (mark.installation !== id) return { standing: 'foreign', mark };
  return { standing: mark.isContested || !storeTurns.includes(mark.turn) ? 'doubtful' : 'ours', mark };
}

/**
 * Marks the configured store as this installation's, unless it is. Raises StartError if it is another's. A store that
 * can't be read or marked now is used, but never swept before a start could.
 */
export async function ownStore({ db, files, log }: Tools, settings: Config['files']): Promise<void> {
  try {
    let { standing } = await standingOf({ db, files });
    if (standing === 'unmarked') {
      await takeTurn({ db, files }, { isFirst: true });
      ({ standing } = await standingOf({ db, files }));
    }
    if (standing === 'foreign') throw anothers(settings);
    if (standing === 'doubtful') log.warn(DOUBTFUL);
  } catch (error) {
    if (error instanceof StartError) throw error;
    log.warn({ err: error }, 'the store of pictures could not be marked: nothing is removed from it');
  }
}

/** Marks the store with a new turn of this installation, `after` one of its own. */
export async function takeTurn(
  { db, files }: Omit<Tools, 'log'>,
  { isFirst = false, after }: { isFirst?: boolean; after?: string | undefined } = {},
): Promise<void> {
  const turn = randomUUID();
  const { storeTurns } = installation;
  // The mark's own is noted again, so it is remembered however often it can't be replaced.
  const noted = sql`${storeTurns} || ${sql.param([...(after ? [after] : []), turn])}::uuid[]`;
  const [row] = await db
    .update(installation)
    .set({ storeTurns: sql`(${noted})[greatest(cardinality(${noted}) - ${TURNS} + 1, 1):]` })
    .returning({ id: installation.id });
  if (!row) throw new Error('The database has no row of its installation');
  await writeMark(files, { installation: row.id, turn, isContested: false }, { isFirst });
}

/**
 * Begins a sweep; false, with a warning, if the store isn't surely this database's. One that another database has
 * marked since is contested, which ends that one's sweeps as well.
 */
export async function beginSweep({ db, files, log }: Tools): Promise<boolean> {
  const mark = await ownMark({ db, files, log });
  if (mark) await takeTurn({ db, files }, { after: mark.turn });
  return mark !== null;
}

/** Whether the store is still surely this database's; otherwise as `beginSweep`. */
export const maySweep = async (tools: Tools): Promise<boolean> => (await ownMark(tools)) !== null;

/** The mark of a store that is surely this database's; null, with a warning, for others, and contests what is doubtful. */
async function ownMark({ db, files, log }: Tools): Promise<Mark | null> {
  const { standing, mark } = await standingOf({ db, files });
  if (standing === 'ours') return mark;
  log.warn(standing === 'doubtful' ? DOUBTFUL : NOT_SWEPT[standing]);
  if (standing === 'doubtful' && mark && !mark.isContested) await writeMark(files, { ...mark, isContested: true });
  return null;
}

const DOUBTFUL =
  'pictures are not swept: another database was used with this store, or this one is an earlier state of its own; see npm run installation -- show';

const NOT_SWEPT: Record<'unmarked' | 'foreign', string> = {
  unmarked: 'pictures are not swept: the store has lost its mark, and the next start marks it again',
  foreign: 'pictures are not swept: the store belongs to another installation',
};

/** That the store is another installation's, and what to do. */
export const anothers = (settings: Config['files']): StartError =>
  new StartError(
    `${storeName(settings)} belongs to another installation: set ${settings.kind === 's3' ? 'S3_BUCKET to a bucket' : 'FILES_DIR to a folder'} of its own (docs/operating.md, “Back up and restore”).`,
  );

/** A store as its settings name it. */
export const storeName = (settings: Config['files']): string =>
  settings.kind === 's3' ? `S3_BUCKET (${settings.bucket})` : `FILES_DIR (${settings.folder})`;

/** What tells this installation from others. */
export async function readInstallation(db: Db): Promise<typeof installation.$inferSelect> {
  const [row] = await db.select().from(installation);
  if (!row) throw new Error('The database has no row of its installation');
  return row;
}
