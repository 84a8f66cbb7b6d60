// How much JavaScript a page's first visit downloads, in kB of brotli, against what it may.
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { SHOW_PASSWORD } from '../server/identity/pages/assets.ts';
import { build } from './build.mjs';

const client = join(import.meta.dirname, '../dist/client');

/** `screen` is the lazily loaded source of the page; what it imports statically is counted with it. */
const BUDGETS = [
  { page: '/orders', limit: 350, screen: /^src\/resources\/orders?\/OrderList\.tsx$/ },
  { page: '/marketplace', limit: 280, screen: /^src\/marketplace\/MarketplaceHome\.tsx$/ },
  { page: '/chat/messages', limit: 620, screen: /^src\/chat\/MessagesPage\.tsx$/ },
];

/** Lazily loaded too, but by every page a signed-in person opens: signing in, and what sits in the application bar. */
const EVERYWHERE = /\/oidc-client-ts\/|\/(SearchSlot|CartMenu)\.tsx$/;

const SIGN_IN_LIMIT = 30;

await build(['client']);
const manifest = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8'));
const over = [];
for (const { page, limit, screen } of BUDGETS) {
  const sources = [
    'index.html',
    sourceOf(page, screen),
    ...Object.keys(manifest).filter((key) => EVERYWHERE.test(key)),
  ];
  const files = new Set(sources.flatMap((source) => [...filesOf(source)]));
  judge(page, limit, await Promise.all([...files].map(downloadOf)));
}
judge('the sign-in page', SIGN_IN_LIMIT, [brotliCompressSync(SHOW_PASSWORD).length]);
if (over.length > 0) {
  console.error(`Over budget: ${over.join(', ')}. Load lazily what the page does not show at first.`);
  process.exitCode = 1;
}

function judge(page, limit, sizes) {
  const total = sizes.reduce((sum, size) => sum + size, 0) / 1000;
  console.log(`${page}: ${total.toFixed(1)} of ${limit} kB in ${sizes.length} file${sizes.length === 1 ? '' : 's'}`);
  if (total > limit) over.push(page);
}

function sourceOf(page, screen) {
  const found = Object.keys(manifest).filter((source) => screen.test(source) && manifest[source].isDynamicEntry);
  if (found.length === 1) return found[0];
  throw new Error(
    `${found.length} lazily loaded sources match ${screen}: name the screen of ${page} in scripts/budgets.mjs`,
  );
}

function filesOf(source, seen = new Set()) {
  const chunk = manifest[source];
  if (seen.has(chunk.file)) return seen;
  if (chunk.file.endsWith('.js')) seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(imported, seen);
  return seen;
}

async function downloadOf(file) {
  const path = join(client, file);
  if (existsSync(`${path}.br`)) return (await stat(`${path}.br`)).size;
  return brotliCompressSync(await readFile(path)).length;
}
