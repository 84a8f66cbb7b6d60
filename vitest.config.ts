import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumPath } from './scripts/chromium.mjs';
import { LongestFirst } from './tests/support/longest-first.ts';

const CHROMIUM_ARGS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
const executablePath = chromiumPath();
const node = { environment: 'node' } as const;

/** How long what a test waits for may take: a promise is kept or not, however busy the machine. */
const patient = { expect: { poll: { timeout: 60_000 } } };

/** A test spends much of its time on waiting, so that more of them run at once than the two cores we count on. */
const WORKERS = 3;

/** They read by triggers what each call wrote, which see one machine's tables. */
const BY_TRIGGERS = ['contract/contract-walk', 'connections/hidden-everywhere', 'events/declared'].map(
  (file) => `tests/server/${file}.test.ts`,
);

// Files of the node projects share their modules with those that run before and after them in a worker: each has a database,
// and what else it changes it puts back. The groups run one after the other, so that Chromium and the server's races do not share the machine's cores.
export default defineConfig({
  test: {
    globalSetup: './tests/support/postgres.ts',
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...node,
          name: 'domain',
          isolate: false,
          include: ['tests/domain/**/*.test.ts'],
          // Thousands of histories in one test: no machine is too slow for them.
          testTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...node,
          ...patient,
          name: 'server',
          isolate: false,
          include: ['tests/server/**/*.test.ts'],
          setupFiles: ['tests/support/properties.ts'],
          exclude: process.env.TEST_CLUSTER ? BY_TRIGGERS : [],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          ...patient,
          name: 'ui',
          include: ['tests/ui/**/*.test.{ts,tsx}'],
          testTimeout: 90_000,
          sequence: { groupOrder: 3 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath, args: CHROMIUM_ARGS } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          ...node,
          ...patient,
          name: 'e2e',
          server: { deps: { external: [/\/dist\/server\//] } },
          isolate: false,
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
