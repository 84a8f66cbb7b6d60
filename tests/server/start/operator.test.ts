import { expect, test } from 'vitest';
import { createBareDatabase, createTestDatabase } from '../../support/database';
import { operate as run } from '../../support/operate';
import { refusedStart, startVerdant } from '../../support/process';

const operate = (DATABASE_URL: string, ...words: string[]) => run({ DATABASE_URL }, ...words);

test('support staff is added, listed and removed on the configured database', async () => {
  const { url, drop } = await createTestDatabase();
  expect(await operate(url, 'support', 'add', 'ada@example.com')).toMatchObject({ code: 0, refused: '' });
  expect((await operate(url, 'support', 'list')).said).toBe('ada@example.com (has not signed in yet)');
  expect((await operate(url, 'support', 'remove', 'ada@example.com')).code).toBe(0);
  expect((await operate(url, 'support', 'list')).said).toMatch(/^There is no support staff yet/);
  expect((await operate(url, 'keys', 'check')).said).toMatch(/^0 third-party keys are encrypted/);
  await drop();
});

test('a command that can’t be done says why in one line', async () => {
  const url = await createBareDatabase();
  const refusals = [
    [
      await operate(url, 'promote'),
      /^There is no command "promote": use one of support, keys, migrate, backup, restore, installation\.$/,
    ],
    [await operate(url, 'support', 'add', 'ada'), /^"ada" is not an email/],
    [await operate(url, 'backup'), /^Give one folder that doesn’t exist yet: npm run backup -- FOLDER\.$/],
    [await operate(url, 'restore'), /^Give the backup’s folder: npm run restore -- FOLDER/],
    [await operate(url, 'installation'), /^Say what to do: npm run installation -- show, claim or renew\.$/],
    [await operate(url, 'backup', '/nowhere/verdant'), /^The database has no tables yet/],
    [await operate(url, 'support', 'list'), /^The database has no tables yet: start Verdant once/],
    [await operate('postgres://a:b@127.0.0.1:1/c', 'support', 'list'), /^DATABASE_URL cannot be used/],
    [await operate('mysql://a:b@127.0.0.1/c', 'support', 'list'), /^DATABASE_URL is not valid/],
  ] as const;
  for (const [{ code, refused }, line] of refusals) {
    expect(refused).toMatch(line);
    expect(refused.split('\n')).toHaveLength(1);
    expect(code).toBe(1);
  }
});

test('the database is brought up to date apart, for servers that leave that to others', async () => {
  const DATABASE_URL = await createBareDatabase();
  const { said } = await refusedStart({ DATABASE_URL, MIGRATE: 'never' });
  expect(said).toEqual([expect.stringMatching(/^The database lacks migrations .*run npm run migrate/)]);
  expect(await operate(DATABASE_URL, 'migrate', 'all')).toMatchObject({ code: 1, said: '' });
  expect(await operate(DATABASE_URL, 'migrate')).toEqual({ code: 0, said: 'The database is up to date.', refused: '' });
  const verdant = await startVerdant({ DATABASE_URL, MIGRATE: 'never' });
  expect((await fetch(`http://127.0.0.1:${verdant.port}/ready`)).status).toBe(200);
  expect(await verdant.stop()).toBe(0);
});
