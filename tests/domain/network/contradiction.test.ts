import { expect, test } from 'vitest';
import { contradictionOf, contradictionText, isInexplicable } from '../../../domain/network/contradiction';

const held = (quantity: string, unit: 'ea' | 'g' | 'kg' = 'g', isOurs = false) => ({ quantity, unit, isOurs });
const received = { quantity: '200', unit: 'g' } as const;

test('less is marked as what the holder may have used, more as what can’t be', () => {
  expect(contradictionOf(held('120'), received)).toBe('LESS');
  expect(contradictionOf(held('0'), received)).toBe('LESS');
  expect(contradictionOf(held('0.1', 'kg'), received)).toBe('LESS');
  expect(contradictionOf(held('200'), received)).toBeNull();
  expect(contradictionOf(held('200.2'), received)).toBeNull();
  expect(contradictionOf(held('199.8'), received)).toBeNull();
  expect(contradictionOf(held('200.3'), received)).toBe('MORE');
  expect(contradictionOf(held('0.3', 'kg'), received)).toBe('MORE');
  expect(contradictionOf(held('10', 'ea'), received)).toBe('UNIT');
  expect((['LESS', 'MORE', 'UNIT'] as const).filter(isInexplicable)).toEqual(['MORE', 'UNIT']);
});

test('nothing is said where nothing was received, or of one’s own packages', () => {
  expect(contradictionOf(held('120'), null)).toBeNull();
  expect(contradictionOf(held('300', 'g', true), received)).toBeNull();
});

test('the words have both figures', () => {
  expect(contradictionText('MORE', held('1300'), received)).toBe(
    'The holder says 1,300 g, the last receipt you know of says 200 g.',
  );
  expect(contradictionText('LESS', held('120'), received)).toContain('They may have used the rest.');
});
