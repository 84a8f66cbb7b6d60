import { setTimeout as wait } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { expect } from 'vitest';
import type { LiveEvent } from '../../domain/live/events';
import type { TestApp } from './app';

const open: AbortController[] = [];

/** For `afterEach`. */
export function stopListening(): void {
  for (const controller of open.splice(0)) controller.abort();
}

export interface Heard {
  events: LiveEvent[];
  resyncs: number;
  ended: Promise<void>;
  /** Resolves once a change matches; otherwise the test times out. */
  until(question: (event: LiveEvent) => boolean): Promise<LiveEvent>;
}

/** Opens someone's live stream, in an organization or none; `stopListening` ends it. */
export async function listen(on: TestApp, token: string, orgId: number | null, query = ''): Promise<Heard> {
  const controller = new AbortController();
  open.push(controller);
  const response = await fetch(`${on.url}/api/live${query}`, {
    headers: { authorization: `Bearer ${token}`, ...(orgId === null ? {} : { 'org-id': String(orgId) }) },
    signal: controller.signal,
  });
  expect(response.status).toBe(200);
  const heard = { events: [] as LiveEvent[], resyncs: 0 };
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'resync') heard.resyncs += 1;
      if (event === 'change') heard.events.push(JSON.parse(data) as LiveEvent);
    },
  });
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk, { stream: true }));
  };
  const ended = read().catch(() => undefined);
  const result = Object.assign(heard, {
    ended,
    async until(question: (event: LiveEvent) => boolean) {
      for (;;) {
        const found = heard.events.find(question);
        if (found) return found;
        await wait(10);
      }
    },
  });
  while (heard.resyncs === 0 && query === '') await wait(5);
  return result;
}
