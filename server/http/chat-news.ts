import type { FastifyInstance } from 'fastify';
import { publishServiceNews } from '../chat/publish-service-news';
import type { Services } from '../context';
import { toDomainError } from './errors';
import { refuse } from './mount';

export const CHAT_NEWS_PATH = '/api/chat-news';

/** Receives the chat service's events. The raw body is kept because the signature covers every byte. */
export async function serveChatNews(app: FastifyInstance, services: Services): Promise<void> {
  if (!services.config.parts.chat) return;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(CHAT_NEWS_PATH, { helmet: false, config: { call: 'chat-news' } }, async (request, reply) => {
      try {
        const signature = request.headers['x-signature'];
        if (!Buffer.isBuffer(request.body)) return reply.status(400).send();
        await publishServiceNews(services, request.body, typeof signature === 'string' ? signature : '');
        return reply.status(204).send();
      } catch (error) {
        return refuse(reply, toDomainError(error, request.log));
      }
    });
  });
}
