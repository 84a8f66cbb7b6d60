// npm run migrations -- NAME: adds the migration that the schema has and the migrations lack. With --check, only says so.
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { bin, root, stop } from './install.mjs';
import { narrowing, OLDEST } from './narrowing.mjs';

const USAGE = `Usage: npm run migrations -- NAME [--oldest MIGRATION]

  NAME      what it does, such as order_notes: small letters, digits and underscores
  --oldest  the oldest migration whose version of Verdant still runs on the new schema (by default, as before)`;

const folder = join(root, 'server/db/migrations');
const { name, oldest, check } = given();
const tags = JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8')).entries.map(({ tag }) => tag);
const oldestOf = await readOldest();

await mkdir(join(root, '.cache'), { recursive: true });
// Generated beside, so that whatever is refused leaves the migrations as they are.
const aside = await mkdtemp(join(root, '.cache/migrations-'));
try {
  await cp(folder, aside, { recursive: true });
  const file = await generate();
  if (!file) console.log('The migrations make this schema: there is none to add.');
  else if (check) fail('The schema differs from its migrations: run npm run migrations -- NAME.');
  else if (!name) fail(`The schema differs from its migrations.\n\n${USAGE}`);
  else await add(file);
} finally {
  await rm(aside, { recursive: true, force: true });
}

function given() {
  try {
    const options = { oldest: { type: 'string' }, check: { type: 'boolean', default: false } };
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    if (positionals.length > 1 || (positionals[0] && !/^[a-z][a-z0-9_]*$/.test(positionals[0]))) stop(USAGE);
    return { ...values, name: positionals[0] };
  } catch (error) {
    return stop(`${error.message}\n\n${USAGE}`);
  }
}

/** What each migration says of the oldest version that still runs; the first can only say itself. */
async function readOldest() {
  const known = new Map();
  for (const [index, tag] of tags.entries()) {
    const said = OLDEST.exec(await readFile(join(folder, `${tag}.sql`), 'utf8'))?.[1] ?? (index === 0 ? tag : '');
    const before = known.get(tags[index - 1]) ?? tag;
    if (tags.indexOf(said) < tags.indexOf(before) || tags.indexOf(said) > index) {
      stop(`${tag}.sql must begin with "-- oldest: MIGRATION", one from ${before} to ${tag}.`);
    }
    known.set(tag, said);
  }
  return known;
}

/** The added file's name; none if the migrations make the schema. Its tool ends well whatever goes wrong. */
async function generate() {
  const args = ['generate', '--dialect', 'postgresql', '--schema', './server/db/schema/index.ts'];
  const into = ['--out', relative(root, aside), '--name', name ?? 'unnamed'];
  const run = (stdio) => spawnSync(bin('drizzle-kit'), [...args, ...into], { cwd: root, stdio, encoding: 'utf8' });
  const added = async () =>
    (await readdir(aside)).find((one) => one.endsWith('.sql') && !tags.includes(one.slice(0, -4)));
  const { stdout, stderr } = run(['ignore', 'pipe', 'pipe']);
  if (/No schema changes/.test(stdout) || (await added())) return added();
  if (!name || !/interactive|prompt|TTY/i.test(stderr)) stop(`${stdout}${stderr}`);
  // Asks whether what looks renamed is.
  run('inherit');
  return (await added()) ?? stop('No migration was made.');
}

async function add(file) {
  const tag = file.slice(0, -4);
  const text = await readFile(join(aside, file), 'utf8');
  const until = oldest === 'itself' ? tag : (oldest ?? oldestOf.get(tags.at(-1)));
  if (![...tags, tag].includes(until)) return fail(`--oldest ${until} is none of ${[...tags, tag].join(', ')}.`);
  const narrows = oldest ? [] : narrowing(text);
  if (narrows.length > 0) {
    return fail(
      `A version that runs today may not do so after this:\n\n${narrows.join('\n')}\n\nSay which is the oldest that still does: --oldest ${tags.at(-1)}, or --oldest itself if none but the new one.`,
    );
  }
  await writeFile(join(aside, file), `-- oldest: ${until}\n${text}`);
  await cp(aside, folder, { recursive: true });
  console.log(`Added server/db/migrations/${file}.`);
}

function fail(lines) {
  console.log(lines);
  process.exitCode = 1;
}
