import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../../server/config';
import { openApp } from '../../support/app';
import { METRICS_TOKEN, scrape } from '../../support/watching/scrape';

type Rule = {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string };
};

const app = await openApp({ environment: { METRICS_TOKEN } });
const file = parse(await readFile(join(root, 'deploy/alerts.yaml'), 'utf8')) as {
  groups: { name: string; rules: Rule[] }[];
};
const rules = file.groups.flatMap(({ rules: own }) => own);

/** What Prometheus itself says of each process. */
const BY_PROMETHEUS = new Map([['up', ['job']]]);
const LABELS = /\$labels\.(\w+)/g;

/** The metrics an expression is about, with the labels it picks by, and whether it can be understood. */
function read(expr: string) {
  const selectors: { name: string; labels: string[] }[] = [];
  const groupings: string[] = [];
  let isWrong = false;
  parser.parse(expr).iterate({
    enter: ({ type, node, from, to }) => {
      const text = expr.slice(from, to);
      if (type.isError) isWrong = true;
      if (type.name === 'Identifier' && node.parent?.name === 'VectorSelector')
        selectors.push({ name: text, labels: [] });
      if (type.name !== 'LabelName') return;
      if (node.parent?.name === 'GroupingLabels') groupings.push(text);
      else selectors.at(-1)?.labels.push(text);
    },
  });
  return { isWrong, selectors, groupings };
}

/** Every metric a process tells, with its labels as far as there are samples. */
async function told() {
  const { text, samples } = await scrape(app.url);
  const known = new Map<string, Set<string>>();
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    for (const suffix of type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''])
      known.set(name + suffix, new Set());
  }
  for (const { name, labels } of samples) for (const label of Object.keys(labels)) known.get(name)?.add(label);
  return known;
}

test('each alert is one Prometheus understands, with what to do', () => {
  expect(rules.length).toBeGreaterThan(12);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const rule of rules) {
    expect(Object.keys(rule).filter((key) => !['alert', 'expr', 'for', 'labels', 'annotations'].includes(key))).toEqual(
      [],
    );
    expect(rule.alert).toMatch(/^Verdant[A-Z]\w+$/);
    expect(rule.for ?? '1m').toMatch(/^\d+[smh]$/);
    expect(['warning', 'critical']).toContain(rule.labels.severity);
    expect(rule.annotations.summary).toMatch(/[.?]$/);
    expect([rule.expr, read(rule.expr).isWrong]).toEqual([rule.expr, false]);
  }
  expect(read('sum(rate(verdant_jobs[5m]) > ').isWrong).toBe(true);
});

test('each alert is about what a process tells', async () => {
  await fetch(`${app.url}/health`);
  await expect.poll(async () => (await told()).get('verdant_http_requests_total')?.size).toBeGreaterThan(0);
  const known = await told();
  for (const { alert, expr, annotations } of rules) {
    const { selectors, groupings } = read(expr);
    expect(selectors.length).toBeGreaterThan(0);
    const labels = selectors.flatMap(({ name }) => BY_PROMETHEUS.get(name) ?? [...(known.get(name) ?? [])]);
    for (const { name, labels: picked } of selectors) {
      const its = BY_PROMETHEUS.get(name) ?? known.get(name);
      expect([alert, name, its !== undefined]).toEqual([alert, name, true]);
      for (const label of picked) expect([alert, [...(its ?? [])]]).toEqual([alert, expect.arrayContaining([label])]);
    }
    for (const label of groupings) expect([alert, labels]).toEqual([alert, expect.arrayContaining([label])]);
    // A sum keeps the labels it is grouped by alone.
    const kept = groupings.length > 0 ? groupings : [...labels, ...(expr.includes('figures_failed') ? ['figure'] : [])];
    for (const [, label] of annotations.summary.matchAll(LABELS))
      expect([alert, kept]).toEqual([alert, expect.arrayContaining([label])]);
  }
});

test('there is an alert for each figure that says something is wrong', async () => {
  const used = new Set(rules.flatMap(({ expr }) => read(expr).selectors.map(({ name }) => name)));
  const bad = [...(await told()).keys()].filter((name) =>
    /^verdant_.*(age_seconds|lag_seconds|given_up|failed_total)$/.test(name),
  );
  expect(bad.filter((name) => !used.has(name))).toEqual([]);
});
