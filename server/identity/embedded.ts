import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { Db } from '../db/client';
import { provesMail } from '../mail/mail-proof';
import { mountInteractions } from './interactions';
import type { KeyRing } from './key-ring';
import type { SendLater } from './letters';
import { mountMailLinks } from './mail-links';
import { isOurHost } from './own-host';
import { SHOW_PASSWORD, styleOf } from './pages/assets';
import { brokenPage, refusedPage, tooManyPage, wrongHostPage } from './pages/messages';
import { createProvider } from './provider';
import { type IdentityConfig, type Scene, sendPage } from './scene';
import type { SignedOut } from './sessions';

const PREFIX = '/oidc';
const FORM = 'application/x-www-form-urlencoded';
const FORM_LIMIT_BYTES = 16 * 1024;
/** Requests per minute one address may make to the identity pages and token endpoint. */
export const IDENTITY_LIMIT = { max: 300, timeWindow: '1 minute' };
const INVALID = { error: 'invalid_request' };

/** An unguessable marker of this process's own requests; their callers are limited elsewhere. */
export const INTERNAL = { 'x-verdant-internal': randomUUID() };
const isInternal = (request: FastifyRequest) =>
  request.headers['x-verdant-internal'] === INTERNAL['x-verdant-internal'];

type Settings = {
  readonly config: IdentityConfig;
  readonly db: Db;
  readonly sendLater: SendLater;
  readonly log: Scene['log'];
  readonly ring: KeyRing;
  readonly signedOut: SignedOut;
  /** The app font's address; null if the app isn't served here. */
  readonly font: string | null;
};

type Failure = { readonly statusCode?: number; readonly message: string };

const tooMany = (_request: FastifyRequest, { after }: { after: string }) =>
  Object.assign(new Error(`Try again in ${after}.`), { statusCode: 429 });

/** Serves the OpenID provider and its pages under /oidc. `close` waits for what goes on after replies. */
export async function mountProvider(
  app: FastifyInstance,
  { config, db, sendLater, log, ring, font, signedOut }: Settings,
) {
  const build = (): Provider =>
    createProvider({
      ...config,
      db,
      keys: ring.keys(),
      signedOut,
      onError: (err) => log.error({ err }, 'the OpenID provider failed'),
    });
  let provider = build();
  let handle = provider.callback();
  ring.onChange(() => {
    provider = build();
    handle = provider.callback();
  });

  function explain(error: Failure, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const status = error.statusCode ?? 500;
    if (status >= 500) log.error({ err: error }, 'a sign-in page failed');
    const description = status >= 500 ? {} : { error_description: error.message };
    const out = {
      error: status === 429 ? 'slow_down' : status >= 500 ? 'server_error' : 'invalid_request',
      ...description,
    };
    if (!request.headers.accept?.includes('text/html')) return reply.status(status).send(out);
    return sendPage(reply, status === 429 ? tooManyPage(error.message) : brokenPage(config.publicUrl, out), status);
  }

  const running = new Set<Promise<unknown>>();
  const scene: Scene = {
    publicUrl: config.publicUrl,
    signUp: config.signUp,
    contact: config.company.supportEmail,
    db,
    sendLater,
    log,
    signedOut,
    provider: () => provider,
    cookieKeys: () => ring.keys().cookies,
    provesMail: (path, email) => provesMail(path, email, config),
    later: (work) => {
      const task: Promise<unknown> = work()
        .catch((err: unknown) => log.error({ err }, 'work after a reply failed'))
        .finally(() => running.delete(task));
      running.add(task);
    },
  };

  await app.register(
    async (scope) => {
      if (scope.hasContentTypeParser(FORM)) scope.removeContentTypeParser(FORM);
      scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES }, (_request, body, done) =>
        done(null, new URLSearchParams(body.toString())),
      );
      scope.addHook('onRequest', async (request, reply) => {
        // The provider builds addresses from it.
        if (!isOurHost(request, config)) return sendPage(reply, wrongHostPage(config.publicUrl), 421);
        if (request.raw.url?.includes('%00')) return sendPage(reply, brokenPage(config.publicUrl, INVALID), 400);
      });
      scope.setErrorHandler((error: Failure, request, reply) => explain(error, request, reply));
      if (scope.hasDecorator('rateLimit')) {
        scope.addHook(
          'onRequest',
          scope.rateLimit({ ...IDENTITY_LIMIT, allowList: isInternal, errorResponseBuilder: tooMany }),
        );
      }

      scope.register(async (pages) => {
        pages.addHook('onRequest', async (request, reply) => {
          if (request.method === 'POST' && !isOurOrigin(request, config.publicUrl)) {
            return sendPage(reply, refusedPage(config.publicUrl), 403);
          }
        });
        pages.get('/style.css', (_request, reply) => sendAsset(reply, 'text/css', styleOf(font)));
        pages.get('/show-password.js', (_request, reply) => sendAsset(reply, 'text/javascript', SHOW_PASSWORD));
        mountInteractions(pages, scene);
        mountMailLinks(pages, scene);
      });

      // Everything else goes to the provider, which reads the body itself, so it takes over before Fastify does.
      scope.all('/*', { preParsing: (request, reply) => passToProvider(request, reply, handle) }, () => undefined);
    },
    { prefix: PREFIX },
  );

  return {
    close: async () => {
      await Promise.all(running);
    },
  };
}

function passToProvider(request: FastifyRequest, reply: FastifyReply, handle: ReturnType<Provider['callback']>): void {
  const { raw } = request;
  const url = raw.url ?? '/';
  Object.assign(raw, { originalUrl: url, url: url.slice(PREFIX.length) || '/' });
  // Taking over loses what earlier hooks set on the reply, such as security headers.
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.raw.prependListener('finish', () => {
    raw.url = url;
  });
  reply.hijack();
  void handle(raw, reply.raw);
}

/** Browsers send an Origin with every form they post. */
function isOurOrigin(request: FastifyRequest, publicUrl: string): boolean {
  return request.headers.origin === new URL(publicUrl).origin;
}

function sendAsset(reply: FastifyReply, type: string, content: string): FastifyReply {
  return reply
    .headers({ 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' })
    .type(`${type}; charset=utf-8`)
    .send(content);
}
