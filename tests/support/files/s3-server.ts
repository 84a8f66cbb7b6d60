import { once } from 'node:events';
import S3rver from '@20minutes/s3rver';
import { makeFolder } from '../folders';

const BUCKET = 'verdant';

/**
 * An S3-compatible server with an empty bucket. It checks signatures unless told that it `lists`: its check of lists omits
 * the last slash of their path.
 */
export async function startS3Server({ lists = false } = {}) {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    allowMismatchedSignatures: lists,
    directory: makeFolder('verdant-s3-'),
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await server.run();
  return {
    environment: {
      S3_URL: `http://127.0.0.1:${port}`,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY: 'S3RVER',
      S3_SECRET_KEY: 'S3RVER',
    },
    stop: async () => {
      const closed = once(server.httpServer, 'close');
      server.httpServer.closeAllConnections();
      server.httpServer.close();
      await closed;
    },
  };
}
