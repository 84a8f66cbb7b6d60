// npm start: installs if needed, builds if stale, then runs the server on the pinned Node.
import { bin, installIfNeeded, run } from './install.mjs';

// npm was killed and couldn't pass the signal on: our parent process changes.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 250).unref();
}

await installIfNeeded();
const built = await run(bin('node'), ['scripts/build.mjs']);
if (built !== 0) process.exit(built);
// The channel tells the server when this launcher is killed and can't pass the signal on.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
process.exit(
  await run(bin('node'), ['--enable-source-maps', 'dist/server/main.js', ...process.argv.slice(2)], { stdio }),
);
