import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { StreamChat } from 'stream-chat';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { MOST_CHAT_FILE_BYTES } from '../../../domain/chat/attachment';
import { sandboxChatChannels, sandboxChatFiles } from '../../../server/db/schema';
import { openFiles } from '../../../server/files';
import { openLog } from '../../../server/log';
import { sweepChatFiles } from '../../../server/sandbox/chat/files';
import { openApp, type TestCaller } from '../../support/app';
import { makeMember, makeSeller, type SellerFixture } from '../../support/factories';

const { chat } = contract;
const app = await openApp();
const { db } = app.database;
const clients: StreamChat[] = [];
let seller: SellerFixture;
let owner: TestCaller;
let mate: TestCaller;
let cid: string;

beforeEach(async () => {
  seller = await makeSeller(db);
  owner = await app.as(seller.owner.user, seller.org);
  const { user } = await makeMember(db, seller, { features: {} });
  mate = await app.as(user, seller.org);
  cid = await makeChannel([user.id]);
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.disconnectUser()));
});

async function makeChannel(userIds: string[] = []): Promise<string> {
  const body = { channelType: 'TEAM' as const, name: `Dock ${randomUUID().slice(0, 6)}`, isPrivate: true, userIds };
  return (await owner.expectOk(chat.create, { params: { orgId: seller.org.id }, body })).cid;
}

async function channelOf(caller: TestCaller, id = cid) {
  const { token, apiKey, basePath, userId } = await caller.expectOk(chat.token, {});
  const client = new StreamChat(apiKey, { baseURL: `${app.url}${basePath}`, allowServerSideConnect: true });
  await client.connectUser({ id: userId }, token);
  clients.push(client);
  const channel = client.channel('team', id);
  await channel.watch();
  return channel;
}

type What = { name: string; bytes: Uint8Array | string; as?: 'file' | 'image'; to?: string };

/** Uploads as the service's client does. */
async function upload(caller: TestCaller, { name, bytes, as = 'file', to = cid }: What) {
  const { token, basePath } = await caller.expectOk(chat.token, {});
  const body = new FormData();
  body.append('file', new File([bytes as BlobPart], name));
  const reply = await fetch(`${app.url}${basePath}/channels/team/${to}/${as}`, {
    method: 'POST',
    headers: { authorization: token },
    body,
  });
  const { file = '', thumb_url, message } = (await reply.json()) as Record<string, string>;
  return { status: reply.status, file, thumb: thumb_url, message };
}

const get = (path: string | undefined) => fetch(`${app.url}${path}`);
const picture = (width = 3000) =>
  sharp({ create: { width, height: 1000, channels: 3, background: '#2a6' } })
    .withExif({ IFD0: { Make: 'Camera of Ada' } })
    .jpeg()
    .toBuffer();
const storeOf = () => openFiles(app.config, openLog('silent'));

describe('a picture', () => {
  test('is redrawn without metadata, small and large, and sent with its size', async () => {
    const own = await channelOf(owner);
    const given = await upload(owner, { name: 'IMG_1.jpg', bytes: await picture(), as: 'image' });
    expect(given.status).toBe(201);
    const { message } = await own.sendMessage({ attachments: [{ type: 'image', image_url: given.file }] });
    expect(message.attachments).toMatchObject([
      { type: 'image', title: 'IMG_1.webp', mime_type: 'image/webp', original_width: 2400, original_height: 800 },
    ]);
    const [attachment] = (await channelOf(mate)).state.messages.at(-1)?.attachments ?? [];
    const whole = await get(attachment?.image_url);
    expect(whole.headers.get('content-type')).toBe('image/webp');
    expect(whole.headers.get('content-disposition')).toMatch(/^inline/);
    expect(whole.headers.get('cache-control')).toMatch(/^private/);
    const { exif, width } = await sharp(await whole.arrayBuffer()).metadata();
    expect({ exif, width }).toEqual({ exif: undefined, width: 2400 });
    expect((await sharp(await (await get(attachment?.thumb_url)).arrayBuffer()).metadata()).width).toBe(960);
  });

  test('is what its bytes say: one called a text is shown, a text called a picture is refused', async () => {
    const own = await channelOf(owner);
    const hidden = await upload(owner, { name: 'notes.txt', bytes: await picture(20) });
    const { message } = await own.sendMessage({ attachments: [{ type: 'file', asset_url: hidden.file }] });
    expect(message.attachments).toMatchObject([{ type: 'image', mime_type: 'image/webp' }]);
    const text = await upload(owner, { name: 'photo.jpg', bytes: 'no picture', as: 'image' });
    expect([text.status, text.message]).toEqual([400, '“photo.jpg” is no JPEG, PNG or WebP picture.']);
    const broken = (await picture()).subarray(0, 400);
    expect((await upload(owner, { name: 'photo.jpg', bytes: broken, as: 'image' })).status).toBe(400);
  });
});

