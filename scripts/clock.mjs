// Another date for `npm test`: every process of the tests, including PostgreSQL and Chromium, runs at TEST_DAY.
// On a later day than today's, PostgreSQL ends no wait by itself, since it reads the real time within a signal: two who
// wait for each other wait until the test's own end. A test that hangs here alone shows a deadlock.
import { existsSync } from 'node:fs';
import { stop } from './install.mjs';

const PLACES = ['x86_64-linux-gnu/', 'aarch64-linux-gnu/', '']
  .map((folder) => `/usr/lib/${folder}faketime/libfaketime.so.1`)
  .concat('/usr/lib64/faketime/libfaketime.so.1');

/** The environment that makes a process's clock start at an instant, such as 2028-02-29T23:30:00-08:00. */
export function clockSetTo(day) {
  const instant = Date.parse(day);
  if (Number.isNaN(instant)) stop(`TEST_DAY must be a time such as 2028-02-29T23:30:00-08:00, not ${day}.`);
  const library = PLACES.find(existsSync);
  if (!library) stop('TEST_DAY needs libfaketime: install the package faketime.');
  const seconds = (instant - Date.now()) / 1000;
  // An offset rather than an instant, so processes agree whenever they start; file times and timers stay real.
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds.toFixed(3)}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // Else its waits on the monotonic clock, which stays real, end at once: Chromium then spins ten times as long.
    FAKETIME_FORCE_MONOTONIC_FIX: '0',
    NO_FAKE_STAT: '1',
  };
}
