import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { contract } from '../../domain/calls';
import { SUBJECT_ACCESS, TYPE_ACCESS } from '../../domain/events/access';
import { EVENT_SUBJECTS, EVENT_TYPES, EVENTS, type EventType, OPT_IN_EVENTS } from '../../domain/events/catalogue';
import { EVENT_DAYS } from '../../domain/events/contract';
import { webhookPayload } from '../../domain/events/event';
import { CALLS_TELL, type CallName } from '../../domain/events/tells';
import { type Html, html } from '../mail/html';
import { describeRequirement } from './describe-requirement';

const HEADERS = z.object({
  'webhook-id': z.string().describe('The event’s id, the same at each try'),
  'webhook-timestamp': z.string().describe('Seconds since 1970, of this try'),
  'webhook-signature': z
    .string()
    .describe('v1, and the HMAC-SHA256 of id.timestamp.body in base64; two while a secret is replaced'),
});

/** The `webhooks` of the OpenAPI document: what is sent of each event, by the Standard Webhooks specification. */
export const describeWebhooks = (): ZodOpenApiPathsObject =>
  Object.fromEntries(
    EVENT_TYPES.map((type) => [
      type,
      {
        post: {
          operationId: `webhook.${type}`,
          tags: ['events'],
          summary: EVENTS[type].says,
          description: `Needs: ${needs(type)}. ${isOptIn(type) ? 'Sent to endpoints that name it.' : 'Sent to endpoints that name it or name none.'}`,
          security: [],
          requestParams: { header: HEADERS },
          requestBody: { content: { 'application/json': { schema: webhookPayload(type) } } },
          responses: {
            '2XX': { description: 'Received: it is not sent again' },
            410: { description: 'Nobody is there anymore: the endpoint is switched off' },
            default: { description: 'Not received: it is tried again, for about 75 hours' },
          },
        },
      },
    ]),
  );

const isOptIn = (type: EventType) => OPT_IN_EVENTS.includes(type);

const needs = (type: EventType): string =>
  [SUBJECT_ACCESS[EVENTS[type].subject], TYPE_ACCESS[type]]
    .flatMap((requirement) => (requirement ? describeRequirement(requirement) : []))
    .join(', and ');

/** The same as a section of the readable page, with the calls that may cause each. */
export function eventsSection(): Html {
  const callsOf = (type: EventType) =>
    Object.entries(CALLS_TELL).flatMap(([name, types]) => (types.includes(type) ? pathOf(name as CallName) : []));
  const events = EVENT_TYPES.map((type) => {
    const address = EVENT_SUBJECTS[EVENTS[type].subject];
    const calls = callsOf(type);
    return html`<details><summary><b>${type}</b> ${EVENTS[type].says}</summary>
<p>Needs: ${needs(type)}.${isOptIn(type) && ' Only told to who names it.'}${address !== null && html` Read <code>GET ${address}</code> for the current state.`}</p>
${calls.length > 0 && html`<p>May follow from ${calls.map((call) => html`<code>${call}</code> `)}, and from what others and the platform do.</p>`}</details>`;
  });
  return html`<section><h2>What happened</h2>
<p>Events are kept for ${EVENT_DAYS} days, from when the organization has its first webhook endpoint or API key, in the order in which they
were committed. They carry ids alone; what somebody may not see is left out. Keep the <code>cursor</code> of
<code>GET /events</code> and pass it as <code>after</code>: nothing is missed and nothing comes twice. Webhooks send the same as it
happens, and only need be taken as a hint to read on. Of one record the higher <code>sequence</code> is the newer.</p>
${events}</section>`;
}

function pathOf(name: CallName): string {
  const [area = '', verb = ''] = name.split('.');
  const areas = contract as unknown as Record<string, Record<string, { method: string; path: string }>>;
  const call = areas[area]?.[verb];
  return call ? `${call.method} ${call.path}` : name;
}
