import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { launchPostgres } from '../../server/db/embedded';

const NEEDS_DATABASE = new Set(['server', 'e2e']);

/** One PostgreSQL for the whole run, in a folder of its own; it need not survive a crash, so it does not wait for disks. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const wanted = project.vitest.projects.some(({ name }) => NEEDS_DATABASE.has(name));
  if (process.env.VERDANT_TEST_PG || !wanted) return undefined;
  const dataDir = await mkdtemp(join(tmpdir(), 'verdant-test-'));
  await chmod(dataDir, 0o755);
  const postgres = await launchPostgres({
    dataDir,
    log: { info: () => {}, error: console.error },
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
  process.env.VERDANT_TEST_PG = postgres.url;
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
