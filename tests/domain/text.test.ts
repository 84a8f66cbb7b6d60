import { expect, test } from 'vitest';
import { counted, eitherOf, listed } from '../../domain/text';

test.each([
  [counted(1, 'order'), '1 order'],
  [counted(0, 'order'), '0 orders'],
  [counted(1200, 'order'), '1,200 orders'],
  [counted(1, 'county', 'counties'), '1 county'],
  [counted(2, 'person has', 'people have'), '2 people have'],
])('says how many there are: %s', (said, expected) => {
  expect(said).toBe(expected);
});

test('lists names as a sentence does', () => {
  expect(listed(['Ann'])).toBe('Ann');
  expect(listed(['Ann', 'Ben'])).toBe('Ann and Ben');
  expect(listed(['Ann', 'Ben', 'Cy'])).toBe('Ann, Ben, and Cy');
  expect(eitherOf(['Ann', 'Ben', 'Cy'])).toBe('Ann, Ben, or Cy');
});
