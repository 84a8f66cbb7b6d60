import type { FastifyInstance } from 'fastify';
import { notFound } from '../../domain/errors';
import type { Services } from '../context';
import { CONTENT_TYPES, extensionOf, FILES_PATH } from '../files/store';
import { dataHeaders } from './limits';

/**
 * Serves stored files to whoever knows their names: pages show them without a token. They never change, so browsers
 * keep them forever; nothing in them ever runs.
 */
export function serveFiles(app: FastifyInstance, { config, files }: Pick<Services, 'config' | 'files'>): void {
  const headers = dataHeaders(config);
  const forever = {
    'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'Content-Disposition': 'inline',
    'Cache-Control': 'public, max-age=31536000, immutable',
  };
  app.get<{ Params: { name: string } }>(`${FILES_PATH}:name`, { helmet: false }, async (request, reply) => {
    reply.headers(headers);
    const { name } = request.params;
    const extension = extensionOf(name);
    const file = extension && (await files.get(name));
    if (!file) throw notFound('File');
    return reply.headers(forever).header('Content-Length', file.bytes).type(CONTENT_TYPES[extension]).send(file.stream);
  });
}
