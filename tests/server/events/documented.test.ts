import { expect, test } from 'vitest';
import { EVENT_TYPES, EVENTS } from '../../../domain/events/catalogue';
import { openApp } from '../../support/app';

const app = await openApp();
const read = async (path: string) => (await fetch(`${app.url}${path}`)).text();

test('what is sent of each event is in the OpenAPI document', async () => {
  const { openapi, webhooks } = JSON.parse(await read('/api/openapi.json'));
  expect(openapi).toBe('3.1.0');
  expect(Object.keys(webhooks)).toEqual(EVENT_TYPES);
  const { post } = webhooks['order.created'];
  expect(post.summary).toBe(EVENTS['order.created'].says);
  const { properties } = post.requestBody.content['application/json'].schema;
  expect(properties.type).toMatchObject({ const: 'order.created' });
  expect(Object.keys(properties.data.properties)).toEqual(['id', 'orgId', 'subject', 'sequence', 'url']);
});

test('and each is told of on the page of calls, with the call that reads what it is about', async () => {
  const page = await read('/api/docs');
  for (const type of EVENT_TYPES) expect(page).toContain(`<b>${type}</b>`);
  expect(page).toContain('<code>GET /seller/orders/:id</code>');
  expect(page).toContain('<code>POST /seller/orders/:id/transition</code>');
});
