/**
 * What `npm run mutants` changes and which tests must notice: the rules by the tests of the rules alone, and what a
 * member may see by the server tests of it. Contracts are left out: tests/server/contract/ walks them.
 */
const SUITES = {
  domain: {
    mutate: [
      'domain/{access,carts,catalogue,customers,deals,inventory,orders,pricing,reports}/**/*.ts',
      'domain/money.ts',
      '!domain/**/{*contract,saved-searches}.ts',
    ],
  },
  visibility: { mutate: ['server/db/visibility.ts'] },
};

const suite = process.env.MUTANTS ?? 'domain';

export default {
  ...SUITES[suite],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutants.config.ts' },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  timeoutMS: 60_000,
  ignorePatterns: ['dist', '.cache', '.data', 'bench', 'docs', 'public', 'src'],
  tempDirName: `.cache/mutants/${suite}-sandbox`,
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: `.cache/mutants/${suite}.json` },
};
