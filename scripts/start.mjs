// npm start: installs when needed, builds when stale, then runs the server on the pinned Node.
import { bin, installIfNeeded, run } from './install.mjs';

await installIfNeeded();
const built = await run(bin('node'), ['scripts/build.mjs']);
if (built !== 0) process.exit(built);
// The channel tells the server when this launcher is killed without a chance to pass the signal on.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
process.exit(
  await run(bin('node'), ['--enable-source-maps', 'dist/server/main.js', ...process.argv.slice(2)], { stdio }),
);
