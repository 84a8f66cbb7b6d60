import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { root } from '../server/config';
import { openDatabase } from '../server/db/client';
import { launchPostgres } from '../server/db/embedded';
import { migrateDatabase } from '../server/db/migrate';
import { migrationsHash } from '../server/db/migration-files';
import { seedDemo } from '../server/seed';

const FOLDER = join(root, '.cache/bench');
const SEED = join(root, 'server/seed');

/** A database filled once and kept in `.cache` until its version changes. */
export type Kept = { name: string; version: string; fill(url: string): Promise<void> };
/** Gives the address of a kept database, or of a copy of it to write to. */
export type Keep = (kept: Kept, use?: 'copy') => Promise<string>;
/** Gives the address of a database with this many orders of the demo: the kept one, or a copy of it to write to. */
export type Seeded = (orders: number, use?: 'copy') => Promise<string>;

/**
 * Does some work with kept databases. They are for reading: what is written to one stays in it, so whoever writes takes
 * a copy.
 */
export async function withKept(work: (keep: Keep) => Promise<void>): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await chmod(FOLDER, 0o755);
  const postgres = await launchPostgres({ dataDir: FOLDER, log: { info: () => {}, error: console.error } });
  const admin = new pg.Client({ connectionString: postgres.url });
  try {
    await admin.connect();
    await work(async (kept, use) => {
      const name = await keep(admin, kept, postgres.socketUrl);
      return addressOf(postgres.socketUrl, use === 'copy' ? await copy(admin, name) : name);
    });
  } finally {
    await admin.end();
    await postgres.stop();
  }
}

/** Does some work with databases of the demo, kept until the schema or the demo changes. */
export async function withSeeded(work: (seeded: Seeded) => Promise<void>): Promise<void> {
  const version = await versionOf(await seedSources());
  await withKept((keep) =>
    work((orders, use) => keep({ name: `orders_${orders}`, version, fill: (url) => fill(url, orders) }, use)),
  );
}

/** Names the schema together with what else a kept database is made of. */
export async function versionOf(sources: string): Promise<string> {
  return createHash('sha256')
    .update(await migrationsHash())
    .update(sources)
    .digest('hex')
    .slice(0, 12);
}

async function seedSources(): Promise<string> {
  const files = (await readdir(SEED, { recursive: true })).filter((file) => file.endsWith('.ts')).sort();
  return (await Promise.all(files.map((file) => readFile(join(SEED, file), 'utf8')))).join('\n');
}

/** The kept database's name. */
async function keep(admin: pg.Client, { name: kind, version, fill }: Kept, adminUrl: string): Promise<string> {
  const prefix = `${kind}_`;
  const name = prefix + version;
  const { rows } = await admin.query<{ name: string }>(
    `select datname as name from pg_database where starts_with(datname, $1)`,
    [prefix],
  );
  if (!rows.some((kept) => kept.name === name)) {
    for (const old of rows) await admin.query(`drop database ${old.name}`);
    await admin.query(`create database ${prefix}new`);
    await fill(addressOf(adminUrl, `${prefix}new`));
    await admin.query(`alter database ${prefix}new rename to ${name}`);
  }
  return name;
}

async function copy(admin: pg.Client, kept: string): Promise<string> {
  const name = `copy_of_${kept}`;
  await admin.query(`drop database if exists ${name}`);
  await admin.query(`create database ${name} template ${kept}`);
  return name;
}

async function fill(url: string, orders: number): Promise<void> {
  console.log(`Filling a database with ${orders.toLocaleString('en-US')} orders …`);
  await migrateDatabase(url);
  const database = openDatabase(url, { max: 2, statementTimeout: 0 });
  try {
    await seedDemo(database, { orders, isApart: true });
    await database.pool.query('vacuum analyze');
  } finally {
    await database.close();
  }
}

function addressOf(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}

/** The owner of the organization that sold most. */
export async function busiestSeller(pool: pg.Pool): Promise<{ subject: string; orgId: number }> {
  const { rows } = await pool.query<{ subject: string; orgId: number }>(`
    select person.subject, member.org_id as "orgId"
      from org_users member
      join roles role on role.id = member.role_id and role.default_role_id = 'OWNER'
      join users person on person.id = member.user_id
     order by (select count(*) from orders where org_id = member.org_id) desc limit 1`);
  const [seller] = rows;
  if (!seller) throw new Error('The demo’s seller has no owner');
  return seller;
}
