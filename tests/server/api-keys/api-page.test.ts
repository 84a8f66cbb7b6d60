import { expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import type { Endpoint } from '../../../domain/contract/endpoint';
import { isForKeys } from '../../../domain/contract/for-keys';
import { describeApi } from '../../../server/http/openapi';
import { exampleOf, type JsonSchema } from '../../../server/http/openapi-example';
import { openApp } from '../../support/app';

const app = await openApp();
const document = describeApi({ publicUrl: 'https://verdant.example' });
const schemas = (document.components?.schemas ?? {}) as Record<string, JsonSchema>;

type Described = {
  description: string;
  security: object[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
};

const calls = Object.entries(contract).flatMap(([area, verbs]) =>
  (Object.entries(verbs) as [string, Endpoint][]).map(([verb, endpoint]) => {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const found = document.paths?.[path] as Record<string, Described> | undefined;
    return { name: `${area}.${verb}`, endpoint, described: found?.[endpoint.method.toLowerCase()] as Described };
  }),
);

/** What has to agree with something that no schema says, such as two fields that are needed together. */
const UNSAID = 0.1;

test('says of every call whether keys may make it', () => {
  for (const { endpoint, described } of calls) {
    const isOpen = isForKeys(endpoint);
    expect(described.description).toContain(isOpen ? 'API keys may call it.' : 'API keys can’t call it.');
    if (endpoint.requires.kind !== 'publicly') {
      expect(JSON.stringify(described.security).includes('apiKey')).toBe(isOpen);
    }
  }
});

test('has a request for each call that keys may make, with a body the call takes', () => {
  const open = calls.filter(({ endpoint }) => endpoint.body && isForKeys(endpoint));
  const wrong = open.filter(({ endpoint, described }) => {
    const body = exampleOf(described.requestBody?.content['application/json']?.schema ?? {}, schemas);
    return !endpoint.body?.safeParse(body).success;
  });
  expect(open.length).toBeGreaterThan(100);
  expect(wrong.map(({ name }) => name).slice(Math.floor(open.length * UNSAID))).toEqual([]);
});

test('is a page without script that tells how to sign a request and copy one', async () => {
  const page = await (await fetch(`${app.url}/api/docs`)).text();
  expect(page).not.toContain('<script');
  for (const text of ['Authorization: Bearer vrd_live_', 'Idempotency-Key', 'Retry-After', 'itemsPerPage', 'STALE']) {
    expect(page).toContain(text);
  }
  expect(page).toContain(`/api${contract.orders.search.path}&#39;`);
});
