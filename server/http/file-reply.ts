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

/**
 * Streams a file, no faster than it is read. An error midway aborts the connection, so half a file isn't mistaken for a
 * whole one.
 */
export function sendFile(reply: FastifyReply, type: string, { name, text }: FileReply): FastifyReply {
  if (reply.raw.destroyed) return reply.hijack();
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
