import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What a first visit downloads, in kB of brotli, as the budgets reckon it. */
export async function benchDownloads(): Promise<void> {
  console.log('\nFirst download of JavaScript, brotli\n');
  const child = spawn(process.execPath, ['scripts/budgets.mjs'], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exitCode = 1;
}
