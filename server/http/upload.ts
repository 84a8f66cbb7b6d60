import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Upload } from '../../domain/contract/endpoint';
import { badInput, DomainError } from '../../domain/errors';
import { CHOOSE_DOCUMENT, CHOOSE_PICTURE, isPdf, MOST_PICTURE_BYTES, pictureType } from '../../domain/files/picture';

/** What an upload may be, by what it accepts: its size in bytes, its bytes, and what to do if it isn't. */
const ACCEPTED = {
  picture: { most: MOST_PICTURE_BYTES, is: (bytes: Uint8Array) => pictureType(bytes) !== null, remedy: CHOOSE_PICTURE },
  document: {
    most: MOST_PICTURE_BYTES,
    is: (bytes: Uint8Array) => isPdf(bytes) || pictureType(bytes) !== null,
    remedy: CHOOSE_DOCUMENT,
  },
} as const satisfies Record<Upload['accepts'], object>;

/** What multipart adds around the file. */
const ENVELOPE_BYTES = 16 * 1024;

/** Lets the routes of this scope take multipart/form-data, which nothing reads before `readUpload`. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart);
}

/**
 * The bytes of a call's file. Raises TOO_LARGE or BAD_INPUT at its field if it is missing, too large, not alone, or not
 * what the call accepts.
 */
export async function readUpload(request: FastifyRequest, { field, accepts }: Upload): Promise<Uint8Array> {
  const { most, is, remedy } = ACCEPTED[accepts];
  if (!request.isMultipart()) throw badInput({ [field]: remedy });
  const tooLarge = () => new DomainError('TOO_LARGE', remedy, { fields: { [field]: remedy } });
  if (Number(request.headers['content-length'] ?? 0) > most + ENVELOPE_BYTES) throw tooLarge();
  const limits = { fileSize: most, files: 1, fields: 0, parts: 2, headerPairs: 20 };
  let bytes: Uint8Array | undefined;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') throw badInput({ [field]: remedy });
      const read = await part.toBuffer();
      if (part.fieldname === field) bytes = read;
    }
  } catch (error) {
    if (error instanceof request.server.multipartErrors.RequestFileTooLargeError) throw tooLarge();
    throw badInput({ [field]: remedy });
  }
  if (bytes === undefined || !is(bytes)) throw badInput({ [field]: remedy });
  return bytes;
}
