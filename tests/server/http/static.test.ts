import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import helmet from '@fastify/helmet';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveApp } from '../../../server/http/static';

const PAGE = `<html><head><script data-inline>askEarly()</script>
<script type="module" src="/assets/app.js"></script></head><body>the app</body></html>`;
const SCRIPT = 'console.log("orders")';

describe('the built app', () => {
  let root: string;
  let app: FastifyInstance;
  let notices: () => Promise<Record<string, string>> = async () => ({});

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'verdant-static-'));
    const client = join(root, 'dist/client');
    await mkdir(join(client, 'assets'), { recursive: true });
    await mkdir(join(client, '.vite'));
    await writeFile(join(client, 'index.html'), PAGE);
    await writeFile(join(client, 'assets/orders-1a2b.js'), SCRIPT);
    await writeFile(join(client, 'assets/orders-1a2b.js.br'), brotliCompressSync(SCRIPT));
    await writeFile(join(client, 'favicon.svg'), '<svg/>');
    await writeFile(join(client, '.vite/manifest.json'), '{}');
    const screens = {
      orders: { scripts: ['assets/app.js', 'assets/orders-1a2b.js'], styles: ['assets/orders.css'] },
      'orders/purchases': { scripts: ['assets/purchases.js'], styles: [] },
      'orders/:slug': { scripts: ['assets/order.js'], styles: [] },
      'marketplace/brands/*': { scripts: ['assets/brand.js'], styles: [] },
    };
    await writeFile(join(client, '.vite/screens.json'), JSON.stringify(screens));
    app = fastify();
    await app.register(helmet, { enableCSPNonces: true });
    app.setNotFoundHandler((_, reply) => reply.code(404).send({ message: 'not here' }));
    app.get('/api/orders', async () => ({ results: [] }));
    const page = { 'build-id': '7', 'staging-label': 'A "quoted" <label>' };
    await serveApp(app, { root, dev: false, page, pageNow: () => notices() });
  });
  afterAll(async () => {
    await app.close();
    await rm(root, { recursive: true });
  });

  it.each(['/', '/orders', '/orders/ABC-1.2?tab=lines', '/apiary'])('%s is the page, never cached', async (url) => {
    const reply = await app.inject(url);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toContain('text/html');
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.body).toContain('the app');
  });

  it('has the settings in meta tags, escaped', async () => {
    const { body } = await app.inject('/');
    expect(body).toContain('<meta name="verdant-build-id" content="7">');
    expect(body).toContain('content="A &#34;quoted&#34; &#60;label&#62;"');
    expect(body.match(/<script/g)).toHaveLength(2);
  });

  it('has what is so at that moment, and comes without it when that can’t be read soon', async () => {
    notices = async () => ({ 'site-flags': '["now"]' });
    expect((await app.inject('/')).body).toContain('<meta name="verdant-site-flags" content="[&#34;now&#34;]">');
    for (const late of [() => Promise.reject(new Error('The database is down')), () => new Promise<never>(() => {})]) {
      notices = late;
      const reply = await app.inject('/');
      expect(reply.statusCode).toBe(200);
      expect(reply.body).not.toContain('site-flags');
      expect(reply.body).toContain('<meta name="verdant-build-id" content="7">');
    }
    notices = async () => ({});
  });

  it('allows the build’s inline scripts, and no others', async () => {
    const { headers, body } = await app.inject('/');
    const nonce = body.match(/<script data-inline nonce="(\w+)">askEarly/)?.[1];
    expect(headers['content-security-policy']).toMatch(new RegExp(`script-src [^;]*'nonce-${nonce}'`));
    expect(headers['content-security-policy']).not.toMatch(/script-src [^;]*unsafe-inline/);
  });

  it('has a style nonce, different every time', async () => {
    const [first, second] = await Promise.all([app.inject('/'), app.inject('/')]);
    const nonceOf = (body: string) => body.match(/<meta name="verdant-csp-nonce" content="(\w+)">/)?.[1];
    expect(first.headers['content-security-policy']).toContain(`'nonce-${nonceOf(first.body)}'`);
    expect(nonceOf(first.body)).not.toBe(nonceOf(second.body));
  });

  it('lists its screen’s files, without repeating its own', async () => {
    const { body } = await app.inject('/orders?page=2');
    expect(body).toContain('<link rel="modulepreload" crossorigin href="/assets/orders-1a2b.js">');
    expect(body).toContain('<link rel="stylesheet" crossorigin href="/assets/orders.css">');
    expect(body.match(/assets\/app\.js/g)).toHaveLength(1);
  });

  it.each([
    ['/orders/purchases', 'purchases'],
    ['/orders/77/', 'order'],
    ['/marketplace/brands/7/high-desert', 'brand'],
  ])('at %s it is the screen the app shows there', async (url, screen) => {
    const { body } = await app.inject(url);
    expect(body.match(/modulepreload[^>]+/g)).toEqual([`modulepreload" crossorigin href="/assets/${screen}.js"`]);
  });

  it.each(['/', '/nowhere', '/orders/77/lines'])('at %s, without a screen, it lists no files', async (url) => {
    expect((await app.inject(url)).body).not.toContain('modulepreload');
  });

  it('caches files with hashed names forever, and revalidates others', async () => {
    const hashed = await app.inject('/assets/orders-1a2b.js');
    expect(hashed.body).toBe(SCRIPT);
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await app.inject('/favicon.svg')).headers['cache-control']).toBe('public, max-age=0');
  });

  it('sends precompressed files to clients that accept them', async () => {
    const reply = await app.inject({ url: '/assets/orders-1a2b.js', headers: { 'accept-encoding': 'br' } });
    expect(reply.headers['content-encoding']).toBe('br');
    expect(reply.headers['content-type']).toContain('javascript');
    expect(reply.rawPayload).toEqual(brotliCompressSync(SCRIPT));
  });

  it.each([
    '/assets/gone-9z.js',
    '/logo.png',
    '/index.html',
    '/.vite/manifest.json',
    '/assets/../../../package.json',
    '/assets/%2e%2e/%2e%2e/%2e%2e/package.json',
    '/api/unknown',
    '/oidc/unknown',
    '/health/unknown',
    '/ready/unknown',
  ])('%s isn’t found, and doesn’t return the page', async (url) => {
    const reply = await app.inject(url);
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toEqual({ message: 'not here' });
  });

  it('only answers reads: a form posted to a page isn’t found', async () => {
    expect((await app.inject({ method: 'POST', url: '/orders' })).statusCode).toBe(404);
    expect((await app.inject({ method: 'HEAD', url: '/assets/gone-9z.js' })).statusCode).toBe(404);
  });
});
