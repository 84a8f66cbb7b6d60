import { z } from 'zod';
import { Id, Instant } from '../contract/endpoint';

/** `WAITING` until its file is made; `FAILED` when the chat service didn't answer for as long as it was tried. */
export const CHAT_EXPORT_STATUSES = ['WAITING', 'READY', 'FAILED'] as const;
export type ChatExportStatus = (typeof CHAT_EXPORT_STATUSES)[number];

/** After that nobody waits for it any more. */
const GIVEN_UP_HOURS = 24;
/** How long its file is kept. */
export const CHAT_EXPORT_DAYS = 7;
/** A file of an organization's channels that somebody asked for. */
export const ChatExport = z.strictObject({
  id: Id,
  status: z.enum(CHAT_EXPORT_STATUSES),
  channels: z.number().int(),
  messages: z.number().int(),
  requested: Instant,
  /** After that its file is gone. */
  expires: Instant,
});
export type ChatExport = z.infer<typeof ChatExport>;

/** Where a file stands, by when it was asked for and made. */
export function chatExportStatus(
  { requested, ready }: { requested: Date; ready: Date | null },
  now: Date,
): ChatExportStatus {
  if (ready !== null) return 'READY';
  return now.getTime() - requested.getTime() > GIVEN_UP_HOURS * 3_600_000 ? 'FAILED' : 'WAITING';
}

/** A channel whose messages an organization may have, as a file names it. */
export type ExportedChannel = {
  id: string;
  /** What the chat service calls its type. */
  serviceType: string;
  name: string;
  kind: 'public' | 'private' | 'with another organization';
  /** The other organizations of it; empty if it is this one's alone. */
  otherOrganizations: readonly string[];
  /** Who was ever in it for this organization; null if it is this one's alone. */
  ownUserIds: ReadonlySet<string> | null;
};

/** A message as the chat service has it. */
export type ChannelMessage = {
  id: string;
  userId: string;
  name: string;
  text: string;
  written: string;
  edited: string | null;
  files: readonly MessageFile[];
};
export type MessageFile = { name: string; type: string; bytes: number | null; url: string };

/** Who wrote it: whether of this organization, and the name of theirs otherwise. */
export type Author = { isOwn: boolean; organization: string | null; isFormer: boolean };

/**
 * A message as it is in an organization's file: its own people's with their files, others' as text with who wrote it. A
 * file of somebody else's is said to be left out.
 */
export function exportedMessage(message: ChannelMessage, { isOwn, organization, isFormer }: Author) {
  const { id, name, text, written, edited, files } = message;
  return {
    id,
    written,
    ...(edited === null ? {} : { edited }),
    author: name || 'Former member',
    ...(isFormer ? { formerMember: true } : {}),
    ...(organization === null ? {} : { organization }),
    text,
    ...(isOwn && files.length > 0 ? { files } : {}),
    ...(!isOwn && files.length > 0 ? { filesLeftOut: files.length } : {}),
  };
}

/** What a file's name says of it. */
export const chatExportName = (day: string): string => `${day.slice(2).replaceAll('-', '')}_messages.json`;
