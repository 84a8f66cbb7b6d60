import { expect, it } from 'vitest';
import { axeFindings } from '../../support/browser';
import { openStage } from '../../support/stage';

const { visit, stranger } = openStage();

it('can be put on the home screen: what a browser reads of it is there, in the sizes it says', async () => {
  const page = await stranger('/download');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await page.request.get(address ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = await answer.json();
  expect(manifest).toMatchObject({ name: 'Verdant', display: 'standalone', scope: '/' });
  const icons = manifest.icons as { src: string; sizes: string; type: string; purpose?: string }[];
  expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const { src, sizes, type } of [
    ...icons,
    { src: '/icons/apple-touch.png', sizes: '180x180', type: 'image/png' },
  ]) {
    const icon = await page.request.get(src);
    expect(icon.headers()['content-type']).toContain(type);
    if (sizes === 'any') continue;
    const bytes = await icon.body();
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
  for (const { url } of manifest.shortcuts) expect((await page.request.get(url)).status()).toBe(200);
});

it('offers to install it where the browser does, once', async () => {
  const page = await visit('owner@fernhollow.example', '/orders');
  const account = page.getByRole('button', { name: /^Account: / });
  await account.click();
  const menu = page.getByRole('dialog', { name: 'Account' });
  await menu.getByRole('button', { name: 'Sign out' }).waitFor();
  expect(await menu.getByRole('button', { name: 'Install app' }).count()).toBe(0);
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        document.documentElement.dataset.asked = `${Number(document.documentElement.dataset.asked ?? 0) + 1}`;
        return { outcome: 'dismissed' };
      },
    });
    dispatchEvent(offer);
  });
  await menu.getByRole('button', { name: 'Install app' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await menu.getByRole('button', { name: 'Install app' }).click();
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.asked)).toBe('1');
  await expect.poll(() => menu.getByRole('button', { name: 'Install app' }).count()).toBe(0);
});
