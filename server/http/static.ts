import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import middie from '@fastify/middie';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ViteDevServer } from 'vite';
import { PARTS } from '../../domain/parts';
import type { Config } from '../config';
import { freePort } from '../free-port';

const SERVER_PATH = /^\/(api|oidc|health|ready|metrics)(\/|\?|$)/;
const FILE_PATH = /\.(avif|css|gif|html?|ico|jpe?g|js|json|map|mjs|png|svg|tsx?|txt|webmanifest|webp|woff2?|xml)$/i;
/** The build's marker for inline scripts. */
const INLINE = /<script data-inline/g;

/** Server settings for the pages, by meta tag name without `verdant-`. */
export type PageSettings = Readonly<Record<string, string>>;

export function pageSettings(config: Config): PageSettings {
  return {
    'signs-in-outside': config.oidc.embedded ? '' : 'yes',
    'api-base': '/api',
    'build-id': config.buildId,
    'sign-up': config.signUp,
    'switched-off': PARTS.filter((part) => !config.parts[part]).join(' '),
    'staging-label': config.stagingLabel ?? '',
    'support-email': config.company.supportEmail,
    'company-name': config.company.name,
    'company-address': config.company.address,
    'company-phone': config.company.phone,
    'social-urls': config.company.socials.join(' '),
    'app-store-url': config.company.appStore,
    'play-store-url': config.company.playStore,
  };
}

export type PageOptions = {
  /** The folder with package.json. */
  readonly root: string;
  /** Whether to compile sources on request with hot reload, instead of serving the build. */
  readonly dev: boolean;
  readonly page: PageSettings;
  /** Settings read anew for each page. What takes longer than `NOW_MS` or fails is left to the app. */
  readonly pageNow?: () => Promise<PageSettings>;
};

const NOW_MS = 200;

/**
 * Serves the built app: files with hashed names cached forever, others revalidated, and the page for every address that
 * isn't the server's own. A missing file is a 404, never the page.
 */
export async function serveApp(app: FastifyInstance, { root, dev, page, pageNow }: PageOptions): Promise<void> {
  const template = dev ? await developed(app, root) : await built(app, join(root, 'dist/client'));
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (SERVER_PATH.test(request.url) || FILE_PATH.test(path)) return reply.callNotFound();
    const { script, style } = reply.cspNonce;
    // Scripts add the kit's styles on demand; the nonce allows them and no others.
    const [html, now] = await Promise.all([template(path), pageNow ? soon(pageNow()) : {}]);
    const whole = withSettings(html, { ...page, ...now, 'csp-nonce': style }).replace(INLINE, `$& nonce="${script}"`);
    if (dev) allowDevelopmentScripts(reply);
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(whole);
  });
}

function soon(settings: Promise<PageSettings>): Promise<PageSettings> {
  return Promise.race([settings, pause(NOW_MS, {}, { ref: false })]).catch(() => ({}));
}

/** The font the app's page loads first; null without a page. */
export async function fontAddress(root: string, dev: boolean): Promise<string | null> {
  const page = await readFile(join(root, dev ? '' : 'dist/client', 'index.html'), 'utf8').catch(() => '');
  return /href="(\/[^"]+\.woff2)"/.exec(page)?.[1] ?? null;
}

type Template = (path: string) => Promise<string>;

async function built(app: FastifyInstance, client: string): Promise<Template> {
  if (existsSync(client)) {
    await app.register(fastifyStatic, {
      root: client,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['index.html', '.vite/**', '**/*.br', '**/*.gz'],
      setHeaders: (reply, path) => {
        const forever = path.includes('/assets/');
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'public, max-age=0');
      },
    });
  }
  let page: Promise<[string, (path: string) => ScreenFiles]> | undefined;
  return async (path) => {
    page ??= Promise.all([readFile(join(client, 'index.html'), 'utf8'), readScreenFiles(client)]);
    const [html, filesOf] = await page;
    return withFiles(html, filesOf(path));
  };
}

async function developed(app: FastifyInstance, root: string): Promise<Template> {
  const { createServer: createVite } = await import('vite');
  const vite: ViteDevServer = await createVite({
    root,
    appType: 'custom',
    server: { middlewareMode: true, host: '127.0.0.1', hmr: { host: '127.0.0.1', port: await freePort() } },
  });
  if (!app.hasDecorator('use')) await app.register(middie);
  app.use((request, reply, next) =>
    SERVER_PATH.test(request.url ?? '') ? next() : vite.middlewares(request, reply, next),
  );
  app.addHook('onClose', () => vite.close());
  return async (path) => vite.transformIndexHtml(path, await readFile(join(root, 'index.html'), 'utf8'));
}

/** Hot reload uses an inline script and its own port; the built page needs neither. */
function allowDevelopmentScripts(reply: FastifyReply): void {
  reply.removeHeader('content-security-policy');
  reply.raw.removeHeader('content-security-policy');
}

function withSettings(html: string, page: PageSettings): string {
  const tags = Object.entries(page).map(
    ([name, value]) => `<meta name="verdant-${name}" content="${escapeHtml(value)}">`,
  );
  return html.replace('</head>', () => `  ${tags.join('\n    ')}\n  </head>`);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A screen's files, relative to the client's folder. */
type ScreenFiles = { scripts: readonly string[]; styles: readonly string[] };

type Screen = { segments: readonly string[]; files: ScreenFiles };

/**
 * The files of the screen at an address, as recorded by the build; none for an address without a screen, or without a
 * build.
 */
async function readScreenFiles(client: string): Promise<(path: string) => ScreenFiles> {
  const text = await readFile(join(client, '.vite/screens.json'), 'utf8').catch(() => '{}');
  const screens = Object.entries(JSON.parse(text) as Record<string, ScreenFiles>)
    .map(([path, files]): Screen => ({ segments: path.split('/'), files }))
    // `orders/purchases` before `orders/:slug`.
    .sort((a, b) => openness(a) - openness(b));
  return (path) => {
    const asked = path.split('/').filter(Boolean);
    return screens.find(({ segments }) => isAt(segments, asked))?.files ?? { scripts: [], styles: [] };
  };
}

const openness = ({ segments }: Screen) =>
  segments.filter((segment) => segment.startsWith(':') || segment === '*').length;

function isAt(segments: readonly string[], asked: readonly string[]): boolean {
  if (segments.at(-1) === '*') return segments.slice(0, -1).every((segment, at) => fits(segment, asked[at]));
  const own = segments.filter(Boolean);
  return own.length === asked.length && own.every((segment, at) => fits(segment, asked[at]));
}

const fits = (segment: string, asked: string | undefined) =>
  asked !== undefined && (segment.startsWith(':') || segment === asked);

/** Adds a screen's files to the page for early fetching; those already in the page are left out. */
function withFiles(html: string, { scripts, styles }: ScreenFiles): string {
  const links = [
    ...styles.map((file) => ({ file, rel: 'stylesheet' })),
    ...scripts.map((file) => ({ file, rel: 'modulepreload' })),
  ]
    .filter(({ file }) => !html.includes(`"/${file}"`))
    .map(({ file, rel }) => `<link rel="${rel}" crossorigin href="/${file}">`);
  return links.length === 0 ? html : html.replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`);
}
