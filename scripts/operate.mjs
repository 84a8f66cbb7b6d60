// npm run seed, support, keys, migrate, backup, restore, installation: what only whoever runs an installation may do, by the built server's own code.
import { bin, installIfNeeded, run } from './install.mjs';

await installIfNeeded();
const built = await run(bin('node'), ['scripts/build.mjs', 'server']);
if (built !== 0) process.exit(built);
const [command, ...words] = process.argv.slice(2);
const program = command === 'seed' ? ['dist/server/seed.js'] : ['dist/server/operator.js', command];
process.exit(await run(bin('node'), ['--enable-source-maps', ...program, ...words]));
