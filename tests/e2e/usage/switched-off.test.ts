import { readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../server/config';
import { heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';
import { agreeToUsage, memberOf } from '../../support/usage/recordings';

const EMAIL = 'owner@fernhollow.example';
const stage = openStage({ environment: () => ({ USAGE: 'false' }) });

test('where it is switched off, a browser loads nothing of it, no screen shows it, and Privacy says so', async () => {
  // As if it had been on before.
  const { db } = stage.database.database;
  await agreeToUsage(db, await memberOf(db, EMAIL));
  const page = await stage.visit(EMAIL, '/orders', { isNew: true });
  const files = (await readdir(join(root, 'src/usage')))
    .map((file) => parse(file).name)
    .filter((name) => name !== 'index');
  const ours = new RegExp(`/(${[...files, 'usage', 'replay'].join('|')})-[^/]*$|/usage(/|$)`);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));

  await page.goto('/profile/settings');
  await page.getByRole('heading', { name: 'Your data' }).waitFor();
  expect(await page.getByText('Recording and use').count()).toBe(0);
  await page.goto('/account/manage');
  await page.getByRole('heading', { name: 'What you need to trade' }).waitFor();
  expect(await page.getByText('Recording and use').count()).toBe(0);
  await page.goto('/privacy');
  await page.getByText('We don’t measure how you use Verdant').waitFor();
  expect(asked.some((path) => path.endsWith('.js'))).toBe(true);
  expect(asked.filter((path) => ours.test(path))).toEqual([]);

  await page.goto('/profile/recordings');
  await heading(page, 'Page Not Found');
});
