import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, asc, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import { type ServiceAttachment, toServiceAttachment } from '../../../domain/chat/attachment';
import type { Db } from '../../db/client';
import {
  sandboxChatApp as apps,
  sandboxChatChannels as channels,
  sandboxChatFiles as files,
} from '../../db/schema/sandbox/chat';
import type { FileStore } from '../../files/store';
import { badRequest, notAllowed } from './account';
import { isFrozen } from './wire';

export type FileRow = typeof files.$inferSelect;

/** Where the stand-in serves its files. */
export const FILES = '/sandbox/chat/files/';

/** An address is good for this long at least, and twice as long at most, so that browsers can keep what they have seen. */
const ADDRESS_MS = 30 * 60_000;
/** An upload that nobody sent is removed after this time. */
const UNSENT_MS = 24 * 60 * 60_000;
const SWEPT_AT_ONCE = 100;

const signatureOf = (secret: string, id: string, until: number) =>
  createHmac('sha256', secret).update(`${id}.${until}`).digest('hex').slice(0, 40);

/** Where whoever reads a message gets one of its files, for a while. */
function addressOf(secret: string, id: string, now = Date.now()): string {
  const until = (Math.floor(now / ADDRESS_MS) + 2) * ADDRESS_MS;
  return `${FILES}${id}?until=${until}&signature=${signatureOf(secret, id, until)}`;
}

/** Whether an address was given by us and is still good. */
export function isGiven(secret: string, id: string, { until, signature }: Record<string, string | undefined>): boolean {
  const [given, own] = [Buffer.from(signature ?? ''), Buffer.from(signatureOf(secret, id, Number(until)))];
  return given.length === own.length && timingSafeEqual(given, own) && Number(until) > Date.now();
}

/** A file as messages have it. */
export function toAttachment(row: FileRow, secret: string): ServiceAttachment {
  const address = addressOf(secret, row.id);
  const isPicture = row.thumbId !== null;
  return toServiceAttachment({
    imageUrl: isPicture ? address : null,
    thumbUrl: row.thumbId === null ? null : addressOf(secret, row.thumbId),
    assetUrl: isPicture ? null : address,
    fileType: row.type,
    fileName: row.name,
    fileSize: row.bytes,
    width: row.width,
    height: row.height,
    actions: [],
  });
}

/** The files of messages, by message. */
export async function attachmentsOf(db: Db, messageIds: readonly string[]): Promise<Map<string, ServiceAttachment[]>> {
  const found = new Map<string, ServiceAttachment[]>();
  if (messageIds.length === 0) return found;
  const rows = await db
    .select()
    .from(files)
    .where(and(inArray(files.messageId, [...messageIds]), isNull(files.removedAt)))
    .orderBy(asc(files.place));
  if (rows.length === 0) return found;
  const [app] = await db.select().from(apps).limit(1);
  for (const row of rows) {
    const id = row.messageId ?? '';
    found.set(id, [...(found.get(id) ?? []), toAttachment(row, app?.secret ?? '')]);
  }
  return found;
}

/** Nobody writes in a frozen channel. */
export async function assertWritable(db: Db, cid: string): Promise<void> {
  const [channel] = await db.select({ data: channels.data }).from(channels).where(eq(channels.cid, cid));
  if (channel && isFrozen(channel)) throw notAllowed('This channel is frozen');
}

type Message = { id: string; cid: string; userId: string };

const named = (address: string | undefined) =>
  address?.startsWith(FILES) ? address.slice(FILES.length).split('?', 1)[0] : undefined;

/**
 * Gives a message exactly these files: its author's own that they uploaded to this channel, and that no other message
 * has. Raises a Refusal for anything else.
 */
export async function setFiles(
  db: Db,
  { id, cid, userId }: Message,
  attachments: readonly ServiceAttachment[],
): Promise<void> {
  const ids = attachments.map(({ image_url, asset_url }) => named(image_url || asset_url) ?? '');
  if (new Set(ids).size !== ids.length) throw badRequest('A file is attached twice');
  const own = and(eq(files.cid, cid), eq(files.userId, userId), isNull(files.removedAt));
  const rows =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(files)
          .where(and(own, inArray(files.id, ids)));
  if (rows.length !== ids.length || rows.some(({ messageId }) => messageId !== null && messageId !== id)) {
    throw badRequest('Attach only files that you uploaded to this channel');
  }
  const there = await db.select({ id: files.id }).from(files).where(eq(files.messageId, id));
  await discard(
    db,
    there.map((file) => file.id).filter((fileId) => !ids.includes(fileId)),
  );
  for (const [place, fileId] of ids.entries()) {
    const mine = and(eq(files.id, fileId), isNull(files.removedAt));
    await db.update(files).set({ messageId: id, place }).where(mine);
  }
}

/** A message that is deleted loses its files. */
export async function discardFilesOf(db: Db, messageId: string): Promise<void> {
  const there = await db.select({ id: files.id }).from(files).where(eq(files.messageId, messageId));
  await discard(
    db,
    there.map(({ id }) => id),
  );
}

async function discard(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(files)
    .set({ removedAt: new Date() })
    .where(inArray(files.id, [...ids]));
}

/** Removes what messages lost, and what was uploaded long ago and never sent, from the store. */
export async function sweepChatFiles(
  { db, files: store }: { db: Db; files: FileStore },
  now = new Date(),
): Promise<void> {
  const old = new Date(now.getTime() - UNSENT_MS);
  await db
    .update(files)
    .set({ removedAt: now })
    .where(and(isNull(files.messageId), isNull(files.removedAt), lt(files.createdAt, old)));
  const gone = await db.select().from(files).where(isNotNull(files.removedAt)).limit(SWEPT_AT_ONCE);
  if (gone.length === 0) return;
  await store.remove(gone.flatMap(({ id, thumbId }) => (thumbId === null ? [id] : [id, thumbId])));
  await db.delete(files).where(
    inArray(
      files.id,
      gone.map(({ id }) => id),
    ),
  );
}
