import { expect, test } from 'vitest';
import { finds, foldText, wordsOf } from '../../domain/search-text';
import { apartFrom, found } from '../../domain/search-words';

test.each([
  ['crème brûlée', 'Creme Brulee'],
  ['Creme Brulee', 'CRÈME BRÛLÉE'],
  ['pin\u0303a', 'Piña Colada'],
  ['piña', 'Pin\u0303a Colada'],
  ["grower's choice", 'Grower’s Choice'],
  ['grower’s choice', "Grower's Choice"],
  ['"blue"', '“Blue” Dream'],
  ['dream blue', 'Blue Dream'],
  ['blue   dream', 'Blue Dream'],
  ['blue dream', 'Blue  \u00a0Dream'],
  ['lodz', 'Łódź'],
  ['δ8', 'Δ8 THC'],
  ['strasse', 'Straße'],
  ['pre-roll', 'Pre‑Roll'],
  ['3.5µg', '3.5μg'],
  ['zero', 'ze\u200bro'],
  ['', 'anything'],
])('“%s” finds “%s”', (typed, text) => {
  expect(finds(typed)(text)).toBe(true);
});

test.each([
  ['blue dream', 'Blue Cookies'],
  ['100%', '100 g'],
  ['a_b', 'axb'],
])('“%s” doesn’t find “%s”', (typed, text) => {
  expect(finds(typed)(text)).toBe(false);
});

test('words may be in different texts of a record, and those within another are left out', () => {
  expect(finds('heron jar')('Gelato Jar', null, 'Night Heron')).toBe(true);
  expect(wordsOf('Blue blue  blueberry')).toEqual(['blueberry']);
  expect(foldText('ΟΔΟΣ')).toBe('οδοσ');
});

test.each([
  ['gelato', ['Gelato Jar']],
  ['gellato', ['Gelato Jar']],
  ['geltao', ['Gelato Jar']],
  ['bleu dreem', ['Blue Dream Pre-Roll']],
  ['dream blue', ['Blue Dream Pre-Roll']],
  ['crème', ['Creme Brulee Vape']],
  ['gelato zzzzzz', ['Gelato Jar']],
  ['xqzzvw', []],
  ['', ['Blue Dream Pre-Roll', 'Gelato Jar', 'Creme Brulee Vape']],
])('“%s” finds on a menu %j', (typed, names) => {
  const menu = ['Blue Dream Pre-Roll', 'Gelato Jar', 'Creme Brulee Vape'];
  expect(found(menu, typed, (name) => name)).toEqual(names);
});

test('words that differ little are near', () => {
  expect(apartFrom(['gelato'])('Gelato Jar')).toBe(0);
  expect(apartFrom(['geltao'])('Gelato Jar')).toBeCloseTo(1 / 6);
  expect(apartFrom(['gelato', 'xyz'])('Gelato')).toBe(0.5);
});
