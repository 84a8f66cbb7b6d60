import { describe, expect, test } from 'vitest';
import { continueVisit } from '../../../domain/directory/visit';

const at = (time: string) => new Date(`2026-11-20T${time}:00Z`);

describe('a visit to the marketplace', () => {
  test('is the first one as long as nobody was there before', () => {
    expect(continueVisit({ seenAt: null, previousAt: null }, at('09:00'))).toEqual({
      seenAt: at('09:00'),
      previousAt: null,
    });
  });

  test.each(['09:00', '09:20', '10:59'])('goes on with a reload at %s', (time) => {
    expect(continueVisit({ seenAt: at('09:00'), previousAt: at('01:00') }, at(time))).toEqual({
      seenAt: at(time),
      previousAt: at('01:00'),
    });
  });

  test('begins anew after hours, since when they were last there', () => {
    expect(continueVisit({ seenAt: at('09:00'), previousAt: at('01:00') }, at('11:00'))).toEqual({
      seenAt: at('11:00'),
      previousAt: at('09:00'),
    });
  });
});
