import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agreedLevel, USAGE_LEVELS } from '../../../domain/usage/agreement';
import { masked } from '../../../domain/usage/masking';
import { tooCostly } from '../../../domain/usage/recording';
import { maskText } from '../../../domain/usage/shown-words';

const CANARY = 'ZEBRACANARY';
const node = (tagName: string, attributes: object, childNodes: unknown[] = [], more: object = {}) => ({
  type: 2,
  id: 1,
  tagName,
  attributes,
  childNodes,
  ...more,
});
const words = (textContent: string) => ({ type: 3, id: 2, textContent });
const whole = (...childNodes: unknown[]) => ({
  type: 2,
  timestamp: 5,
  data: { node: { type: 0, id: 0, childNodes }, initialOffset: { left: 0, top: 0 } },
});
const kept = (event: unknown) => JSON.stringify(masked(event));

describe('a text', () => {
  test('is shown if it is a listed word, and dots otherwise', () => {
    expect(maskText('Orders')).toBe('Orders');
    expect(maskText('  Save ')).toBe('Save');
    expect(maskText('Orders of Cedar')).toMatch(/^[• ]+$/);
    expect(maskText('')).toBe('');
  });

  test('says little of how long it was, so that prices look alike', () => {
    expect(maskText('$9.50')).toBe(maskText('$987.50'));
  });

  test('stays masked when masked again, and never shows a letter or digit that isn’t listed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const once = maskText(text);
        expect(maskText(once)).toBe(once);
        if (once !== text.trim()) expect(once).toMatch(/^[• ]*$/);
      }),
    );
  });
});

