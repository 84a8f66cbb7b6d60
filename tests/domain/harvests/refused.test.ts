import { describe, expect, it } from 'vitest';
import { isAnyRefused, leftOf, refusedText } from '../../../domain/harvests/refused';

const NONE = { plants: 0, packages: 0, waste: 0, kept: 0, end: false };

describe('what the tracking system refused of a harvest', () => {
  it('is said in one sentence, of what was put right since only that it was', () => {
    const all = { plants: 2, packages: 1, waste: 1, kept: 1, end: true };
    expect(refusedText('SUBMITTED', all)).toBe(
      'The tracking system refused 2 plants, 1 package, 1 record of waste, 1 correction, and to finish it.',
    );
    expect(refusedText('FINISHED', { ...NONE, end: true })).toBe('The tracking system refused to reopen it.');
    expect(refusedText('SUBMITTED', NONE)).toBe('The tracking system refused some of it.');
  });

  it('is left while it isn’t finished; of a finished one only that it couldn’t be reopened', () => {
    const refused = { ...NONE, plants: 2, kept: 1 };
    expect(isAnyRefused(leftOf('ACTIVE', refused))).toBe(true);
    expect(isAnyRefused(leftOf('SUBMITTED', { ...NONE, kept: 1 }))).toBe(true);
    expect(isAnyRefused(leftOf('FINISHED', refused))).toBe(false);
    expect(leftOf('FINISHED', { ...refused, end: true })).toEqual({ ...NONE, end: true });
    expect(isAnyRefused(leftOf('SUBMITTED', NONE))).toBe(false);
  });
});
