import { describe, expect, it } from 'vitest';
import { MOST_MENTIONED, MOST_SUGGESTED, suggestedPeople, toldOfMention } from '../../../domain/chat/mentions';
import { allReactions, emojiOf, reactionType, withoutRepeats } from '../../../domain/chat/reactions';

describe('people to mention', () => {
  const people = ['Zoë Marsh', 'Ángel Núñez', 'Priya Raman', 'Anne-Marie Cole'].map((displayName) => ({ displayName }));
  const names = (typed: string) => suggestedPeople(people, typed).map(({ displayName }) => displayName);

  it('are found by the beginning of any of their names, whatever the accents', () => {
    expect(names('')).toEqual(['Ángel Núñez', 'Anne-Marie Cole', 'Priya Raman', 'Zoë Marsh']);
    expect([names('zoe'), names('nun'), names('marie'), names('RAMAN'), names('priya r')]).toEqual([
      ['Zoë Marsh'],
      ['Ángel Núñez'],
      ['Anne-Marie Cole'],
      ['Priya Raman'],
      ['Priya Raman'],
    ]);
    expect(names('arsh')).toEqual([]);
  });

  it('are no more than fit', () => {
    const many = Array.from({ length: 40 }, (_, at) => ({ displayName: `Person ${at}` }));
    expect(suggestedPeople(many, 'per')).toHaveLength(MOST_SUGGESTED);
  });
});

it('whom a message names is told once, never its author, and not a whole company', () => {
  expect(toldOfMention(['a', 'b', 'a', 'me'], 'me')).toEqual(['a', 'b']);
  const many = Array.from({ length: 50 }, (_, at) => `${at}`);
  expect(toldOfMention(many, 'me')).toHaveLength(MOST_MENTIONED);
});

describe('reactions', () => {
  const by = (...users: string[]) => users.map((id) => ({ type: 'like', user: { id } }));

  it('are asked for once more when there are exactly as many as came, and at no other number', async () => {
    const ten = by(...'abcdefghij');
    let asked = 0;
    const more = async () => {
      asked += 1;
      return by('j', 'k');
    };
    expect(await allReactions(ten.slice(0, 9), more)).toHaveLength(9);
    expect(asked).toBe(0);
    expect(await allReactions(ten, more)).toHaveLength(11);
    expect(asked).toBe(1);
  });

  it('of a person and a type count once', () => {
    const twice = [...by('a', 'a'), { type: 'love', user: { id: 'a' } }, { type: 'like', user_id: 'a' }];
    expect(withoutRepeats(twice)).toHaveLength(2);
  });

  it('of any emoji are called by its code points, unless that is too long', () => {
    for (const emoji of ['🚀', '👍🏽', '❤️', '🇺🇸', '1️⃣']) expect(emojiOf(reactionType(emoji) ?? '')).toBe(emoji);
    expect(reactionType('👩🏽‍❤️‍💋‍👨🏿')).toBeNull();
    expect([emojiOf('like'), emojiOf('1f680-'), emojiOf('ffffff'), emojiOf('0')]).toEqual([null, null, null, null]);
  });
});
