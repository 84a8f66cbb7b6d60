import { describe, expect, test } from 'vitest';
import { explainLists, type ListRead, toListReads } from '../../../domain/integrations/tracking-lists';
import { partOf, spanAfter } from '../../../domain/integrations/tracking-reads';

const read = (list: string, rest: Partial<ListRead> = {}): ListRead => ({
  list,
  problem: null,
  incompleteAt: null,
  readUntil: new Date('2026-11-01T12:00:00Z'),
  ...rest,
});
const PACKAGES = ['active', 'onhold', 'inactive', 'intransit', 'labsamples', 'transferred'];
const refused = (list: string) => read(list, { problem: 'REFUSED', readUntil: null });

describe('a license’s problem with lists', () => {
  test.each([
    ['nothing while all are read', [read('items'), read('packages active')], null],
    ['nothing of what only growers have', [refused('plants flowering'), refused('waste types')], null],
    [
      'what the key may not read, by kind where that is all of it',
      [...PACKAGES.map((list) => refused(`packages ${list}`)), refused('transfers incoming'), read('items')],
      'Its key can’t read packages and incoming transfers. Give it that permission at the tracking system, or use another key. We check again every 15 minutes.',
    ],
    [
      'what fails and what is incomplete',
      [read('strains', { problem: 'FAILED' }), read('packages active', { incompleteAt: new Date() })],
      'The tracking system fails to list strains. We’ll try again automatically. The tracking system counts more active packages than it lists. We’ll read them again tonight.',
    ],
  ])('says %s', (_what, reads, sentence) => expect(explainLists(reads)).toBe(sentence));
});

test('what a key may read is shown list by list, packages first', () => {
  const shown = toListReads([
    read('packages active'),
    refused('transfers incoming'),
    refused('harvests active'),
    refused('lab results'),
    read('items', { readUntil: null }),
  ]);
  expect(shown[0]).toEqual({
    list: 'packages active',
    title: 'Active packages',
    state: 'READ',
    readUntil: '2026-11-01T12:00:00.000Z',
  });
  const stateOf = (list: string) => shown.find((one) => one.list === list)?.state;
  expect(stateOf('transfers incoming')).toBe('REFUSED');
  expect(stateOf('harvests active')).toBe('NOT_OFFERED');
  expect(stateOf('lab results')).toBe('REFUSED');
  expect(stateOf('items')).toBe('READING');
  expect(stateOf('strains')).toBe('READING');
  expect(stateOf('deliveries')).toBeUndefined();
});

test('a long time is read in parts, each as long as the one before allows', () => {
  const all = { from: 0, until: 10_000_000 };
  expect(partOf(all, null)).toEqual(all);
  const half = spanAfter(all, 900);
  expect(partOf(all, half)).toEqual({ from: 0, until: 5_000_000 });
  expect(partOf({ ...all, from: 9_000_000 }, half)).toEqual({ from: 9_000_000, until: 10_000_000 });
});
