// node scripts/docs.mjs: fails when a README or ARCHITECTURE.md names a missing path or command, or is longer than it may be.
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { root } from './install.mjs';

const PAGES = ['README.md', 'ARCHITECTURE.md', 'docs/operating.md'];
for await (const page of glob('{domain,server,src,tests}/**/README.md', { cwd: root })) PAGES.push(page);
/** The most lines of the plan, and of what is said of one area. */
const LIMITS = [
  [/^ARCHITECTURE\.md$/, 120],
  [/^domain\//, 30],
];
const PATH = /^(domain|server|src|tests|bench|scripts|public|docs|deploy|\.ci|\.dependency-cruiser)[\w./@-]*$/;

const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
for (const page of PAGES) {
  const text = await readFile(join(root, page), 'utf8');
  const limit = LIMITS.find(([pages]) => pages.test(page))?.[1] ?? Number.POSITIVE_INFINITY;
  if (text.trimEnd().split('\n').length > limit) report(page, `is longer than ${limit} lines`);
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, words]) => words);
  const linked = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, target]) => target);
  const paths = [...quoted.filter((words) => PATH.test(words)), ...linked];
  for (const path of paths)
    if (!existsSync(resolve(root, path.startsWith('..') ? 'docs' : '.', path))) report(page, `${path} does not exist`);
  for (const [, name] of text.matchAll(/npm run ([\w-]+)/g))
    if (!scripts[name]) report(page, `npm run ${name} is not a script`);
}

function report(page, problem) {
  console.log(`${page}: ${problem}`);
  process.exitCode = 1;
}
