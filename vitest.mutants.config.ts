import { defineConfig } from 'vitest/config';

/** The tests that each mutant is held against, by suite of `stryker.config.mjs`. */
const suites = {
  domain: { name: 'domain', include: ['tests/domain/**/*.test.ts'] },
  visibility: {
    name: 'server',
    include: ['tests/server/access/visibility*.test.ts'],
    globalSetup: './tests/support/postgres.ts',
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
};

export default defineConfig({
  test: {
    environment: 'node',
    isolate: false,
    ...suites[process.env.MUTANTS === 'visibility' ? 'visibility' : 'domain'],
  },
});
