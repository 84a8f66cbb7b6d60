import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../domain/events/catalogue';
import { bodyChanges, readableBody } from '../../../domain/webhooks/body-changes';
import { curlOf } from '../../../domain/webhooks/curl';
import { endpointName, healthOf } from '../../../domain/webhooks/endpoint-words';
import { EVENT_GROUPS, subjectText, typesText } from '../../../domain/webhooks/event-groups';

describe('what is said of an endpoint', () => {
  const endpoint = { kind: 'URL', description: '', url: 'https://hooks.example.com/a' } as const;
  it('calls it what people wrote, else by its host', () => {
    expect(endpointName({ ...endpoint, description: 'Our ERP' })).toBe('Our ERP');
    expect(endpointName(endpoint)).toBe('hooks.example.com');
    expect(endpointName({ ...endpoint, url: 'nowhere' })).toBe('nowhere');
    expect(endpointName({ ...endpoint, kind: 'RECEIVER' })).toBe('Test receiver');
  });

  it('says that an active one fails, and not that one that is off does', () => {
    const failingSince = '2026-03-01T12:00:00Z';
    expect(healthOf({ state: 'ACTIVE', failingSince: null })).toBe('ACTIVE');
    expect(healthOf({ state: 'ACTIVE', failingSince })).toBe('FAILING');
    expect(healthOf({ state: 'DISABLED', failingSince })).toBe('DISABLED');
  });
});

describe('the events one chooses from', () => {
  it('are all but the test event, each once', () => {
    const offered = EVENT_GROUPS.flatMap(({ types }) => types);
    expect([...offered, 'ping'].sort()).toEqual([...EVENT_TYPES].sort());
  });

  it('are told in a word or two', () => {
    expect(typesText([])).toBe('Everything except messages');
    expect(typesText(['order.created'])).toBe('order.created');
    expect(typesText(['order.created', 'order.updated'])).toBe('2 kinds');
    expect(subjectText({ kind: 'price_schedule', id: '7' })).toBe('Price schedule 7');
  });
});

describe('a request as a command', () => {
  it('gives a shell the same headers and body, whatever is in them', () => {
    const body = `{"note":"it's $HOME \\n \`whoami\` “done”"}`;
    const headers = { 'webhook-id': "evt'1", 'Content-Length': '12', host: 'x.example' };
    const command = curlOf("https://x.example/a?b='c'&d=1", headers, body);
    const words = execFileSync('sh', ['-c', `curl() { printf '%s\\n--\\n' "$@"; }; ${command}`], { encoding: 'utf8' });
    expect(words.split('\n--\n').slice(0, -1)).toEqual([
      '-X',
      'POST',
      "https://x.example/a?b='c'&d=1",
      '-H',
      "webhook-id: evt'1",
      '--data-binary',
      body,
    ]);
  });
});

describe('two bodies', () => {
  it('differ value by value', () => {
    expect(bodyChanges('{"a":1,"b":{"c":[1,2]},"d":""}', '{"a":1,"b":{"c":[1,3]},"e":null}')).toEqual([
      { path: 'b.c.1', before: '2', after: '3' },
      { path: 'd', before: '""', after: null },
      { path: 'e', before: null, after: 'null' },
    ]);
  });

  it('are not compared when one isn’t JSON, and are shown as they came', () => {
    expect(bodyChanges('{"a":1}', 'hello')).toBeNull();
    expect(readableBody('hello')).toBe('hello');
    expect(readableBody('{"a":1}')).toBe('{\n  "a": 1\n}');
  });
});
