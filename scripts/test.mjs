// npm test [-- <project>… <file filter>…]: runs everything, or the named projects and files, and counts results.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findChromium } from './chromium.mjs';
import { clockSetTo } from './clock.mjs';
import { bin, forget, installIfNeeded, root, run, stop } from './install.mjs';
import { installPostgres } from './postgres.mjs';

const PROJECTS = ['domain', 'server', 'ui', 'e2e'];
const NEED_CHROMIUM = ['ui', 'e2e'];
const NEED_BUILD = ['server', 'e2e'];
const NEED_POSTGRES = ['server'];

const given = process.argv.slice(2);
const named = PROJECTS.filter((project) => given.includes(project));
const filters = given.filter((word) => !PROJECTS.includes(word));
const projects = named.length > 0 ? named : PROJECTS;
const any = (needing) => projects.some((project) => needing.includes(project));

await installIfNeeded();
const env = { NODE_ENV: 'test', VERDANT_TEST_BUILT: 'yes' };
if (any(NEED_CHROMIUM)) {
  const chromium = await findChromium();
  if (!chromium) stop('Chromium was not found: install it, or set CHROMIUM_PATH to where it is.');
  console.log(`Chromium: ${chromium}`);
  env.CHROMIUM_PATH = chromium;
}
if (any(NEED_POSTGRES)) await installPostgres();
const built = any(NEED_BUILD) ? await run(bin('node'), ['scripts/build.mjs']) : 0;
if (process.env.TEST_DAY) Object.assign(env, clockSetTo(process.env.TEST_DAY));

const report = join(root, `.cache/tests-${process.pid}.json`);
const chosen = named.flatMap((project) => ['--project', project]);
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
const code = await run(bin('node'), [bin('vitest'), 'run', ...chosen, ...reporters, ...filters], { env });

const { passed, failed, names } = count();
forget(report);
// Last, so that they are seen where only the end of a long report is kept.
for (const name of names) console.log(`Failed: ${name}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = code !== 0 || failed > 0 || passed === 0 ? 1 : 0;

/** A file that couldn't load, or a build or run that broke outside any test, counts as one failure each. */
function count() {
  const broken = built === 0 ? 0 : 1;
  if (!existsSync(report)) return { passed: 0, failed: broken + 1, names: [] };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const isFailed = ({ status }) => status === 'failed';
  const unloaded = testResults.filter((file) => isFailed(file) && !file.assertionResults.some(isFailed));
  const names = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(isFailed)
      .map((test) => `${relative(root, name)} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`),
  );
  for (const { name, message } of unloaded) names.push(`${relative(root, name)}: ${firstLine(message)}`);
  const failed = numFailedTests + unloaded.length + broken;
  return { passed: numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed, names };
}

function firstLine(message = '') {
  return message.split('\n', 1)[0].slice(0, 200);
}
