import type { FastifyInstance } from 'fastify';
import { type Html, html } from '../mail/html';
import { act, readForms } from './page';
import type { recordsOf } from './records';

type Records = ReturnType<typeof recordsOf>;
type Pressed = { Body: { subject: string } };

const MOST_REVOKED = 500;

/** A sandbox's switches: take it offline and back online, revoke and restore a key. */
export function serveSwitches(scope: FastifyInstance, page: string, records: Records): void {
  readForms(scope);
  scope.post(`${page}/outage`, async (_request, reply) => {
    await records.toggleOutage();
    return reply.redirect(page, 303);
  });
  scope.post<Pressed>(`${page}/revoke`, async ({ body }, reply) => {
    await records.toggleRevoked(body.subject);
    return reply.redirect(page, 303);
  });
}

/** The current switches, for the sandbox's page. */
export async function readSwitches(
  page: string,
  records: Records,
): Promise<{ outage: Html; revoke(key: string): Html }> {
  const isOut = await records.isOut();
  const revoked = new Set((await records.newest('revoked', MOST_REVOKED)).map(({ subject }) => subject));
  return {
    outage: html`<p>${isOut ? 'The service is offline: every call gets a 503.' : 'The service is online.'}</p>
${act(`${page}/outage`, isOut ? 'Bring online' : 'Take offline')}`,
    revoke: (key) => act(`${page}/revoke`, revoked.has(key) ? 'Restore' : 'Revoke', key),
  };
}
