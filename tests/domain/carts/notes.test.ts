import { describe, expect, test } from 'vitest';
import { clashingNotes, describeNotesClash } from '../../../domain/carts/notes';

describe('notes that a colleague changed meanwhile', () => {
  const kept = { orderNotes: 'Call first', deliveryPreferences: 'Back door' };
  test.each<[string, object, string[]]>([
    ['clash', { orderNotes: 'Ring', known: { orderNotes: '' } }, ['orderNotes']],
    [
      'clash each',
      { orderNotes: 'Ring', deliveryPreferences: 'Gate', known: { orderNotes: '', deliveryPreferences: '' } },
      ['orderNotes', 'deliveryPreferences'],
    ],
    ['don’t where they are as they were read', { orderNotes: 'Ring', known: { orderNotes: 'Call first' } }, []],
    ['don’t where both wrote the same', { orderNotes: 'Call first', known: { orderNotes: '' } }, []],
    ['don’t where they aren’t sent', { known: { orderNotes: '' } }, []],
    ['don’t where it isn’t said what was read', { orderNotes: 'Ring' }, []],
    ['don’t where something else was read', { orderNotes: 'Ring', known: { deliveryPreferences: '' } }, []],
  ])('%s', (_, change, fields) => {
    expect(clashingNotes(kept, change as never)).toEqual(fields);
  });

  test('are told with who changed them, where that is known', () => {
    expect(describeNotesClash('Priya Raman')).toBe('Priya Raman changed this while you were typing');
    expect(describeNotesClash(null)).toBe('Someone changed this while you were typing');
  });
});
