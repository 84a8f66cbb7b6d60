// Finds a Chromium for the browser tests, or installs Debian's.
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { run } from './install.mjs';

/** The headless shell does the same work in about half the time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
const PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/snap/bin/chromium',
];

/** The path of a Chromium: CHROMIUM_PATH, the usual places, or a fresh install; nothing if none can be installed. */
export async function findChromium() {
  return process.env.CHROMIUM_PATH || look() || (await installed());
}

function look() {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/usr/local/bin'];
  const candidates = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...PLACES];
  return candidates.find(isExecutable);
}

async function installed() {
  if (process.platform !== 'linux' || process.getuid() !== 0) return undefined;
  console.log('Installing Chromium');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  await run('apt-get', ['update', '-qq'], options);
  for (const name of ['chromium-headless-shell', 'chromium']) {
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-liberation'], options);
    if (look()) break;
  }
  return look();
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
