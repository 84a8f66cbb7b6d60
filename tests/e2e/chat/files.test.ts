import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { makeFolder } from '../../support/folders';
import { openStage } from '../../support/stage';

const { visit } = openStage();

const REP = 'rep2@fernhollow.example';
const MANAGER = 'manager@fernhollow.example';
const field = (page: Page) => page.getByRole('textbox', { name: 'Message general' });
const item = (page: Page) =>
  page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /general/ });
const toSend = (page: Page) => page.getByRole('list', { name: 'Files to send' });
const last = (page: Page) => page.getByRole('region', { name: 'general' }).getByRole('listitem');
const UPLOAD = /\/channels\/[^/]+\/[^/]+\/(file|image)(\?|$)/;

async function openGeneral(email: string): Promise<Page> {
  const page = await visit(email, '/chat/messages');
  await field(page).waitFor();
  return page;
}

const picture = async (name: string, width = 1600) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width, height: 900, channels: 3, background: '#396' } })
    .withExif({ IFD0: { Make: 'Camera' } })
    .jpeg()
    .toBuffer(),
});
const pdf = (name: string, bytes = 40_000) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes)]),
});

type Given = Awaited<ReturnType<typeof picture>>;

async function choose(page: Page, ...files: Given[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files' }).click();
  await (await chooser).setFiles(files);
}

/** The same with files of the disk, as large ones take Chromium long to be handed. */
async function chooseFromDisk(page: Page, ...files: Given[]): Promise<void> {
  const folder = makeFolder('verdant-given-');
  onTestFinished(() => rm(folder, { recursive: true }));
  const paths = files.map(({ name }) => join(folder, name));
  await Promise.all(files.map(({ buffer }, at) => writeFile(paths[at] ?? '', buffer)));
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files' }).click();
  await (await chooser).setFiles(paths);
}

/** Pastes or drops a picture as a person does who copied one. */
async function give(page: Page, how: 'paste' | 'drop', { name, buffer }: Awaited<ReturnType<typeof picture>>) {
  await field(page).evaluate(
    (target, [kind, called, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], called, { type: 'image/jpeg' }));
      const common = { bubbles: true, cancelable: true };
      if (kind === 'paste') target.dispatchEvent(new ClipboardEvent('paste', { ...common, clipboardData: data }));
      else
        for (const type of ['dragover', 'drop'])
          target.dispatchEvent(new DragEvent(type, { ...common, dataTransfer: data }));
    },
    [how, name, buffer.toString('base64')] as const,
  );
}

const isUploaded = (page: Page, name: string, size: RegExp) =>
  toSend(page).getByRole('listitem').filter({ hasText: name }).filter({ hasText: size }).waitFor();

