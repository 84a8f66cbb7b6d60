import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  commentParts,
  commentText,
  labelled,
  matchingPeople,
  mentionedIds,
  mentionQuery,
  newlyMentioned,
  toStored,
} from '../../../../domain/orders/comments/mentions';

const PEOPLE = [
  { id: 1, displayName: 'Jo Ray' },
  { id: 2, displayName: 'Jo Ray-Smith' },
  { id: 3, displayName: 'Ana (Night) O’Neil' },
];

describe('mentions of a comment', () => {
  it.each([
    ['@Jo Ray, call them', '<@1>, call them'],
    ['@Jo Ray-Smith and @Jo Ray', '<@2> and <@1>'],
    ['(@Ana (Night) O’Neil)', '(<@3>)'],
    ['@Jo Raymond', '@Jo Raymond'],
    ['@jo ray', '@jo ray'],
    ['nobody', 'nobody'],
  ])('“%s” is stored as “%s” and typed again as it was', (typed, stored) => {
    expect(toStored(typed, PEOPLE)).toBe(stored);
    expect(commentText(stored, PEOPLE)).toBe(typed);
  });

  test('whatever is typed is shown again as typed', () => {
    const piece = fc.oneof(
      fc.constantFrom('@Jo Ray', '@Jo Ray-Smith', '@Ana (Night) O’Neil', '@', ' ', 'a'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const typed = pieces.join('');
        fc.pre(mentionedIds(typed).length === 0);
        expect(commentText(toStored(typed, PEOPLE), PEOPLE)).toBe(typed);
      }),
    );
  });

  it('shows the name a person has now, and an unknown id as it is', () => {
    expect(commentText('<@1> and <@9>', [{ id: 1, displayName: 'Jo Married' }])).toBe('@Jo Married and <@9>');
    expect(commentParts('Ask <@2>.', PEOPLE)).toEqual(['Ask ', PEOPLE[1], '.']);
  });

  it('names each person once, and tells apart who is new', () => {
    expect(mentionedIds('<@2> <@1> <@2>')).toEqual([2, 1]);
    expect(newlyMentioned('<@1> done', '<@1> and <@2>')).toEqual([2]);
  });
});

describe('typing a mention', () => {
  it.each([
    ['@', 1, { at: 0, text: '' }],
    ['Ask @jo r', 9, { at: 4, text: 'jo r' }],
    ['(@jo', 4, { at: 1, text: 'jo' }],
    ['mail jo@ray', 11, null],
    ['@jo\nray', 7, null],
    ['Ask @jo later', 4, null],
  ])('in “%s” at %d is %o', (typed, caret, query) => {
    expect(mentionQuery(typed, caret)).toEqual(query);
  });

  it('offers people by any word of their name', () => {
    const ids = (text: string) => matchingPeople(PEOPLE, text).map(({ id }) => id);
    expect([ids('JO R'), ids('smi'), ids('o’n'), ids('x')]).toEqual([[1, 2], [2], [3], []]);
  });

  it('tells people of the same name apart by email', () => {
    const same = { displayName: 'Jo Ray', email: 'jo2@fern.example' };
    const names = labelled([...PEOPLE.map((person) => ({ ...person, email: 'x@fern.example' })), { id: 4, ...same }]);
    expect(names.map(({ displayName }) => displayName)).toEqual([
      'Jo Ray (x@fern.example)',
      'Jo Ray-Smith',
      'Ana (Night) O’Neil',
      'Jo Ray (jo2@fern.example)',
    ]);
  });
});
