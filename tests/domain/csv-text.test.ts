import { describe, expect, test } from 'vitest';
import { textOfFile } from '../../domain/csv-text';

const utf8 = (text: string) => [...new TextEncoder().encode(text)];
const utf16 = (text: string, isLittle: boolean) =>
  [...text].flatMap((letter) => {
    const code = letter.charCodeAt(0);
    return isLittle ? [code & 0xff, code >> 8] : [code >> 8, code & 0xff];
  });
const read = (bytes: number[]) => textOfFile(new Uint8Array(bytes));

describe('a file’s letters', () => {
  test.each<[string, number[], string]>([
    ['UTF-8', utf8('Café Piñón,½ oz'), 'Café Piñón,½ oz'],
    ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, ...utf8('Name,½')], 'Name,½'],
    ['UTF-16 of Windows', [0xff, 0xfe, ...utf16('Name\tCafé', true)], 'Name\tCafé'],
    ['UTF-16 of others', [0xfe, 0xff, ...utf16('Name\tCafé', false)], 'Name\tCafé'],
    ['nothing', [], ''],
  ])('are read from %s', (_, bytes, text) => {
    expect(read(bytes)).toEqual({ text, note: null, problem: null });
  });

  test.each<[string, number[], string]>([
    ['an accent', [...utf8('Caf'), 0xe9], 'Café'],
    ['a typographic apostrophe', [...utf8('Ann'), 0x92, ...utf8('s')], 'Ann’s'],
    ['a capital before an apostrophe, as UTF-8 would have one letter', [0xc9, 0x92, 0x53, 0x20, 0xe9], 'É’S é'],
    ['a euro and a half', [0x80, 0xbd], '€½'],
  ])('of a file that isn’t UTF-8 are those of Windows, with a word about it: %s', (_, bytes, text) => {
    const found = read(bytes);
    expect(found.text).toBe(text);
    expect(found.note).toMatch(/read it as Windows-1252\. Check names/);
  });

  test.each<[string, number[], RegExp]>([
    ['a workbook', [0x50, 0x4b, 0x03, 0x04, 0x14, 0, 6], /spreadsheet’s own file/],
    ['an older workbook', [0xd0, 0xcf, 0x11, 0xe0, 0xa1], /spreadsheet’s own file/],
    ['UTF-16 without its mark', utf16('Name', true), /isn’t plain text/],
    ['UTF-16 with a NUL', [0xff, 0xfe, 0x41, 0, 0, 0], /isn’t plain text/],
    ['half a letter of UTF-16', [0xff, 0xfe, 0x41, 0, 0x00, 0xd8], /damaged/],
    ['UTF-8 that ends within a letter', [...utf8('Café, Piñón'), 0xc3], /damaged/],
    ['bytes that Windows has no letter for', [...utf8('Caf'), 0x81], /can’t tell how/],
  ])('are never guessed: %s is refused', (_, bytes, problem) => {
    expect(read(bytes)).toEqual({ text: null, note: null, problem: expect.stringMatching(problem) });
  });
});
