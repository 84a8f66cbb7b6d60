import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as toolkit from 'es-toolkit/compat';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { parse, stringify } from '../../../scripts/query-text';

const here = createRequire(import.meta.url);
const packages = ['core', 'react-router', 'react-hook-form'].map((name) => here.resolve(`@refinedev/${name}`));
const ofRefine = createRequire(packages[0] ?? '');

/** What Refine imports, resolved without the build's smaller packages. */
const lodash = ofRefine('lodash') as typeof toolkit;
const qs = ofRefine('qs') as {
  parse(text: string, options: object): Record<string, unknown>;
  stringify(values: object, options: object): string;
};

const taken = new Set(
  packages
    .map((path) => readFileSync(path.replace(/\.cjs$/, '.mjs'), 'utf8'))
    .flatMap((code) => [...code.matchAll(/from "lodash-es\/(\w+)\.js"/g)].map(([, name]) => name ?? '')),
);

const field = fc.constantFrom('status', 'total', 'name');
const filter = fc.record({ field, operator: fc.constantFrom('eq', 'in'), value: fc.jsonValue() });
const isSame = (a: { field: string }, b: { field: string }) => a.field === b.field;
const record = fc.dictionary(fc.constantFrom('a', 'b', '0', 'a.b'), fc.jsonValue());
const path = fc.oneof(
  fc.constantFrom('a', 'a.b', 'a[0]', 'a[0].b', 'a.0.b', '["a.b"]', 'a.b.0', ''),
  fc.array(fc.constantFrom('a', 'b', '0')),
);

const text = fc.string({ maxLength: 6 });
const name = fc.stringMatching(/^q[a-zA-Z]{0,7}$/);
const one = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.constant(undefined));

describe('what Refine is given in place of lodash and qs', () => {
  it('has every function that Refine takes', () => {
    expect(taken.size).toBeGreaterThan(5);
    const ours: Record<string, unknown> = { ...toolkit };
    expect([...taken].filter((name) => typeof ours[name] !== 'function')).toEqual([]);
  });

  it('finds the same values equal', () => {
    // Ids, filters, sorters and screen properties: plain values and dates.
    const values = fc.anything({ withDate: true, withNullPrototype: false });
    fc.assert(
      fc.property(values, values, (a, b) => {
        expect(toolkit.isEqual(a, b)).toBe(lodash.isEqual(a, b));
        expect(toolkit.isEqual(a, structuredClone(a))).toBe(lodash.isEqual(a, structuredClone(a)));
      }),
    );
  });

  it('finds the same values at a path', () => {
    fc.assert(
      fc.property(record, path, fc.jsonValue(), (from, at, otherwise) => {
        expect(toolkit.get(from, at, otherwise)).toEqual(lodash.get(from, at, otherwise));
        expect(toolkit.has(from, at)).toBe(lodash.has(from, at));
      }),
    );
  });

  it('joins and parts filters alike', () => {
    const filters = fc.array(filter);
    fc.assert(
      fc.property(filters, filters, filters, (a, b, c) => {
        expect(toolkit.unionWith(a, b, c, isSame)).toEqual(lodash.unionWith(a, b, c, isSame));
        expect(toolkit.differenceWith(a, b, isSame)).toEqual(lodash.differenceWith(a, b, isSame));
        expect(toolkit.differenceWith(a, b, toolkit.isEqual)).toEqual(lodash.differenceWith(a, b, lodash.isEqual));
      }),
    );
  });

  it('cuts and pairs lists alike', () => {
    fc.assert(
      fc.property(fc.array(text), fc.array(fc.jsonValue()), fc.nat(5), (heads, values, size) => {
        expect(toolkit.chunk(values, size)).toEqual(lodash.chunk(values, size));
        const pairs = lodash.zip(heads, values) as [string, unknown][];
        expect(toolkit.zip(heads, values)).toEqual(pairs);
        expect(toolkit.fromPairs(pairs)).toEqual(lodash.fromPairs(pairs));
      }),
    );
  });

  it.each([
    ['lodash', lodash.debounce],
    ['what is given for it', toolkit.debounce],
  ])('waits, is flushed and is canceled as with %s', (_, debounce) => {
    vi.useFakeTimers();
    const heard: string[] = [];
    const slowly = debounce((word: string) => heard.push(word), 300);
    for (const word of ['a', 'ab', 'abc']) slowly(word);
    vi.advanceTimersByTime(299);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(1);
    slowly('now');
    slowly.flush();
    slowly('never');
    slowly.cancel();
    vi.runAllTimers();
    vi.useRealTimers();
    expect(heard).toEqual(['abc', 'now']);
  });

  it('writes what it reads back, with one value or a list', () => {
    fc.assert(
      fc.property(fc.dictionary(name, fc.oneof(text, fc.array(text, { minLength: 2, maxLength: 4 }))), (values) => {
        expect(parse(stringify(values))).toEqual(values);
        expect(parse(stringify(values, { addQueryPrefix: true }))).toEqual(values);
      }),
    );
  });

  it('writes addresses that qs reads alike', () => {
    fc.assert(
      fc.property(fc.dictionary(name, one), (values) => {
        const kept = { ignoreQueryPrefix: true, interpretNumericEntities: false };
        const theirs = qs.stringify(values, { skipNulls: true });
        expect(qs.parse(stringify(values, { addQueryPrefix: true }), kept)).toEqual(qs.parse(theirs, kept));
      }),
    );
  });

  it('reads addresses of one level as qs does', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(name, fc.webFragments()), { selector: ([name]) => name }), (pairs) => {
        const address = `?${pairs.map(([name, value]) => `${name}=${value.replaceAll('&', '')}`).join('&')}`;
        expect(parse(address)).toEqual(qs.parse(address, { ignoreQueryPrefix: true }));
      }),
    );
  });

  it('reads the name of an object’s origin as any other', () => {
    expect(Object.entries(parse('?__proto__=1&constructor=2'))).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
    expect(parse('')).toEqual({});
  });
});
