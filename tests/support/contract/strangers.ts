import { sql } from 'drizzle-orm';
import type { Db } from '../../../server/db/client';
import { type KeptRows, keepRows, type Row, readRows, without } from './kept-rows';

/** Each table's ids start in a separate range, the stranger's highest: a number shows whose it is. */
const FIRST_ID = { stranger: 900_000_000, others: 100_000_000 };
const IDS_A_TABLE = 1_000_000;
const STRANGERS_ID = '9\\d{8}';
const NOBODYS_ROW = /"org_id": (null|0)\b/;
const STRANGERS_ROW = new RegExp(`"org_id": ${STRANGERS_ID}\\b`);

/** Shorter texts, such as a state or status, aren't unique to one organization. */
const LONG_ENOUGH = 6;
const INSTANT = /^\d{4}-\d\d-\d\dT/;

/** Tables that store requests verbatim; nothing is read from there. */
const KEEPS_WORDS = [
  'accounting_audits',
  'audit_log',
  'change_rows',
  'changes',
  'idempotency_keys',
  'report_mailings',
  'saved_searches',
];

/** Another organization, recognizable anywhere by its ids and texts. */
export interface Stranger {
  /** Its data found in a text, except what the caller sent. */
  seenIn(text: string, said: readonly unknown[]): string[];
  /**
   * Rows with anything of it that came (+) or went (-); not those that only repeat what the caller said where words are kept
   * as they came, nor, if what was said is `common`, those that were nobody's or are the caller's own. Then everything is as it was at first.
   */
  changes(said: readonly unknown[], isCommon: boolean): Promise<string[]>;
}

/** Makes two worlds with nothing in common: the stranger's, and one of one's own. */
export async function makeStranger<World>(db: Db, make: () => Promise<World>) {
  const standing = await readRows(db);
  await startIdsAt(db, FIRST_ID.stranger);
  const theirs = await make();
  const made = without(await readRows(db), standing);
  await startIdsAt(db, FIRST_ID.others);
  const mine = await make();
  return { theirs, mine, stranger: recognizing(await keepRows(db), made) };
}

function recognizing(kept: KeptRows, made: readonly Row[]): Stranger {
  const others = without(kept.rows, made);
  const shared = new Set(others.flatMap(({ row }) => textsOf(JSON.parse(row))));
  const texts = new Set(made.flatMap(({ row }) => textsOf(JSON.parse(row))));
  const own = [...texts].filter((text) => text.length >= LONG_ENOUGH && !INSTANT.test(text) && !shared.has(text));
  const longestFirst = own
    .sort((a, b) => b.length - a.length)
    .map((text) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  const marks = new RegExp(`(?<![\\w-])(?:${[STRANGERS_ID, ...longestFirst].join('|')})(?![\\w-])`, 'g');
  const seenIn = (text: string, said: readonly unknown[]) => {
    const known = new Set(said.map(String));
    return [...new Set(text.match(marks) ?? [])].filter((mark) => !known.has(mark));
  };
  return {
    seenIn,
    async changes(said, isCommon) {
      const { came, gone } = await kept.restore();
      const counts = ({ table, row }: Row) => {
        if (isCommon) return STRANGERS_ROW.test(row);
        return seenIn(row, KEEPS_WORDS.includes(table) ? said : []).length > 0;
      };
      return [
        ...came.filter(counts).map(({ table, row }) => `+ ${table} ${row}`),
        ...without(gone, others)
          .filter(({ row }) => !(isCommon && NOBODYS_ROW.test(row)))
          .map(({ table, row }) => `- ${table} ${row}`),
      ];
    },
  };
}

async function startIdsAt(db: Db, first: number): Promise<void> {
  await db.execute(sql`
    select setval(format('public.%I', sequencename)::regclass,
                  ${first}::bigint + ${IDS_A_TABLE}::bigint * row_number() over (order by sequencename))
      from pg_sequences where schemaname = 'public'`);
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}