describe('a file', () => {
  test.each([
    ['menu.html', '<script>alert(1)</script>', 'text/html; charset=utf-8'],
    ['logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['Menü "7".pdf', '%PDF-1.7', 'application/pdf'],
  ])('%s is downloaded, never shown, and nothing in it runs', async (name, bytes, type) => {
    const { file } = await upload(owner, { name, bytes });
    const reply = await get(file);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe(type);
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(reply.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent(name)}`);
    expect(reply.headers.get('content-security-policy')).toMatch(/default-src 'none'; sandbox/);
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await reply.text()).toBe(bytes);
  });

  test('is refused when it is too large, empty, or a program by name or by content', async () => {
    const large = await upload(owner, { name: 'a.bin', bytes: new Uint8Array(MOST_CHAT_FILE_BYTES + 1) });
    expect([large.status, large.message]).toEqual([400, expect.stringContaining('up to 25 MB')]);
    expect((await upload(owner, { name: 'a.bin', bytes: '' })).message).toBe('“a.bin” is empty.');
    for (const [name, bytes] of [
      ['setup.exe', 'anything'],
      ['menu.pdf', 'MZ anything'],
    ] as const) {
      expect((await upload(owner, { name, bytes })).message).toBe(
        `“${name}” is a program. Programs can’t be sent here.`,
      );
    }
    expect((await upload(owner, { name: 'a.bin', bytes: new Uint8Array(MOST_CHAT_FILE_BYTES) })).status).toBe(201);
  });

  test('is got by nobody without an address that the service gave, and none is given to strangers', async () => {
    const stranger = await app.as((await makeMember(db, seller, { features: {} })).user, seller.org);
    expect((await upload(stranger, { name: 'a.txt', bytes: 'a' })).status).toBe(404);
    const { file } = await upload(owner, { name: 'a.txt', bytes: 'a' });
    const [path = ''] = file.split('?');
    const ended = file.replace(/until=\d+/, `until=${Date.now() - 1000}`);
    const later = file.replace(/until=\d+/, `until=${Date.now() + 1e9}`);
    for (const address of [path, ended, later, `${file.slice(0, -1)}g`, file.replace(/chat-\w/, 'chat-x')]) {
      expect((await get(address)).status).toBe(403);
    }
    expect((await get(path.replace('/sandbox/chat/files/', '/api/files/'))).status).toBe(404);
    expect((await get(file)).status).toBe(200);
  });

  test('is neither uploaded nor sent while the channel is frozen', async () => {
    const own = await channelOf(owner);
    const { file } = await upload(owner, { name: 'a.txt', bytes: 'a' });
    await db
      .update(sandboxChatChannels)
      .set({ data: { frozen: true } })
      .where(eq(sandboxChatChannels.cid, own.cid));
    expect((await upload(owner, { name: 'b.txt', bytes: 'b' })).status).toBe(403);
    await expect(own.sendMessage({ attachments: [{ asset_url: file }] })).rejects.toMatchObject({ status: 403 });
  });
});

describe('a message', () => {
  test('takes only its author’s own files of this channel, each once and ten at most', async () => {
    const own = await channelOf(owner);
    const { file } = await upload(owner, { name: 'a.txt', bytes: 'a' });
    const elsewhere = await upload(owner, { name: 'b.txt', bytes: 'b', to: await makeChannel() });
    const theirs = await upload(mate, { name: 'c.txt', bytes: 'c' });
    const send = (...files: string[]) =>
      own.sendMessage({ text: 'Look', attachments: files.map((asset_url) => ({ type: 'file', asset_url })) });
    const refused = { status: 400 };
    await expect(send(elsewhere.file)).rejects.toMatchObject(refused);
    await expect(send(theirs.file)).rejects.toMatchObject(refused);
    await expect(send('https://example.com/a.png')).rejects.toMatchObject(refused);
    await expect(send(file, file)).rejects.toMatchObject(refused);
    const all = await Promise.all(
      Array.from({ length: 11 }, (_, at) => upload(owner, { name: `${at}.txt`, bytes: 'x' })),
    );
    await expect(send(...all.map((one) => one.file))).rejects.toMatchObject(refused);
    await expect(own.sendMessage({ text: ' ' })).rejects.toMatchObject(refused);
    const { message } = await send(...all.slice(1).map((one) => one.file));
    expect(message.attachments?.map(({ title }) => title)).toEqual(all.slice(1).map((_, at) => `${at + 1}.txt`));
    await expect(send(all[1]?.file ?? '')).rejects.toMatchObject(refused);
    expect((await send(file)).message.attachments).toHaveLength(1);
  });

  test('keeps its files when it is sent again, quoted and edited; an edit may take some away', async () => {
    const own = await channelOf(owner);
    const files = await Promise.all(['a.txt', 'b.txt'].map((name) => upload(owner, { name, bytes: name })));
    const attachments = files.map(({ file }) => ({ type: 'file', asset_url: file }));
    const id = randomUUID();
    await own.sendMessage({ id, attachments });
    expect((await own.sendMessage({ id, attachments })).message.attachments).toHaveLength(2);
    const quoting = (await own.sendMessage({ text: 'These', quoted_message_id: id })).message;
    expect(quoting.quoted_message?.attachments).toHaveLength(2);
    const client = own.getClient();
    const edited = await client.updateMessage({ id, text: 'Both', attachments });
    expect(edited.message.attachments).toHaveLength(2);
    const fewer = await client.updateMessage({ id, text: '', attachments: attachments.slice(1) });
    expect(fewer.message.attachments).toMatchObject([{ title: 'b.txt' }]);
    expect((await get(files[0]?.file)).status).toBe(404);
    expect((await get(files[1]?.file)).status).toBe(200);
    await expect(client.updateMessage({ id, text: '', attachments: [] })).rejects.toMatchObject({ status: 400 });
  });

  test('that is deleted takes its files with it; what was never sent is swept after a day', async () => {
    const own = await channelOf(owner);
    const sent = await upload(owner, { name: 'a.jpg', bytes: await picture(), as: 'image' });
    const { message } = await own.sendMessage({ attachments: [{ type: 'image', image_url: sent.file }] });
    const kept = await upload(owner, { name: 'kept.txt', bytes: 'kept' });
    await own.sendMessage({ attachments: [{ type: 'file', asset_url: kept.file }] });
    await owner.expectOk(chat.deleteMessage, { params: { messageId: message.id } });
    for (const address of [sent.file, sent.thumb]) expect((await get(address)).status).toBe(404);
    const unsent = await upload(owner, { name: 'unsent.txt', bytes: 'unsent' });
    const store = await storeOf();
    const inADay = new Date(Date.now() + 24 * 60 * 60_000 + 1000);
    await sweepChatFiles({ db, files: store });
    expect((await get(unsent.file)).status).toBe(200);
    await sweepChatFiles({ db, files: store }, inADay);
    expect((await get(unsent.file)).status).toBe(404);
    expect((await get(kept.file)).status).toBe(200);
    const left = await db.select().from(sandboxChatFiles).where(eq(sandboxChatFiles.cid, own.cid));
    expect(left.map(({ name }) => name)).toEqual(['kept.txt']);
    for (const address of [sent.file, sent.thumb, unsent.file]) {
      expect(await store.get(/files\/([^?]+)/.exec(address ?? '')?.[1] ?? '')).toBeNull();
    }
  });

  test('is in its author’s account with the names of its files', async () => {
    const own = await channelOf(owner);
    const { file } = await upload(owner, { name: 'menu.pdf', bytes: '%PDF-1.7' });
    await own.sendMessage({ attachments: [{ type: 'file', asset_url: file }] });
    const exported = JSON.parse(String(await owner.expectOk(contract.session.exportMine, {})));
    expect(exported.messages).toMatchObject([
      { channelId: cid, text: '', files: [{ fileName: 'menu.pdf', fileType: 'application/pdf', fileSize: 8 }] },
    ]);
  });
});
