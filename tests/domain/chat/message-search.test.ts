import { describe, expect, test } from 'vitest';
import { chatExportStatus, exportedMessage } from '../../../domain/chat/chat-export';
import { excerptOf, isSearchable, searchedWords } from '../../../domain/chat/message-search';

describe('the words of a search', () => {
  test.each([
    ['Blue  Dream', ['blue', 'dream']],
    ['Árbol, ÅNGSTRÖM!', ['arbol', 'angstrom']],
    ['order #1042 / 1A4060300002199', ['order', '1042', '1a4060300002199']],
    ['“that’s it”', ['that', 's', 'it']],
    [`'):*&|!`, []],
    ['twice twice', ['twice']],
  ])('of %j', (typed, words) => expect(searchedWords(typed)).toEqual(words));

  test('are enough with two letters, and no more than twelve', () => {
    expect(['', ' ', 'a', '!!', 'ab', 'a b'].map(isSearchable)).toEqual([false, false, false, false, true, true]);
    expect(searchedWords('a b c d e f g h i j k l m n')).toHaveLength(12);
  });
});

describe('an excerpt', () => {
  const shown = (text: string, typed: string) =>
    excerptOf(text, typed)
      .map((part) => (part.isFound ? `[${part.text}]` : part.text))
      .join('');

  test.each([
    ['The Hárvest of Monday', 'monday harv', 'The [Hárvest] of [Monday]'],
    ['harvests, harvest', 'harvest', '[harvests], [harvest]'],
    ['harvests on', 'harvest on', 'harvests [on]'],
    ['on ours', 'on', '[on] ours'],
    ['one\n\n  two', 'two', 'one [two]'],
    ['nothing here', 'other', 'nothing here'],
    ['<b>bold</b> & more', 'bold', '<b>[bold]</b> & more'],
  ])('of %j for %j', (text, typed, marked) => expect(shown(text, typed)).toBe(marked));

  test('is around the first word found, without what is far from it', () => {
    const long = `${'before '.repeat(40)}pallet ${'behind '.repeat(40)}`;
    const line = shown(long, 'pallet');
    expect(line).toMatch(/^…before .*\[pallet\] behind .*…$/);
    expect(line.length).toBeLessThan(170);
    expect(shown('x'.repeat(400), 'pallet')).toBe(`${'x'.repeat(160)}…`);
  });
});

describe('a message in an organization’s file', () => {
  const file = { name: 'list.pdf', type: 'application/pdf', bytes: 3, url: 'https://files.example/list.pdf' };
  const message = {
    id: '1',
    userId: 'u',
    name: 'Ada',
    text: 'Hi',
    written: '2026-01-02T00:00:00.000Z',
    edited: null,
    files: [file],
  };

  test('of its own people has their files, and says who left', () => {
    const own = { isOwn: true, organization: null, isFormer: true };
    expect(exportedMessage(message, own)).toMatchObject({ author: 'Ada', formerMember: true, files: [file] });
    expect(exportedMessage({ ...message, name: '' }, own).author).toBe('Former member');
  });

  test('of another organization’s people has their words, who they are and no file', () => {
    const told = exportedMessage(message, { isOwn: false, organization: 'Green Co', isFormer: false });
    expect(told).toMatchObject({ author: 'Ada', organization: 'Green Co', text: 'Hi', filesLeftOut: 1 });
    expect(JSON.stringify(told)).not.toContain('files.example');
  });

  test('is waited for a day', () => {
    const requested = new Date('2026-01-01T00:00:00Z');
    const later = (hours: number) => new Date(requested.getTime() + hours * 3_600_000);
    expect(chatExportStatus({ requested, ready: null }, later(24))).toBe('WAITING');
    expect(chatExportStatus({ requested, ready: null }, later(25))).toBe('FAILED');
    expect(chatExportStatus({ requested, ready: later(30) }, later(40))).toBe('READY');
  });
});
