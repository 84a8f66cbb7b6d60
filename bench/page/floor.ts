import { request as send } from 'node:http';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import type { BrowserContext } from 'playwright';
import { freePort } from '../../server/free-port';
import { firstShown, type Pace, slow, type Visit, watching } from './visit';

const FIRST = '#first';
/** Notes from the start which files have come. */
const FIRST_SCRIPT = `
const loaded = new Set();
for (const end of ['load', 'error']) document.addEventListener(end, ({ target }) => loaded.add(target), true);
`;

/** Once all of the page's files have come, of which none is read or run, makes the call and shows that it was answered. */
const SCRIPT = `
const links = [...document.querySelectorAll('link[rel=preload]')];
await Promise.all(
  links.map((link) => loaded.has(link) || new Promise((done) => { link.onload = link.onerror = done; })),
);
const { method, headers, body } = JSON.parse(document.querySelector('meta[name=call]').content);
const reply = await (await fetch('/call', { method, headers, body })).json();
document.querySelector('#first').textContent = 'rows: ' + (reply.results ?? reply).length;
`;

export type Floor = {
  /** Milliseconds to the first row of a static page that loads the same bytes and makes the same call. */
  visit(context: BrowserContext, same: Visit, pace: Pace): Promise<number>;
  stop(): Promise<void>;
};

/** Serves the files of a build, a page that loads some of them, and the one call, passed on to the platform. */
export async function serveFloor(client: string): Promise<Floor> {
  const app = fastify();
  const pages: string[] = [];
  const calls: NonNullable<Visit['call']>[] = [];
  await app.register(fastifyStatic, {
    root: client,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['index.html', '.vite/**', '**/*.br', '**/*.gz'],
    cacheControl: true,
    maxAge: '1y',
    immutable: true,
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.removeContentTypeParser('application/json');
  app.get('/floor/:index', (request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(pages[indexOf(request.params)]),
  );
  app.route({
    method: ['GET', 'POST'],
    url: '/call',
    handler: (request, reply) => {
      const call = calls[Number(request.headers['x-floor'])];
      if (!call) return reply.code(404).send();
      reply.hijack();
      const passed = send(call.url, { method: call.method, headers: call.headers }, (answer) => {
        reply.raw.writeHead(answer.statusCode ?? 500, { 'content-type': 'application/json' });
        answer.pipe(reply.raw);
      });
      passed.end(call.body ?? undefined);
    },
  });
  const port = await freePort();
  const url = await app.listen({ host: '127.0.0.1', port });
  return {
    async visit(context, same, pace) {
      if (!same.call) throw new Error('The list was not asked for');
      const index = pages.push(pageOf(same, calls.push(same.call) - 1)) - 1;
      const page = await context.newPage();
      await slow(await context.newCDPSession(page), pace);
      await page.addInitScript({ content: watching(FIRST) });
      await page.goto(`${url}/floor/${index}`, { waitUntil: 'commit' });
      const shown = await firstShown(page);
      await page.close();
      return shown;
    },
    stop: () => app.close(),
  };
}

function indexOf(params: unknown): number {
  return Number((params as { index: string }).index);
}

function pageOf({ scripts, styles, call }: Visit, index: number): string {
  const sent = { method: call?.method, headers: { 'x-floor': String(index), 'content-type': 'text/plain' } };
  const asked = JSON.stringify(call?.method === 'GET' ? sent : { ...sent, body: call?.body });
  return `<!doctype html><html><head><meta charset="utf-8"><meta name="call" content="${asked.replaceAll('"', '&quot;')}">
<script>${FIRST_SCRIPT}</script>
${styles.map((path) => `<link rel="stylesheet" href="${path}">`).join('\n')}
${scripts.map((path) => `<link rel="preload" as="script" href="${path}">`).join('\n')}
</head><body><p id="first"></p><script type="module">${SCRIPT}</script></body></html>`;
}
