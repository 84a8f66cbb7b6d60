// Builds the pages and the server into dist, each only when its sources have changed.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = join(import.meta.dirname, '..');
const COMMON = ['domain/**/*', 'package-lock.json', 'tsconfig.json', 'scripts/build.mjs'];
const PARTS = {
  client: {
    sources: [...COMMON, 'src/**/*', 'public/**/*', 'index.html', 'vite.config.ts', 'scripts/*.ts'],
    build: buildClient,
  },
  server: { sources: [...COMMON, 'server/**/*'], build: buildServer },
};
const COMPRESSIBLE = /\.(css|html|js|json|map|svg|txt|webmanifest|xml)$/;
const WORTH_COMPRESSING_BYTES = 1024;
/** Packages of many small modules, which take the server longer to find and read than all else it starts with. */
const BUNDLED = ['@casl/ability', 'dayjs', 'drizzle-orm', 'jose', 'zod', 'zod-openapi'];

/** Brings dist up to date; prints what it builds, or nothing when up to date. */
export async function build(parts = Object.keys(PARTS)) {
  const record = join(root, 'dist/build.json');
  const built = existsSync(record) ? JSON.parse(await readFile(record, 'utf8')) : {};
  const wanted = Object.fromEntries(
    await Promise.all(parts.map(async (name) => [name, await hashOf(PARTS[name].sources)])),
  );
  const stale = parts.filter((name) => built[name] !== wanted[name] || !existsSync(join(root, 'dist', name)));
  if (stale.length === 0) return;
  console.log(`Building the ${stale.join(' and the ')}`);
  await Promise.all(stale.map((name) => replace(name, PARTS[name].build)));
  await writeWhole(record, JSON.stringify({ ...built, ...wanted }));
}

async function hashOf(patterns) {
  const files = [];
  for await (const entry of glob(patterns, { cwd: root, withFileTypes: true })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
  }
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    hash.update(`${file.slice(root.length)}\n`).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Builds beside dist and renames, so a failed or interrupted build leaves the last good one. */
async function replace(name, make) {
  const aside = join(root, '.cache', `${name}-${process.pid}`);
  const old = `${aside}-old`;
  const place = join(root, 'dist', name);
  try {
    await mkdir(join(root, 'dist'), { recursive: true });
    await make(aside);
    await swap(place, aside, old);
  } finally {
    await Promise.all([aside, old].map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

/** Another build may run at the same time; the last to finish wins. */
async function swap(place, aside, old) {
  for (;;) {
    await rename(place, old).catch(unless('ENOENT'));
    const done = await rename(aside, place).then(() => true, unless('ENOTEMPTY', 'EEXIST'));
    if (done) return;
    await rm(old, { recursive: true, force: true });
  }
}

function unless(...codes) {
  return (error) => {
    if (!codes.includes(error.code)) throw error;
  };
}

async function buildClient(out) {
  const vite = await import('vite');
  // Always production: under the tests' setting, React would be built for development.
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    await vite.build({ root, logLevel: 'warn', build: { outDir: out } });
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
  const files = [];
  for await (const entry of glob('**/*', { cwd: out, withFileTypes: true })) {
    if (entry.isFile() && COMPRESSIBLE.test(entry.name)) files.push(join(entry.parentPath, entry.name));
  }
  await Promise.all(files.map(compress));
}

async function compress(file) {
  if ((await stat(file)).size < WORTH_COMPRESSING_BYTES) return;
  const content = await readFile(file);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await Promise.all([
    promisify(brotliCompress)(content, { params }).then((small) => writeFile(`${file}.br`, small)),
    promisify(gzip)(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ]);
}

async function buildServer(out) {
  const esbuild = await import('esbuild');
  const options = {
    absWorkingDir: root,
    outdir: out,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    plugins: [{ name: 'bundled packages', setup: bundleSome }],
    sourcemap: true,
    logLevel: 'warning',
  };
  await esbuild.build({ ...options, entryPoints: { main: 'server/main.ts' } });
  // For a process that serves from several databases, one after the other or at once.
  await esbuild.build({ ...options, entryPoints: { serve: 'server/serve.ts' } });
  // A command loads no more than it needs.
  const entryPoints = {
    operator: 'server/operator/main.ts',
    seed: 'server/seed/main.ts',
    'portions-thread': 'server/seed/portions-thread.ts',
  };
  await esbuild.build({ ...options, entryPoints, splitting: true, chunkNames: 'operator-[name]-[hash]' });
}

function bundleSome({ onResolve }) {
  onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
    const isBundled = BUNDLED.some((name) => path === name || path.startsWith(`${name}/`));
    return kind === 'entry-point' || isBundled ? undefined : { path, external: true };
  });
}

async function writeWhole(file, content) {
  const aside = `${file}.${process.pid}`;
  await writeFile(aside, content);
  await rename(aside, file);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const named = process.argv.slice(2);
  await build(named.length > 0 ? named : undefined);
}
