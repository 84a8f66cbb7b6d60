import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import type pg from 'pg';
import { findActor } from '../server/access/find-actor';
import { openDatabase } from '../server/db/client';
import { reportOn } from '../server/reports/make-report';
import { type Columnar, openColumnar } from './reports/columnar';
import { fillReports } from './reports/fill';
import { plainSql } from './reports/plain';
import { type Asked, REPORTS, type Reader, ZONE } from './reports/subjects';
import { measureWriters } from './reports/writers';
import { versionOf, withKept } from './seeded';
import { middle, verdict } from './verdict';

const ROUNDS = 3;
const GOALS = { columnar: 2, plain: 0.2, writers: 0.9 };
const LEGS = { ours: 'ours', columnar: 'DuckDB', plain: 'plain SQL' } as const;
type Leg = keyof typeof LEGS;
type Times = Record<Leg, number[]>;

/**
 * Each report at its widest for the largest organization and a middle one, first and after a filter changed, beside
 * DuckDB over the same rows in memory and the SQL one would write first; and what a reader of reports costs those who
 * place orders.
 */
export async function benchReports(): Promise<void> {
  await withKept(async (keep) => {
    const version = await versionOf(await readFile(new URL('./reports/fill.ts', import.meta.url), 'utf8'));
    const url = await keep({ name: 'reports', version, fill: fillReports });
    const database = openDatabase(url, { max: 4, statementTimeout: 0 });
    const columnar = await openColumnar(url);
    try {
      for (const reader of await readersOf(database.pool)) {
        console.log(`\nReports of ${reader.orders.toLocaleString('en-US')} orders, the middle of ${ROUNDS} rounds`);
        await compare(database, columnar, reader);
      }
    } finally {
      columnar.close();
      await database.close();
    }
    await benchWriters(await keep({ name: 'reports', version, fill: fillReports }, 'copy'));
  });
}

/** The owners of the organization with most orders and of a middle one. */
async function readersOf(pool: pg.Pool): Promise<Reader[]> {
  const { rows } = await pool.query<{ subject: string; orgId: number; orders: number }>(`
    select person.subject, member.org_id as "orgId", held.orders
      from (select org_id, count(*)::int as orders from orders group by org_id) held
      join org_users member on member.org_id = held.org_id
      join roles role on role.id = member.role_id and role.default_role_id = 'OWNER'
      join users person on person.id = member.user_id
     order by held.orders desc`);
  const readers: Reader[] = [];
  for (const row of [rows[0], rows[Math.floor(rows.length / 2)]]) {
    const membership = row && (await findActor(pool, row.subject, row.orgId))?.membership;
    if (!membership) throw new Error('The bench has no seller');
    readers.push({ membership, orders: row.orders });
  }
  return readers;
}

async function compare(database: ReturnType<typeof openDatabase>, columnar: Columnar, reader: Reader): Promise<void> {
  const now = new Date();
  const context = { membership: reader.membership, now, timeZone: ZONE, services: { database } };
  for (const report of REPORTS) {
    for (const [when, asked] of Object.entries(report.asked(now)) as [string, Asked][]) {
      const statements = plainSql(reader, asked, now);
      const legs: Record<Leg, () => Promise<unknown>> = {
        ours: () => reportOn(context, asked),
        columnar: () => columnar.answer(statements),
        plain: async () => {
          for (const statement of statements) await database.pool.query(statement);
        },
      };
      const times: Times = { ours: [], columnar: [], plain: [] };
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const leg of Object.keys(LEGS) as Leg[]) times[leg].push(await timed(legs[leg]));
      }
      const [ours, duck, plain] = [middle(times.ours), middle(times.columnar), middle(times.plain)];
      const against = (other: number[], at: keyof typeof GOALS) =>
        verdict(middle(times.ours.map((time, round) => time / (other[round] ?? Number.NaN))), '≤', GOALS[at]);
      console.log(`  ${report.name}, ${when}; load ${loadavg()[0]?.toFixed(1)}`);
      console.log(`    ${ours.toFixed(0)} ms, DuckDB ${duck.toFixed(0)} ms, plain SQL ${plain.toFixed(0)} ms`);
      console.log(
        `    over DuckDB ${against(times.columnar, 'columnar')}, over plain SQL ${against(times.plain, 'plain')}`,
      );
    }
  }
}

/** What a reader of the largest organization's products costs those who order from it. */
async function benchWriters(url: string): Promise<void> {
  const database = openDatabase(url, { max: 4 });
  try {
    const [reader] = await readersOf(database.pool);
    if (!reader) return;
    const now = new Date();
    const context = { membership: reader.membership, now, timeZone: ZONE, services: { database } };
    const asked = REPORTS.map((report) => report.asked(now).first);
    let next = 0;
    const rounds = await measureWriters(url, reader.membership.orgId, () =>
      reportOn(context, asked[next++ % asked.length] as Asked),
    );
    const rate = (of: 'alone' | 'beside') => `${middle(rounds.map((round) => round[of])).toFixed(0)}/s`;
    console.log(`\n  Orders placed by eight at once ${rate('alone')}, beside a reader of reports ${rate('beside')}`);
    const ratio = middle(rounds.map(({ alone, beside }) => beside / alone));
    console.log(`    with over without ${verdict(ratio, '≥', GOALS.writers)}\n`);
  } finally {
    await database.close();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
