import { describe, expect, it } from 'vitest';
import {
  labTestStateOf,
  readLabTestState,
  tagOfVoided,
  voidedLabel,
} from '../../../../domain/inventory/packages/package';
import { findMeant, type LabeledPackage, labelsOf, sourcesHere } from '../../../../domain/inventory/packages/used-tags';

const TAG = '1A4060300002199000000001';
const voided = (id: number) => voidedLabel(TAG, id);
const ours = (held: Record<string, Partial<LabeledPackage>> = {}) =>
  new Map(Object.entries(held).map(([label, one]) => [label, { licenseId: 1, trackingId: 5, ...one }]));

describe('which package a record of a tag means', () => {
  it.each<[string, number | null, ReturnType<typeof ours>, string, string | null]>([
    ['a new one', 5, ours(), TAG, null],
    ['ours, by its number', 5, ours({ [TAG]: {} }), TAG, null],
    ['ours that we made and has no number yet', 5, ours({ [TAG]: { trackingId: null } }), TAG, null],
    [
      'ours that another license of ours had, whose numbers are others',
      9,
      ours({ [TAG]: { licenseId: 2 } }),
      TAG,
      null,
    ],
    ['ours, where the record has no number', null, ours({ [TAG]: {} }), TAG, null],
    ['a new one with a used tag, which the earlier loses', 9, ours({ [TAG]: {} }), TAG, TAG],
    ['an earlier one of a used tag, which it doesn’t get', 3, ours({ [TAG]: {} }), voided(3), null],
    ['the earlier one we have', 5, ours({ [TAG]: { trackingId: 9 }, [voided(5)]: {} }), voided(5), null],
  ])('%s', (_, trackingId, own, label, voids) => {
    expect(findMeant({ label: TAG, isVoided: false, trackingId }, 1, own, null)).toEqual({ label, voids });
  });

  it('is told apart among records read together', () => {
    const find = (trackingId: number, own = ours()) =>
      findMeant({ label: TAG, isVoided: false, trackingId }, 1, own, 9);
    expect([find(5), find(9)]).toEqual([
      { label: voided(5), voids: null },
      { label: TAG, voids: null },
    ]);
    expect([find(5, ours({ [TAG]: {} })), find(9, ours({ [TAG]: {} }))]).toEqual([
      { label: voided(5), voids: TAG },
      { label: TAG, voids: TAG },
    ]);
  });

  it('is the one that lost its tag there, if it is ours', () => {
    const find = (own: ReturnType<typeof ours>) =>
      findMeant({ label: TAG, isVoided: true, trackingId: 5 }, 1, own, null);
    expect(find(ours({ [TAG]: {} }))).toEqual({ label: voided(5), voids: TAG });
    expect(find(ours({ [TAG]: { trackingId: 9 } }))).toBeNull();
    expect(find(ours())).toBeNull();
  });

  it('is looked for by its tag and by the label it has without one', () => {
    expect(labelsOf({ label: TAG, isVoided: false, trackingId: 5 })).toEqual([TAG, `VOID-${TAG}-5`]);
    expect(labelsOf({ label: TAG, isVoided: false, trackingId: null })).toEqual([TAG]);
  });
});

it.each([
  ['their tags', [TAG, 'B'], [], [TAG, 'B']],
  ['the labels of those that lost them since', [TAG, 'B'], [voided(5)], [voided(5), 'B']],
  ['also where it renamed them there', [`void-${TAG}-a81`], [voided(5)], [voided(5)]],
  ['but none that it no longer names', ['B'], [voided(5), 'C'], ['B']],
])('sources are known by %s', (_what, theirs, own, labels) => expect(sourcesHere(theirs, own)).toEqual(labels));

it.each([
  [`void-${TAG}-a81`, TAG],
  [`VOID-${TAG.toLowerCase()}-5`, TAG],
  [TAG, null],
  [`void-${TAG}`, null],
  ['void-1A4-5', null],
])('the tag of %s is %s', (label, tag) => expect(tagOfVoided(label)).toBe(tag));

it.each([
  ['TestPassed', 'TestPassed', 'Test passed', 'passed'],
  [' Test Passed ', 'TestPassed', 'Test passed', 'passed'],
  ['testfailed', 'TestFailed', 'Test failed', 'failed'],
  ['RETEST_PASSED', 'RetestPassed', 'Retest passed', 'passed'],
  [' Held by Lab ', 'Held by Lab', 'Held by Lab', 'waiting'],
  ['constructor', 'constructor', 'constructor', 'waiting'],
])('the lab test state “%s” is %s', (text, state, label, verdict) => {
  expect(readLabTestState(text)).toBe(state);
  expect(labTestStateOf(state)).toMatchObject({ label, verdict });
});
