import { expect, test } from 'vitest';
import { contradictionOf, contradictionText } from '../../../domain/network/contradiction';

const held = (quantity: string, unit: 'ea' | 'g' | 'kg' = 'g', isOurs = false) => ({ quantity, unit, isOurs });
const received = { quantity: '200', unit: 'g' } as const;

test('what a holder may have used isn’t marked, what nobody can have made more of is', () => {
  expect(contradictionOf(held('120'), received)).toBeNull();
  expect(contradictionOf(held('0'), received)).toBeNull();
  expect(contradictionOf(held('200'), received)).toBeNull();
  expect(contradictionOf(held('200.2'), received)).toBeNull();
  expect(contradictionOf(held('200.3'), received)).toBe('MORE');
  expect(contradictionOf(held('0.3', 'kg'), received)).toBe('MORE');
  expect(contradictionOf(held('0.1', 'kg'), received)).toBeNull();
  expect(contradictionOf(held('10', 'ea'), received)).toBe('UNIT');
});

test('nothing is said where nothing was received, or of one’s own packages', () => {
  expect(contradictionOf(held('120'), null)).toBeNull();
  expect(contradictionOf(held('300', 'g', true), received)).toBeNull();
});

test('the words have both figures', () => {
  expect(contradictionText(held('1300'), received)).toBe(
    'The holder says 1,300 g, the last receipt you know of says 200 g.',
  );
});
