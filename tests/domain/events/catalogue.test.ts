import { expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import type { Endpoint } from '../../../domain/contract/endpoint';
import { SUBJECT_ACCESS } from '../../../domain/events/access';
import { EVENT_SUBJECT_KINDS, EVENT_SUBJECTS, EVENT_TYPES, EVENTS } from '../../../domain/events/catalogue';
import { EventRecord, subjectUrl, webhookPayload } from '../../../domain/events/event';
import { webhooks } from '../../../domain/webhooks/contract';

const calls = [...Object.values(contract), webhooks].flatMap((area) => Object.values(area) as Endpoint[]);
const readOf = (path: string) => calls.find((call) => call.method === 'GET' && call.path === path);

const addressed = EVENT_SUBJECT_KINDS.flatMap((kind) => {
  const path = EVENT_SUBJECTS[kind];
  return path === null ? [] : [{ kind, path }];
});

test.each(addressed)('$path reads a $kind by its id alone', ({ path }) => {
  expect(readOf(path)).toBeDefined();
  expect(path.match(/:\w+/g)).toHaveLength(1);
});

test.each(addressed)('being told of a $kind takes what reading it takes', ({ kind, path }) => {
  const requires = readOf(path)?.requires;
  // Everybody reads the directory's licenses; what becomes of one is for those who manage it.
  if (requires?.kind !== 'publicly') expect(SUBJECT_ACCESS[kind]).toEqual(requires);
});

test('each type is named by what it is about and what happened', () => {
  for (const type of EVENT_TYPES) expect(type).toMatch(/^(ping|[a-z_]+\.[a-z_]+)$/);
});

test.each(EVENT_TYPES)('a webhook of %s carries ids alone', (type) => {
  const kind = EVENTS[type].subject;
  const event: EventRecord = {
    id: 'evt_9d7ce4e5-2a56-4b0e-8a53-1f8f2a9f8f0b',
    type,
    timestamp: '2026-11-30T10:00:00.000Z',
    orgId: 1,
    subject: { kind, id: '7' },
    sequence: 3,
  };
  expect(EventRecord.parse(event)).toEqual(event);
  const { type: _, timestamp, ...rest } = event;
  const sent = { type, timestamp, data: { ...rest, url: subjectUrl('https://verdant.example/api', event.subject) } };
  expect(webhookPayload(type).parse(sent)).toEqual(sent);
  expect(webhookPayload(type).safeParse({ ...sent, data: { ...sent.data, text: 'Hello' } }).success).toBe(false);
});
