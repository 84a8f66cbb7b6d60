import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config';
import { hostOf, isOurHost } from '../identity/own-host';

const PLACE = '/sandbox';
const FORM = 'application/x-www-form-urlencoded';

type Settings = Pick<Config, 'publicUrl' | 'trustProxy' | 'host'>;

/**
 * Has the sandboxes answer at their own address only, and take forms from their own pages only. Their pages
 * need no sign-in: another site whose name leads to this machine, or that posts to it, would else read the letters and
 * press the switches.
 */
export function guardSandboxes(app: FastifyInstance, settings: Settings): void {
  app.addHook('onRequest', async (request, reply) => {
    const { url } = request.routeOptions;
    if (url !== PLACE && !url?.startsWith(`${PLACE}/`)) return;
    if (!isOurHost(request, settings) && !isNoOthers(hostOf(request, settings), settings.host))
      return reply.code(421).type('text/plain').send(`Open ${settings.publicUrl}${PLACE} instead.\n`);
    const { 'sec-fetch-site': from, 'content-type': type } = request.headers;
    const isOthers = from !== undefined && from !== 'same-origin' && from !== 'none';
    if (isOthers && type?.toLowerCase().startsWith(FORM))
      return reply.code(403).type('text/plain').send('Only the sandbox’s own pages can do this.\n');
  });
}

/** Whether no other site can be at this host: a number, this machine’s own name, or the name it listens by. */
function isNoOthers(host: string | undefined, listening: string): boolean {
  const name = host?.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1') ?? '';
  return name === 'localhost' || name === listening.toLowerCase() || isIP(name) !== 0;
}
