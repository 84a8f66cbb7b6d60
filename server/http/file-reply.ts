import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileReply } from '../../domain/contract/endpoint';

/** Makes spreadsheets read a csv file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** Aborts when the client is gone or has the whole reply. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

/** A file of which nothing is read for so long is given up, in ms: a person may be asked where to keep it. */
const UNREAD_MS = 5 * 60_000;

/**
 * Streams a file, no faster than it is read. An error midway aborts the connection, so half a file isn't mistaken for a
 * whole one; so does a reader who takes nothing for `unreadMs`, or two of them would hold all turns of a person.
 */
export function sendFile(
  reply: FastifyReply,
  type: string,
  { name, text }: FileReply,
  unreadMs = UNREAD_MS,
): FastifyReply {
  if (reply.raw.destroyed) return reply.hijack();
  reply.raw.setTimeout(unreadMs, () => reply.raw.destroy());
  return reply
    .type(type.startsWith('text/') || type === 'application/json' ? `${type}; charset=utf-8` : type)
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .send(Readable.from(pieces(type, text), { objectMode: false }));
}

async function* pieces(type: string, text: FileReply['text']): AsyncGenerator<Buffer> {
  if (type === 'text/csv') yield Buffer.from(BYTE_ORDER_MARK);
  for await (const piece of text)
    yield typeof piece === 'string'
      ? Buffer.from(piece)
      : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
}
