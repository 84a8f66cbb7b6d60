/** Who may import whom: the table of ARCHITECTURE.md as rules. */
const AREA_SHARED =
  '^server/(db|context|live|jobs|mail|files)(/|\\.)|^server/(config|environment|log|free-port|implement|queues|refusals|handler-context|http-client|tracing|secrets)\\.';
const WIRING = '^server/(app|main|serve|config|environment|log|context)\\.';

/** An area of the browser: a room of the back office or the marketplace, or a folder of its own. */
const AREA =
  '((?:resources|marketplace)/[^/]+|reports|connections|notifications|chat|profile|home|onboarding|roadmap|support|usage|wrapper)';

/** From `folder`, only what `allowed` names and `name` says; tests and tools are not under the rules. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: '^(domain|server|src|tests|bench|scripts)/', pathNot: allowed },
});

const packages = (name, from, allowed) => ({
  name,
  severity: 'error',
  from,
  to: { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'core'], pathNot: allowed },
});

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-circular-areas',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(server|domain|src|src/resources|src/marketplace)/[^/]+$' },
      to: { circular: true, viaOnly: { path: '^(server|domain|src)/[^/]+' } },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '[.]wasm[?]url$' } },

    only('domain-knows-nothing', '^domain/', ['^domain/']),
    packages('domain-packages', { path: '^domain/' }, ['node_modules/(zod|@casl/ability|dayjs|decimal\\.js-light)/']),

    only('pages-never-import-the-server', '^src/', ['^domain/', '^src/']),
    only('server-never-imports-pages', '^server/', ['^domain/', '^server/']),

    only('database', '^server/db/', ['^domain/', '^server/db/', '^server/(config|log|free-port|tracing)\\.']),
    only('area', '^server/(?!db/|http/|identity/|live/|jobs/|mail/|files/|sandbox/|seed/|operator/)[^/]+/', [
      '^domain/',
      AREA_SHARED,
      '^server/(?!http/|identity/|sandbox/|seed/)[^/]+/',
    ]),
    {
      name: 'fastify-stays-in-http',
      severity: 'error',
      from: { path: '^server/', pathNot: [WIRING, '^server/(http|identity|live|sandbox)/'] },
      to: { path: 'node_modules/(fastify|@fastify)/' },
    },
    only('edge', '^server/(http|identity|live|sandbox|operator)/', [
      '^domain/',
      AREA_SHARED,
      '^server/(?!seed/)[^/]+/',
    ]),

    only('ui-knows-no-entity', '^src/ui/', ['^domain/', '^src/ui/']),
    only('providers', '^src/providers/', ['^domain/', '^src/(providers|ui)/']),
    only('access', '^src/access/', ['^domain/', '^src/(access|providers|ui)/']),
    only('kit', '^src/kit/', ['^domain/', '^src/(kit|access|providers|ui)/']),
    {
      name: 'antd-stays-in-the-forms',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(kit/form/antd/|ui/theme/antdTheme\\.ts$)' },
      to: { path: 'node_modules/(antd|@ant-design|@refinedev/antd)/' },
    },
    only('shell', '^src/shell/', ['^domain/', '^src/(shell|kit|access|providers|ui)/']),
    only('areas', `^src/${AREA}/`, [
      '^domain/',
      `^src/(ui|access|providers|kit|shell)/`,
      `^src/${AREA}/`,
      '^src/marketplace/[^/]+$',
    ]),
    {
      name: 'of-another-area-its-top-level',
      severity: 'error',
      from: { path: `^src/${AREA}/` },
      to: {
        path: `^src/${AREA}/`,
        pathNot: ['^src/$1/', `^src/${AREA}/[^/]+$`, `^src/${AREA}/[^/]+/([^/]+(Link|Pills)\\.tsx|resource\\.ts)$`],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.cache|\\.data)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mts', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
    cache: { folder: '.cache/dependency-cruiser', strategy: 'content' },
  },
};