describe('an event', () => {
  const holders: readonly (readonly [string, unknown])[] = [
    ['a text', whole(words(CANARY))],
    ['a title', whole(node('title', {}, [words(CANARY)]))],
    ['a style sheet', whole(node('style', { _cssText: `a{content:"${CANARY}"}` }, [words(CANARY)]))],
    ['a script', whole(node('script', { src: CANARY }, [words(CANARY)]))],
    ['a comment', whole({ type: 5, id: 3, textContent: CANARY })],
    ['an unknown kind of node', whole({ type: 9, id: 3, textContent: CANARY })],
    ['something blocked', whole(node('div', { class: 'x' }, [words(CANARY)], { needBlock: true }))],
    ...[
      'aria-label',
      'title',
      'alt',
      'href',
      'src',
      'placeholder',
      'value',
      'id',
      'name',
      'for',
      'srcset',
      'data-id',
      'data-tone',
      'onclick',
      'constructor',
    ].map((name) => [`the attribute ${name}`, whole(node('input', { [name]: CANARY }))] as const),
    ['a path to a file', whole(node('link', { rel: 'stylesheet', href: `https://host/files/${CANARY}.css` }))],
    ['a background', whole(node('div', { style: `background-image: url(${CANARY}); width: 4px` }))],
    ['a property of one’s own', whole(node('div', { style: `--name: ${CANARY}; --gap: 4px` }))],
    ['the page’s address', { type: 4, timestamp: 1, data: { href: `https://host/${CANARY}`, width: 1, height: 2 } }],
    ['what is typed', { type: 3, timestamp: 1, data: { source: 5, id: 1, text: CANARY, isChecked: false } }],
    ['a changed text', { type: 3, timestamp: 1, data: { source: 0, texts: [{ id: 1, value: CANARY }] } }],
    [
      'a changed attribute',
      {
        type: 3,
        timestamp: 1,
        data: { source: 0, attributes: [{ id: 1, attributes: { title: CANARY, style: { content: CANARY } } }] },
      },
    ],
    [
      'an added node',
      { type: 3, timestamp: 1, data: { source: 0, adds: [{ parentId: 1, nextId: null, node: words(CANARY) }] } },
    ],
    ['a rule of a style sheet', { type: 3, timestamp: 1, data: { source: 8, adds: [{ rule: CANARY }] } }],
    [
      'a style’s declaration',
      { type: 3, timestamp: 1, data: { source: 13, set: { property: 'content', value: CANARY } } },
    ],
    ['a selection', { type: 3, timestamp: 1, data: { source: 14, ranges: [{ start: 1 }], text: CANARY } }],
    ['a canvas', { type: 3, timestamp: 1, data: { source: 9, commands: [CANARY] } }],
    ['a press', { type: 3, timestamp: 1, data: { source: 2, id: 1, x: 1, y: 1, text: CANARY } }],
    ['an event of one’s own', { type: 5, timestamp: 1, data: { tag: CANARY, payload: CANARY } }],
    ['a plugin', { type: 6, timestamp: 1, data: { plugin: CANARY, payload: CANARY } }],
    ['no event at all', { canary: CANARY }],
  ];

  test.each(holders)('keeps nothing of %s', (_, event) => {
    expect(JSON.stringify(event)).toContain(CANARY);
    expect(kept(event)).not.toContain(CANARY);
  });

  test('keeps what is needed to draw the page', () => {
    const text = kept(
      whole(
        node('link', { rel: 'stylesheet', href: 'http://127.0.0.1:3000/assets/app-x1.css' }),
        node('button', { class: 'v-button', 'aria-pressed': 'true', style: 'width: 40px; color: red' }, [
          words('Save'),
        ]),
      ),
    );
    for (const part of [
      '/assets/app-x1.css',
      'v-button',
      '"aria-pressed":"true"',
      '"data-style":"width: 40px"',
      'Save',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/127\.0\.0\.1|color/);
  });

  test('keeps the places of a list’s columns, and of their sheet nothing else', () => {
    const rule = (rules: string) => ({ source: 8, styleId: 3, id: 1, replaceSync: rules });
    const sheet = (rule: string) => ({
      source: 15,
      id: 1,
      styleIds: [3],
      styles: [{ styleId: 3, rules: [{ rule, index: 0 }] }],
    });
    const changed = (data: object) => kept({ type: 3, timestamp: 5, data });
    for (const of of [rule, sheet]) {
      const text = changed(
        of(
          `.g1 .column0 { width: 44px; left: 0px; }.g1 .column1{width:120.5px;}.g1{--grid-start:44px}a{content:"${CANARY}"}.x{background:url(${CANARY})}`,
        ),
      );
      for (const part of [
        '.g1 .column0{width: 44px; left: 0px; }',
        '.g1 .column1{width:120.5px;}',
        '.g1{--grid-start:44px}',
      ])
        expect(text).toContain(part);
      expect(text).not.toMatch(/content|url/);
      expect(text).not.toContain(CANARY);
      expect(changed(JSON.parse(text).data)).toBe(text);
    }
  });

  test('is the same when it was masked before', () => {
    const once = masked(
      whole(node('p', { class: 'x', 'data-tone': 'info', style: 'width: 40px' }, [words('Cedar Apothecary')])),
    );
    expect(masked(once)).toEqual(once);
  });
});

test('what is agreed is what both agreed to', () => {
  for (const [at, one] of USAGE_LEVELS.entries()) {
    for (const [place, other] of USAGE_LEVELS.entries()) {
      expect(agreedLevel(one, other)).toBe(USAGE_LEVELS[Math.min(at, place)]);
    }
    expect(agreedLevel(one, null)).toBe('OFF');
  }
});

test('a recording has to stop above 2 % of the main thread, or 50 kB a minute', () => {
  expect(tooCostly({ spentMs: 600, ofMs: 30_000, bytes: 50_000 })).toBeNull();
  expect(tooCostly({ spentMs: 601, ofMs: 30_000, bytes: 0 })).toBe('slow');
  expect(tooCostly({ spentMs: 0, ofMs: 30_000, bytes: 50_001 })).toBe('large');
});
