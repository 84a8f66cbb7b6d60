import { useEffect, useRef } from 'react';
import { usage as calls } from '../../domain/usage/contract';
import { MOST_EVENTS, type UsageEvent } from '../../domain/usage/events';
import { call } from '../providers/call';
import { callNews } from '../providers/call/call-news';

const SEND_MS = 15_000;

/** Measures screens, acts, errors and loading times while `isOn`, and sends them together. */
export function useUsageEvents(isOn: boolean, screen: string | null): void {
  const shown = useRef(screen);
  const add = useRef<(event: UsageEvent) => void>(() => {});
  shown.current = screen;

  useEffect(() => {
    if (!isOn) return;
    let waiting: UsageEvent[] = [];
    const send = () => {
      if (waiting.length === 0) return;
      const events = waiting.slice(0, MOST_EVENTS);
      waiting = [];
      // What is lost isn't worth a second try.
      call(calls.send, { body: { events } }, { quiet: true, asksNothing: true, outlives: true }).catch(() => {});
    };
    add.current = (event) => {
      waiting.push(event);
      if (waiting.length >= MOST_EVENTS) send();
    };
    const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
    const offs = [
      callNews.done.on(({ endpoint }) => {
        if (endpoint.part !== 'usage') add.current({ kind: 'act', at: Date.now(), act: nameOf(endpoint) });
      }),
      callNews.refused.on(({ endpoint, error }) => {
        if (endpoint.part === 'usage') return;
        add.current({ kind: 'error', at: Date.now(), act: nameOf(endpoint), code: error.internalCode });
      }),
      watchVitals((vital, value) =>
        add.current({ kind: 'vital', at: Date.now(), screen: shown.current ?? '', vital, value }),
      ),
    ];
    const timer = setInterval(send, SEND_MS);
    const hidden = () => document.hidden && send();
    document.addEventListener('visibilitychange', hidden);
    return () => {
      for (const off of offs) off();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', hidden);
      // Withdrawn or left: what wasn't sent isn't.
      add.current = () => {};
    };
  }, [isOn]);

  useEffect(() => {
    if (isOn && screen !== null) add.current({ kind: 'screen', at: Date.now(), screen });
  }, [isOn, screen]);
}

type Vital = Extract<UsageEvent, { kind: 'vital' }>['vital'];
type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };

/** The page's loading times at once, and what changes until the page is hidden then. Returns what ends it. */
function watchVitals(tell: (vital: Vital, value: number) => void): () => void {
  const rounded = (vital: Vital, value: number) => tell(vital, Math.round(value * 1000) / 1000);
  const last: { vital: Vital; value: number }[] = [];
  const latest = (vital: Vital, value: (before: number) => number) => {
    const known = last.find((one) => one.vital === vital);
    if (known) known.value = value(known.value);
    else last.push({ vital, value: value(0) });
  };
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (opened) rounded('TTFB', opened.responseStart);
  const [painted] = performance.getEntriesByName('first-contentful-paint');
  if (painted) rounded('FCP', painted.startTime);
  const observers = [
    observe('largest-contentful-paint', ({ startTime }) => latest('LCP', () => startTime)),
    observe('event', ({ duration }) => latest('INP', (before) => Math.max(before, duration))),
    observe('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as Shift;
      if (!hadRecentInput) latest('CLS', (before) => before + value);
    }),
  ];
  const hidden = () => {
    if (!document.hidden) return;
    for (const { vital, value } of last.splice(0)) rounded(vital, value);
  };
  // Before what is waiting is sent.
  document.addEventListener('visibilitychange', hidden, { capture: true });
  return () => {
    for (const observer of observers) observer?.disconnect();
    document.removeEventListener('visibilitychange', hidden, { capture: true });
  };
}

function observe(type: string, take: (entry: PerformanceEntry) => void): PerformanceObserver | null {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return null;
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(take));
  observer.observe({ type, buffered: true });
  return observer;
}
