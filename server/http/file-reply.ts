import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileReply } from '../../domain/contract/endpoint';

/** Spreadsheets take text for UTF-8 when it begins with this. */
const BYTE_ORDER_MARK = '\ufeff';

/** Fires when the client is gone, and when it has its answer. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

/**
 * Sends a file piece by piece, no faster than it is read. What fails once it has begun breaks the connection off, so
 * that no half file is taken for a whole one.
 */
export function sendFile(reply: FastifyReply, type: string, { name, text }: FileReply): FastifyReply {
  if (reply.raw.destroyed) return reply.hijack();
  return reply
    .type(`${type}; charset=utf-8`)
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .send(Readable.from(pieces(text), { objectMode: false }));
}

async function* pieces(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  yield Buffer.from(BYTE_ORDER_MARK);
  for await (const piece of text) yield Buffer.from(piece);
}
