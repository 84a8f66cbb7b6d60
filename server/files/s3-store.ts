import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { Config } from '../config';
import { openHttpClient, Silence } from '../http-client';
import type { Log } from '../log';
import { CONTENT_TYPES, extensionOf, type FileStore, isPrivateName, MARK } from './store';

type Settings = Extract<Config['files'], { kind: 's3' }>;

const PATIENCE_MS = 8_000;
const CONNECT_MS = 3_000;
const FOREVER = 'public, max-age=31536000, immutable';

/** Files in a bucket of an S3-compatible store, addressed by path, which every kind of store understands. */
export async function openS3Store(settings: Settings, log: Log): Promise<FileStore> {
  // A large library: loaded only where there is such a store.
  const sdk = await import('@aws-sdk/client-s3');
  const service = openHttpClient({
    name: 'file store',
    log,
    sentence: 'We can’t store or read pictures right now. Try again in a few minutes.',
  });
  const client: S3Client = new sdk.S3Client({
    endpoint: settings.url,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
    forcePathStyle: true,
    maxAttempts: 1,
    // Checksums in trailers are unknown to many compatible stores.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: PATIENCE_MS },
  });
  const Bucket = settings.bucket;
  /** Calls for different files don't wait for each other's turn. */
  const asking = <T>(what: string, tenant: string, work: () => Promise<T>): Promise<T> =>
    service.run({ what, tenant, repeatable: true }, () => work().catch(sayIfSilent));

  const get = (name: string) =>
    asking('get', name, () =>
      client.send(new sdk.GetObjectCommand({ Bucket, Key: name })).catch((error: S3ServiceException) => {
        if (error.name === 'NoSuchKey') return null;
        throw error;
      }),
    );

  return {
    async put(name, bytes) {
      const type = extensionOf(name);
      if (!type && !isPrivateName(name)) throw new Error('Not a name of ours');
      const ContentType = type ? CONTENT_TYPES[type] : 'application/octet-stream';
      const object = { Bucket, Key: name, Body: bytes, ContentType, CacheControl: FOREVER };
      await asking('put', name, () => client.send(new sdk.PutObjectCommand(object)));
    },
    async get(name) {
      const found = await get(name);
      return found && { stream: found.Body as Readable, bytes: found.ContentLength ?? 0 };
    },
    async remove(names) {
      // One by one: stores differ in the checksums they want for removing many at once.
      for (const name of names) {
        const object = { Bucket, Key: name };
        await asking('remove', 'sweep', () => client.send(new sdk.DeleteObjectCommand(object)));
      }
    },
    async *list() {
      let more: string | undefined;
      do {
        const page = { Bucket, ...(more === undefined ? {} : { ContinuationToken: more }) };
        const reply = await asking('list', 'sweep', () => client.send(new sdk.ListObjectsV2Command(page)));
        yield (reply.Contents ?? []).flatMap(({ Key = '', LastModified }) =>
          extensionOf(Key) && LastModified ? [{ name: Key, storedAt: LastModified }] : [],
        );
        more = reply.NextContinuationToken;
      } while (more !== undefined);
    },
    async readMark() {
      const found = await get(MARK);
      return found && text(found.Body as Readable);
    },
    async writeMark(text, { isFirst = false } = {}) {
      const mark = { Bucket, Key: MARK, Body: text, ContentType: 'application/json' };
      const write = (condition: { IfNoneMatch?: string }) =>
        asking('mark', MARK, () => client.send(new sdk.PutObjectCommand({ ...mark, ...condition })));
      if (!isFirst) return void (await write({}));
      await write({ IfNoneMatch: '*' }).catch((error: S3ServiceException) => {
        if (error.name === 'PreconditionFailed' || error.name === 'ConditionalRequestConflict') return undefined;
        // A store that doesn't know conditions: whoever marks last is found by reading it back.
        if (error.name === 'NotImplemented') return write({});
        throw error;
      });
    },
    close: () => client.destroy(),
  };
}

/** No reply, or one that says "not now", can be tried again; a refusal is our error. */
function sayIfSilent(error: S3ServiceException): never {
  const status = error.$metadata?.httpStatusCode;
  if (status !== undefined && status < 500 && status !== 429) throw error;
  throw new Silence(status ? `it answered ${status}` : 'it could not be reached', error.name !== 'TimeoutError', error);
}
