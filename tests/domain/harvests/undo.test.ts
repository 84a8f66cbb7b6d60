import { describe, expect, it } from 'vitest';
import { whyNotRemoveWaste } from '../../../domain/harvests/offered';
import { whyNotDiscontinue } from '../../../domain/harvests/rules';
import { undoUntil, whyStateKeepsPlants, whyTooLate, whyTouched } from '../../../domain/harvests/undo';

const SINCE = '2026-03-08T08:00:00Z';
const later = (hours: number) => new Date(new Date(SINCE).getTime() + hours * 3_600_000);

describe('what the tracking system recorded can be taken back', () => {
  it('in Oregon for 48 hours, in Missouri for 72, and not a moment longer', () => {
    expect(undoUntil({ usState: 'OR' }, SINCE)).toEqual(later(48));
    expect(whyTooLate({ usState: 'OR' }, SINCE, new Date(later(48).getTime() - 1))).toBeNull();
    expect(whyTooLate({ usState: 'OR' }, SINCE, later(48))).toBe(
      'Oregon lets this be undone for 48 hours, and they’re over.',
    );
    expect(whyTooLate({ usState: 'MO' }, SINCE, later(71))).toBeNull();
    expect(whyTooLate({ usState: 'MO' }, SINCE, later(72))).toBe(
      'Missouri lets this be undone for 72 hours, and they’re over.',
    );
  });

  it('elsewhere as long as the tracking system takes it, and before it was recorded anywhere', () => {
    expect(undoUntil({ usState: 'CA' }, SINCE)).toBeNull();
    expect(whyTooLate({ usState: 'CA' }, SINCE, later(10_000))).toBeNull();
    expect(whyTooLate({ usState: 'OR' }, null, later(10_000))).toBeNull();
  });

  it('for plants in Oregon only while the harvest has no waste and no packages', () => {
    const harvest = (usState: string, drawn: { waste?: string; packaged?: string } = {}) => ({
      usState,
      submitted: SINCE,
      balance: { waste: '0', packaged: '0', ...drawn },
    });
    const why = 'Oregon lets plants go back only while the harvest has no waste and no packages.';
    expect(whyStateKeepsPlants(harvest('OR'), later(1))).toBeNull();
    expect(whyStateKeepsPlants(harvest('OR', { waste: '0.1' }), later(1))).toBe(why);
    expect(whyStateKeepsPlants(harvest('OR', { packaged: '1' }), later(1))).toBe(why);
    expect(whyStateKeepsPlants(harvest('MO', { packaged: '1' }), later(1))).toBeNull();
    expect(whyStateKeepsPlants(harvest('MO'), later(72))).toMatch(/^Missouri/);
  });

  it('waste by its own time', () => {
    const harvest = { state: 'SUBMITTED', usState: 'OR' } as const;
    expect(whyNotRemoveWaste(harvest, { state: 'SENT', recorded: SINCE }, later(47))).toBeNull();
    expect(whyNotRemoveWaste(harvest, { state: 'SENT', recorded: SINCE }, later(49))).toMatch(/^Oregon/);
    expect(whyNotRemoveWaste(harvest, { state: 'DRAFT', recorded: null }, later(49))).toBeNull();
  });
});

describe('a package is discontinued', () => {
  const made = { state: 'SENT', recorded: SINCE, touched: null } as const;
  const harvest = { state: 'SUBMITTED', usState: 'OR' } as const;

  it('while nothing happened to it, its harvest isn’t finished and the time isn’t over', () => {
    expect(whyNotDiscontinue(harvest, made, later(1))).toBeNull();
    expect(whyNotDiscontinue(harvest, made, later(48))).toMatch(/^Oregon/);
    expect(whyNotDiscontinue(harvest, { ...made, touched: 'It’s on hold.' }, later(1))).toBe('It’s on hold.');
    expect(whyNotDiscontinue({ ...harvest, state: 'FINISHED' }, made, later(1))).not.toBeNull();
    expect(whyNotDiscontinue(harvest, { ...made, state: 'UNDONE' }, later(1))).toBe('It was discontinued.');
    expect(whyNotDiscontinue(harvest, { ...made, state: 'DRAFT' }, later(1))).toBe(
      'The tracking system doesn’t have this package.',
    );
  });

  it('only once it was read, since nobody knows before what happened to it', () => {
    expect(whyTouched({ forTesting: false }, null)).toBe(
      'The tracking system hasn’t listed it yet. Try again in a few minutes.',
    );
  });

  it('and says what happened to it, if something did', () => {
    const now = {
      status: 'ACTIVE',
      transferState: null,
      labTestState: 'NotSubmitted',
      isDrawn: false,
      isChanging: false,
    };
    const plain = { forTesting: false };
    expect(whyTouched(plain, now)).toBeNull();
    expect(whyTouched(plain, { ...now, transferState: 'SHIPPED' })).toBe('It’s in a transfer.');
    expect(whyTouched(plain, { ...now, status: 'ON_HOLD' })).toBe('It’s on hold.');
    expect(whyTouched(plain, { ...now, status: 'INACTIVE' })).toBe('It’s closed.');
    expect(whyTouched(plain, { ...now, labTestState: 'SubmittedForTesting' })).toBe('A lab has it or tested it.');
    expect(whyTouched({ forTesting: true }, { ...now, labTestState: 'SubmittedForTesting' })).toBeNull();
    expect(whyTouched({ forTesting: true }, { ...now, labTestState: 'TestPassed' })).toBe('A lab has it or tested it.');
    expect(whyTouched(plain, { ...now, isDrawn: true })).toMatch(/^Its weight was changed/);
    expect(whyTouched(plain, { ...now, isChanging: true })).toMatch(/on its way/);
  });
});
