// npm run check: every check that doesn't run the product. All of them run; the summary lists failures.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bin, installIfNeeded, root } from './install.mjs';

const SINGLE = ['react', 'react-dom', 'antd', 'react-router', '@tanstack/react-query'];
const FOLDERS = ['domain', 'server', 'src', 'tests', 'scripts'];

await installIfNeeded();
const checks = {
  // In one thread, as more do part of the work twice and the other checks run beside it. Those read code through the
  // compiler's former release, which has the programming interface they know.
  types: () =>
    command('node', ['node_modules/typescript7/bin/tsc', '--noEmit', '--pretty', 'false', '--singleThreaded']),
  'format and lint': () => command('biome', ['check', '--error-on-warnings', '--max-diagnostics=50', '--colors=off']),
  'import rules': () => command('depcruise', ['--config', '.dependency-cruiser.cjs', ...FOLDERS]),
  'dead code': () => command('knip', ['--no-progress', '--no-config-hints']),
  'code for tests alone': () => command('knip', ['--no-progress', '--no-config-hints', '--production']),
  'duplicate packages': duplicates,
  licenses: () => command('node', ['scripts/licenses.mjs', '--check']),
  migrations: () => command('node', ['scripts/migrations.mjs', '--check']),
  'true documents': () => command('node', ['scripts/docs.mjs']),
  'API document': () => command('tsx', ['scripts/openapi.ts']),
  'size budgets': () => command('node', ['scripts/budgets.mjs']),
};

const results = await Promise.all(
  Object.entries(checks).map(async ([name, check]) => {
    const started = Date.now();
    const { ok, output } = await check();
    if (!ok) console.log(`\n── ${name}\n${output.trim()}`);
    return { name, ok, seconds: (Date.now() - started) / 1000 };
  }),
);
console.log('');
for (const { name, ok, seconds } of results) {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(22)}${seconds.toFixed(1).padStart(6)} s`);
}
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;

function command(name, args) {
  return new Promise((done) => {
    const child = spawn(bin('node'), name === 'node' ? args : [bin(name), ...args], { cwd: root });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) => done({ ok: false, output: error.message }));
    child.once('close', (code) => done({ ok: code === 0, output }));
  });
}

/** npm silently nests a second copy when majors differ, and two copies of these don't share state. */
async function duplicates() {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const wrong = SINGLE.flatMap((name) => {
    const places = Object.keys(packages).filter((path) => path.endsWith(`node_modules/${name}`));
    return places.length === 1 ? [] : [`${name} is in the lock file ${places.length} times: ${places.join(', ')}`];
  });
  return { ok: wrong.length === 0, output: wrong.join('\n') };
}
