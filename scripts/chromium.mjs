// Finds a Chromium for the browser tests, or installs Debian's.
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { run } from './install.mjs';

/** Does the same work as a whole browser in about half the time, and is what the tests are written against. */
const SHELL = 'chromium-headless-shell';
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/snap/bin/chromium',
];

/**
 * The path of a Chromium: CHROMIUM_PATH, the headless shell, also installed beside a whole browser where that is
 * possible, or a whole browser; nothing if there is none.
 */
export async function findChromium() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH || look([SHELL])) return CHROMIUM_PATH || look([SHELL]);
  await install();
  return chromiumPath();
}

/** The same without installing any. */
export function chromiumPath() {
  return process.env.CHROMIUM_PATH || look([SHELL]) || look(WHOLE) || PLACES.find(isExecutable);
}

function look(names) {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/usr/local/bin'];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** Under Debian's root; what can't be installed leaves the browser that is there. */
async function install() {
  if (process.platform !== 'linux' || process.getuid() !== 0 || !look(['apt-get'])) return;
  console.log('Installing Chromium');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  await run('apt-get', ['update', '-qq'], options);
  for (const name of look(WHOLE) ? [SHELL] : [SHELL, 'chromium']) {
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-liberation'], options);
    if (chromiumPath()) break;
  }
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
