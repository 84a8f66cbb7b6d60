// npm run migrations: writes the schema as the single migration until the first release.
import { spawnSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bin, root } from './install.mjs';

/** The same on every run, so an unchanged schema gives unchanged files. */
const WRITTEN = Date.UTC(2026, 0, 1);

const folder = join(root, 'server/db/migrations');
const journal = join(folder, 'meta/_journal.json');

await rm(folder, { recursive: true, force: true });
const { status } = spawnSync(bin('drizzle-kit'), ['generate', '--name', 'first'], { cwd: root, stdio: 'inherit' });
// Later migrations would be compared with it; there are none, since this one is always rewritten whole.
await rm(join(folder, 'meta/0000_snapshot.json'), { force: true });
if (status === 0) {
  const written = JSON.parse(await readFile(journal, 'utf8'));
  written.entries[0].when = WRITTEN;
  await writeFile(journal, `${JSON.stringify(written, null, 2)}\n`);
}
process.exitCode = status ?? 1;
