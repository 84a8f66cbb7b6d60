// Checks how much JavaScript a page's first visit downloads (kB of brotli) against its budget.
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { SHOW_PASSWORD } from '../server/identity/pages/assets.ts';
import { build } from './build.mjs';

const client = join(import.meta.dirname, '../dist/client');

/** By the screen's path in its manifest; counts what it and the app bar above it import statically. */
const BUDGETS = [
  { screen: 'orders', limit: 265 },
  { screen: 'marketplace', limit: 214 },
  { screen: 'network/customers', limit: 271 },
  { screen: 'chat/messages', limit: 524 },
];

const SIGN_IN_LIMIT = 30;

await build(['client']);
const screens = JSON.parse(await readFile(join(client, '.vite/screens.json'), 'utf8'));
const page = await readFile(join(client, 'index.html'), 'utf8');
const ofEveryPage = [...page.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file);
const over = [];
for (const { screen, limit } of BUDGETS) {
  if (!screens[screen]) throw new Error(`There is no screen ${screen}: fix its name in scripts/budgets.mjs`);
  const files = new Set([...ofEveryPage, ...screens[screen].scripts]);
  judge(`/${screen}`, limit, await Promise.all([...files].map(downloadOf)));
}
judge('the sign-in page', SIGN_IN_LIMIT, [brotliCompressSync(SHOW_PASSWORD).length]);
if (over.length > 0) {
  console.error(`Over budget: ${over.join(', ')}. Lazy-load what the page doesn’t show at first.`);
  process.exitCode = 1;
}

function judge(page, limit, sizes) {
  const total = sizes.reduce((sum, size) => sum + size, 0) / 1000;
  console.log(`${page}: ${total.toFixed(1)} of ${limit} kB in ${sizes.length} file${sizes.length === 1 ? '' : 's'}`);
  if (total > limit) over.push(page);
}

async function downloadOf(file) {
  const path = join(client, file);
  if (existsSync(`${path}.br`)) return (await stat(`${path}.br`)).size;
  return brotliCompressSync(await readFile(path)).length;
}
