// npm run mutants [-- domain | visibility | <file>…]: changes the rules one place at a time and reports changes no test notices.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, installIfNeeded, root, run, stop } from './install.mjs';

/** The percentage of changes that must be noticed, by folder. */
const LEAST = 85;
const SUITES = ['domain', 'visibility'];

const files = process.argv.slice(2).filter((word) => !SUITES.includes(word));
const unknown = files.filter((file) => !existsSync(join(root, file)));
if (unknown.length > 0) stop(`${unknown.join(', ')}: no such file here, nor one of ${SUITES.join(', ')}.`);
const only = files.length > 0 ? ['--mutate', files.join(',')] : [];
const named = SUITES.filter((suite) => process.argv.includes(suite));
const chosen = named.length === 0 && files.length > 0 ? SUITES.filter((suite) => files.some(isOf(suite))) : named;
await installIfNeeded();
let ok = true;
for (const suite of chosen.length > 0 ? chosen : SUITES) {
  const env = { MUTANTS: suite, VERDANT_TEST_BUILT: 'yes' };
  const code = await run(bin('node'), [bin('stryker'), 'run', ...only], { env });
  ok = code === 0 && tell(suite) && ok;
}
process.exitCode = ok ? 0 : 1;

/** Whether a file is changed by a suite: what a member may see by the one, all rules by the other. */
function isOf(suite) {
  return (file) => file.startsWith('server/') === (suite === 'visibility');
}

/** Prints the unnoticed changes and each folder's score. */
function tell(suite) {
  const report = join(root, `.cache/mutants/${suite}.json`);
  if (!existsSync(report)) return false;
  const { files } = JSON.parse(readFileSync(report, 'utf8'));
  const folders = new Map();
  for (const [file, { mutants, source }] of Object.entries(files)) {
    const folder = file.split('/').slice(0, 2).join('/');
    const tally = folders.get(folder) ?? { noticed: 0, all: 0 };
    folders.set(folder, tally);
    for (const { status, location, replacement } of mutants) {
      const noticed = status === 'Killed' || status === 'Timeout';
      const missed = status === 'Survived' || status === 'NoCoverage';
      tally.noticed += noticed ? 1 : 0;
      tally.all += noticed || missed ? 1 : 0;
      const { line } = location.start;
      if (missed) console.log(`${file}:${line}  ${source.split('\n')[line - 1].trim()}  →  ${replacement}`);
    }
  }
  console.log('');
  const scores = [...folders].map(([folder, { noticed, all }]) => [folder, (100 * noticed) / all, all]);
  for (const [folder, score, all] of scores) {
    console.log(
      `${score < LEAST ? 'TOO FEW' : 'ok     '} ${folder.padEnd(24)}${score.toFixed(1).padStart(6)} % of ${all}`,
    );
  }
  return scores.every(([, score]) => score >= LEAST);
}
