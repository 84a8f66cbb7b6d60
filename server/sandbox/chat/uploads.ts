import multipart from '@fastify/multipart';
import { eq, or } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import {
  CHAT_PICTURE,
  CHAT_THUMB,
  fileTypeOf,
  isShownPicture,
  keptName,
  MOST_CHAT_FILE_BYTES,
  refusalOfContent,
  refusalOfFile,
} from '../../../domain/chat/attachment';
import { DomainError } from '../../../domain/errors';
import { pictureType } from '../../../domain/files/picture';
import { isReadable } from '../../../domain/text';
import { sandboxChatFiles as files } from '../../db/schema/sandbox/chat';
import { newPrivateName } from '../../files/store';
import { redrawPicture } from '../../files/store-picture';
import { askerOf, badRequest, missing, notAllowed } from './account';
import { assertWritable, type FileRow, isGiven, sweepChatFiles, toAttachment } from './files';
import { assertReads, cidOf, type Parts, personOf, refused, serve } from './serve';

/** The stand-in's prefix in the platform's file store. */
const PREFIX = 'chat';
/** What multipart adds around the file. */
const ENVELOPE_BYTES = 16 * 1024;
const LIMITS = { fileSize: MOST_CHAT_FILE_BYTES, files: 1, fields: 2, parts: 3, headerPairs: 20 };

type Given = { name: string; bytes: Buffer };
type Kept = Omit<FileRow, 'cid' | 'userId' | 'messageId' | 'place' | 'createdAt' | 'removedAt'>;

/** Uploads to a channel by its people, and the files for whoever has an address of them. */
export async function serveUploads(parts: Parts): Promise<void> {
  const { app } = parts;
  await app.register(multipart);
  for (const [url, isPicture] of [
    ['/channels/:type/:id/file', false],
    ['/channels/:type/:id/image', true],
  ] as const) {
    app.post<{ Params: { type: string; id: string } }>(url, async (request, reply) => {
      try {
        return reply.status(201).send({ duration: '0ms', ...(await upload(parts, request, isPicture)) });
      } catch (error) {
        return refused(request, reply, error);
      }
    });
  }
  const limits = { size_limit: MOST_CHAT_FILE_BYTES };
  serve(parts, {
    method: 'GET',
    url: '/app',
    handle: async () => ({ app: { name: 'local', file_upload_config: limits, image_upload_config: limits } }),
  });
  serveFile(parts);
}

type UploadRequest = FastifyRequest<{ Params: { type: string; id: string } }>;

async function upload(parts: Parts, request: UploadRequest, isPicture: boolean) {
  const { account, db, files: store } = parts;
  const asker = await askerOf(account, db, request.headers.authorization);
  const [cid, userId] = [cidOf(request.params), personOf(asker)];
  await assertReads(db, asker, cid);
  await assertWritable(db, cid);
  const given = await readFile(request);
  const refusal = refusalOfContent(given.name, given.bytes);
  if (refusal) throw badRequest(refusal);
  const isDrawn = pictureType(given.bytes) !== null;
  if (isPicture && !isDrawn) throw badRequest(`“${given.name}” is no JPEG, PNG or WebP picture.`);
  const { kept, contents } = isDrawn ? await asPicture(given) : asFile(given);
  // Known before it is stored: what is stored and unknown would be there forever.
  const [row] = await db
    .insert(files)
    .values({ ...kept, cid, userId })
    .returning();
  if (!row) throw new Error('The file was not kept');
  for (const [name, bytes] of contents) await store.put(name, bytes);
  await sweepChatFiles(parts);
  const { image_url, asset_url, thumb_url } = toAttachment(row, account.secret);
  return { file: image_url ?? asset_url, ...(thumb_url ? { thumb_url } : {}) };
}

async function readFile(request: UploadRequest): Promise<Given> {
  const tooLarge = (name: string) => badRequest(refusalOfFile({ name, size: MOST_CHAT_FILE_BYTES + 1 }) ?? '');
  if (!request.isMultipart()) throw badRequest('Send a file as multipart/form-data');
  if (Number(request.headers['content-length'] ?? 0) > MOST_CHAT_FILE_BYTES + ENVELOPE_BYTES)
    throw tooLarge('The file');
  let given: Given | undefined;
  for await (const part of request.parts({ limits: LIMITS })) {
    if (part.type !== 'file') continue;
    // Forms write this one letter in a name otherwise.
    const name = keptName(part.filename.replaceAll('%22', '"'));
    try {
      given = { name: isReadable(name) ? name : 'File', bytes: await part.toBuffer() };
    } catch (error) {
      if (error instanceof request.server.multipartErrors.RequestFileTooLargeError) throw tooLarge(name);
      throw error;
    }
  }
  if (!given) throw badRequest('Send a file');
  return given;
}

type Stored = { kept: Kept; contents: readonly (readonly [name: string, bytes: Uint8Array])[] };

async function asPicture({ name, bytes }: Given): Promise<Stored> {
  const { data, info } = await redraw(bytes, CHAT_PICTURE);
  const thumb = await redraw(data, CHAT_THUMB);
  const [id, thumbId] = [newPrivateName(PREFIX), newPrivateName(PREFIX)];
  return {
    kept: {
      id,
      thumbId,
      name: `${name.replace(/\.[^.]*$/, '')}.webp`,
      type: 'image/webp',
      bytes: data.length,
      width: info.width,
      height: info.height,
    },
    contents: [
      [id, data],
      [thumbId, thumb.data],
    ],
  };
}

async function redraw(...[bytes, shape]: [Uint8Array, typeof CHAT_PICTURE | typeof CHAT_THUMB]) {
  return redrawPicture(bytes, 'file', shape).catch((error: unknown) => {
    throw error instanceof DomainError ? badRequest(error.fields?.file ?? error.message) : error;
  });
}

function asFile({ name, bytes }: Given): Stored {
  const id = newPrivateName(PREFIX);
  const type = fileTypeOf(bytes, name);
  const kept = { id, thumbId: null, name, type, bytes: bytes.length, width: null, height: null };
  return { kept, contents: [[id, bytes]] };
}

/** Nothing in a file ever runs, and only pictures are shown; an address of it ends after a while. */
const ALONE = {
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'private, max-age=1800, immutable',
};

type FileRequest = { Params: { id: string }; Querystring: Record<string, string | undefined> };

function serveFile({ account, app, db, files: store }: Parts): void {
  app.get<FileRequest>('/files/:id', { helmet: false }, async (request, reply) => {
    try {
      const { params, query } = request;
      if (!isGiven(account.secret, params.id, query)) throw notAllowed('This address has ended');
      const [row] = await db
        .select()
        .from(files)
        .where(or(eq(files.id, params.id), eq(files.thumbId, params.id)));
      const file = row && !row.removedAt && (await store.get(params.id));
      if (!file) throw missing('File');
      const isShown = row.thumbId !== null && isShownPicture(row.type);
      return reply
        .headers(ALONE)
        .header('Content-Disposition', `${isShown ? 'inline' : 'attachment'}; ${namedAs(row.name)}`)
        .header('Content-Length', file.bytes)
        .type(row.type.startsWith('text/') ? `${row.type}; charset=utf-8` : row.type)
        .send(file.stream);
    } catch (error) {
      return refused(request, reply, error);
    }
  });
}

const namedAs = (name: string) =>
  `filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)}`;