it('a picture and a PDF are sent without words, shown to the other person, opened large and downloaded', async () => {
  const [rep, manager] = [await openGeneral(REP), await openGeneral(MANAGER)];
  await choose(rep, await picture('shelf.jpg'), pdf('menu.pdf'));
  await isUploaded(rep, 'shelf.jpg', /KB/);
  await isUploaded(rep, 'menu.pdf', /39 KB/);
  expect(await axeFindings(rep)).toEqual([]);
  await field(rep).press('Enter');
  await expect.poll(() => toSend(rep).count()).toBe(0);
  await item(rep).getByText('You: 2 files').waitFor();

  const message = last(manager).filter({ has: manager.getByRole('link', { name: /menu\.pdf/ }) });
  const photo = message.getByRole('img', { name: /^shelf\.webp from / });
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(960);
  const [drawn, box] = [await photo.getAttribute('width'), await photo.boundingBox()];
  expect(Number(drawn)).toBe(Math.round(box?.width ?? 0));
  const saved = manager.waitForEvent('download');
  await message.getByRole('link', { name: 'Download menu.pdf, PDF · 39 KB' }).click();
  expect((await saved).suggestedFilename()).toBe('menu.pdf');

  await message.getByRole('button', { name: /shelf\.webp/ }).focus();
  await manager.keyboard.press('Enter');
  const large = manager.getByRole('dialog', { name: 'shelf.webp' });
  await expect.poll(() => large.getByRole('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1600);
  expect(await axeFindings(manager)).toEqual([]);
  await manager.keyboard.press('Escape');
  await large.waitFor({ state: 'detached' });
  await manager.setViewportSize({ width: 360, height: 740 });
  expect(await scrollsSideways(manager)).toBe(false);
});

it('an upload that fails is kept with what was typed, tried again, and sent', async () => {
  const [rep, manager] = [await openGeneral(REP), await openGeneral(MANAGER)];
  await rep.route(UPLOAD, (route) => route.abort('failed'));
  await choose(rep, pdf('prices.pdf'));
  const file = toSend(rep).getByRole('listitem').filter({ hasText: 'prices.pdf' });
  await file.getByText('Not uploaded.').waitFor();
  await field(rep).fill('Our prices of May');
  await field(rep).press('Enter');
  await rep.getByText('A file wasn’t uploaded. Try again or remove it, then send the message.').waitFor();
  expect(await field(rep).inputValue()).toBe('Our prices of May');
  await rep.unrouteAll({ behavior: 'wait' });
  await file.getByRole('button', { name: 'Upload prices.pdf again' }).click();
  await isUploaded(rep, 'prices.pdf', /39 KB/);
  await field(rep).press('Enter');
  await last(manager)
    .filter({ hasText: 'Our prices of May' })
    .getByRole('link', { name: /prices\.pdf/ })
    .waitFor();
  await item(manager).getByText(': Our prices of May').waitFor();

  const own = last(rep).filter({ hasText: 'Our prices of May' }).last();
  await own.getByRole('button', { name: 'Open Message Actions Menu' }).focus();
  await rep.keyboard.press('Enter');
  await rep.getByRole('menuitem', { name: 'Edit Message' }).click();
  await isUploaded(rep, 'prices.pdf', /39 KB/);
  await rep.locator('textarea:focus').fill('Our prices of June');
  await rep.keyboard.press('Enter');
  const edited = last(manager).filter({ hasText: 'Our prices of June' }).last();
  await edited.getByRole('link', { name: /prices\.pdf/ }).waitFor();
});

it('a picture is pasted and dropped; too large, programs and an eleventh are refused before anything is uploaded', async () => {
  const rep = await openGeneral(REP);
  const asked: string[] = [];
  rep.on('request', (request) => UPLOAD.test(request.url()) && asked.push(request.url()));
  await chooseFromDisk(rep, pdf('film.pdf', 26 * 1024 * 1024), pdf('setup.exe'));
  await rep.getByText('“film.pdf” is too large. Files can be up to 25 MB.').waitFor();
  await rep.getByText('“setup.exe” is a program. Programs can’t be sent here.').waitFor();
  expect(asked).toEqual([]);
  await give(rep, 'paste', await picture('image.png', 300));
  await isUploaded(rep, 'image.jpg', /KB/);
  await give(rep, 'drop', await picture('dropped.jpg', 300));
  await isUploaded(rep, 'dropped.jpg', /KB/);
  await choose(rep, ...Array.from({ length: 9 }, (_, at) => pdf(`${at}.pdf`)));
  await rep.getByText('A message can have up to 10 files. 1 file wasn’t added.').waitFor();
  await expect.poll(() => toSend(rep).getByRole('progressbar').count()).toBe(0);
  expect(asked).toHaveLength(10);
  await toSend(rep).getByRole('button', { name: 'Remove image.jpg' }).click();
  await expect.poll(() => field(rep).evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await toSend(rep).getByRole('listitem').count()).toBe(9);
});

it('files of a message written offline are kept over a reload, and sent with it', async () => {
  const [rep, manager] = [await openGeneral(REP), await openGeneral(MANAGER)];
  await choose(rep, await picture('pallet.jpg', 400));
  await isUploaded(rep, 'pallet.jpg', /KB/);
  await rep.route(/\/channels\/[^/]+\/[^/]+\/message(\?|$)/, (route) => route.abort('failed'));
  await field(rep).press('Enter');
  await item(rep).getByText('Not sent yet: Photo').waitFor();
  await rep.reload();
  await last(rep)
    .filter({ hasText: 'Not sent yet.' })
    .getByRole('img', { name: /^pallet/ })
    .waitFor();
  await rep.unrouteAll({ behavior: 'wait' });
  await last(manager)
    .getByRole('img', { name: /^pallet\.webp/ })
    .waitFor();
});
