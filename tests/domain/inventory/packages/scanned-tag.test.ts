import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inventory } from '../../../../domain/inventory/packages/contract';
import { readTag, readTags, scannedTag } from '../../../../domain/inventory/packages/scanned-tag';
import { NewPackage } from '../../../../domain/inventory/packages/split';

const A = '1A4060300002199000003445';
const B = '1A4FF0100000022000000101';
const GS = '\u001d';

describe('what a scanner sends', () => {
  test.each<[string, string, string[]]>([
    ['a plain tag', A, [A]],
    ['one with Enter', `${A}\r\n`, [A]],
    ['one with Tab', `${A}\t`, [A]],
    ['one in small letters', A.toLowerCase(), [A]],
    ['blanks around it', ` \u00a0${A}  `, [A]],
    ['blanks between its groups', '1A406 0300 0021 9900 0003 445', [A]],
    ['GS1-128’s identifier', `]C1${A}`, [A]],
    ['Code 39’s identifier', `]A0${A}`, [A]],
    ['a data matrix’s identifier', `]d2${A}`, [A]],
    ['an identifier in the other case', `]c1${A.toLowerCase()}`, [A]],
    ['Code 39’s asterisks', `*${A}*`, [A]],
    ['both', `]A0*${A}*`, [A]],
    ['a group separator before it', `${GS}${A}`, [A]],
    ['one behind its identifier and after it', `]C1${GS}${A}${GS}`, [A]],
    ['GS1’s identifier of a serial number', `]C1${GS}21${A}`, [A]],
    ['the same as it is printed', `(21)${A}`, [A]],
    ['one of what companies agree on, and a lot', `]C191${A}${GS}10LOT7`, [A, '10LOT7']],
    ['two scans without anything between', A + B, [A, B]],
    ['two scans with identifiers', `]C1${A}]C1${B}`, [A, B]],
    ['two scans with asterisks', `*${A}**${B}*`, [A, B]],
    ['two scans with a group separator', A + GS + B, [A, B]],
    ['a column of a spreadsheet', `${A}\n${B}\n`, [A, B]],
    ['a list', `${A}, ${B}; ${A}`, [A, B, A]],
    ['words', `${A} ${B}`, [A, B]],
    ['three in two words', `${A}${B} ${A}`, [A, B, A]],
    ['a part of a tag', '1a40603', ['1A40603']],
    ['a tag and something else', `${A} SHELF4`, [A, 'SHELF4']],
    ['a tag too long', `${A}9`, [`${A}9`]],
    ['nothing', ` ${GS}*\t`, []],
  ])('is read: %s', (_, text, tags) => {
    expect(readTags(text)).toEqual(tags);
  });

  test.each<[string, string, string, string | null]>([
    ['a first scan', A, '', A],
    ['another behind the one it has', A + B, A, B],
    ['another before the one it has', B + A, A, B],
    ['the same again', A + A, A, A],
    ['another with its identifier', `${A}]C1${B}`, A, B],
    ['a second scan under way', `${A}${B.slice(0, 9)}`, A, null],
    ['a name of as many letters in words', 'Blue Dream Pre Roll one gram', '', null],
    ['a part', '3445', '', null],
  ])('into a field for one tag replaces it: %s', (_, text, before, tag) => {
    expect(scannedTag(text, before)).toBe(tag);
  });

  test.each([
    [' Blue Dream, 3.5 g ', 'Blue Dream, 3.5 g'],
    ['3445', '3445'],
    ['*3445*', '3445'],
    [`]C1${A.toLowerCase()}`, A],
    ['1a406', '1a406'],
  ])('is searched as it is, without marks: %j', (text, read) => {
    expect(readTag(text)).toBe(read);
  });

  test('is the same tags however they are marked and separated', () => {
    const tag = fc.string({ unit: fc.constantFrom(...'0123456789ABCDEF'), minLength: 21, maxLength: 21 });
    const marks = fc.constantFrom(['', ''], ['*', '*'], [']C1', ''], [']A0*', '*'], [GS, GS], [`]d2${GS}`, '']);
    const between = fc.constantFrom('', '\r\n', '\n', '\t', ' ', ',', '; ', GS);
    fc.assert(
      fc.property(
        fc.array(tag, { minLength: 1, maxLength: 5 }),
        marks,
        between,
        fc.boolean(),
        (ends, mark, by, small) => {
          const tags = ends.map((end) => `1A4${end}`);
          const text = tags.map((one) => `${mark[0]}${small ? one.toLowerCase() : one}${mark[1]}`).join(by);
          expect(readTags(text)).toEqual(tags);
        },
      ),
      { seed: 424, numRuns: 400 },
    );
  });
});

describe('a call', () => {
  test('about notes takes a package that lost its tag by the label it has instead', () => {
    const body = { packageLabels: [`void-${A}-12`], state: 'CA', notes: '' };
    expect(inventory.setNotes.body.parse(body).packageLabels).toEqual([`VOID-${A}-12`]);
  });

  test.each([[` ${A.toLowerCase()} `], [`]C1${A}`], [`*${A}*`]])('takes a tag as scanned: %j', (label) => {
    expect(NewPackage.parse({ label, quantity: '1' }).label).toBe(A);
    const body = { packageLabels: [label], state: 'CA', notes: '' };
    expect(inventory.setNotes.body.parse(body).packageLabels).toEqual([A]);
  });

  test.each([['1A406'], [`${A}9`], ['']])('refuses what is none: %j', (label) => {
    expect(NewPackage.safeParse({ label, quantity: '1' }).success).toBe(false);
    expect(inventory.setNotes.body.safeParse({ packageLabels: [label], state: 'CA', notes: '' }).success).toBe(false);
  });
});
