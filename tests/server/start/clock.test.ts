import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../support/database';
import { startVerdant } from '../../support/process';

const own = await createTestDatabase();
afterAll(() => own.drop());

/** Has a process believe that it is so many minutes later. */
const off = (minutes: number) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    `const now = Date.now; Date.now = () => now() + ${minutes * 60_000};`,
  )}`,
});

async function started(minutes: number): Promise<{ level: number; msg: string; minutes?: number }[]> {
  const verdant = await startVerdant({ DATABASE_URL: own.url, LOG_LEVEL: 'warn', ...off(minutes) });
  // A stopping server ends what its start began.
  await verdant.stop();
  const lines = verdant
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{"level"'));
  return lines.map((line) => JSON.parse(line)).filter(({ msg }) => /clock/.test(msg));
}

test.each([
  [90, /is 90 minutes ahead of the database’s: .* too early; set both clocks/],
  [-11, /is 11 minutes behind the database’s: .* too late; set both clocks/],
])('a clock %i minutes from the database’s is said once at the start, and the start goes on', async (minutes, said) => {
  expect(await started(minutes)).toEqual([
    expect.objectContaining({ level: 40, minutes, msg: expect.stringMatching(said) }),
  ]);
});

test('a clock a few minutes from the database’s is not worth a line', async () => {
  expect(await started(9)).toEqual([]);
});
