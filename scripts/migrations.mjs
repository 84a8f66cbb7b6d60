// npm run migrations: writes the schema as the one migration there is until the first release.
import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bin, root } from './install.mjs';

const folder = join(root, 'server/db/migrations');

await rm(folder, { recursive: true, force: true });
const { status } = spawnSync(bin('drizzle-kit'), ['generate', '--name', 'first'], { cwd: root, stdio: 'inherit' });
// What a later change is compared with; each is made whole again, so nothing is.
await rm(join(folder, 'meta/0000_snapshot.json'), { force: true });
process.exitCode = status ?? 1;
