import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  judgePackage,
  type ListedIn,
  type ListedPackage,
  newestOfEach,
  type OwnPackage,
  PACKAGE_LISTS,
  type PackageList,
  type Writing,
} from '../../../domain/inventory/judge-package';
import { PACKAGE_WRITES } from '../../../domain/inventory/write-kinds';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const own = (rest: Partial<OwnPackage> = {}): OwnPackage => ({
  licenseId: 1,
  itemId: 10,
  quantity: '5',
  unitOfMeasure: 'ea',
  status: 'ACTIVE',
  trackingModifiedAt: at(10),
  finishedOn: null,
  locationId: 1,
  locationName: 'Vault',
  ...rest,
});
const theirs = (rest: Partial<ListedPackage> = {}): ListedPackage => ({
  quantity: '5',
  unitOfMeasure: 'ea',
  isVoided: false,
  isOnHold: false,
  isFinished: false,
  modifiedAt: at(20),
  finishedOn: null,
  locationId: 2,
  locationName: 'Shelf',
  ...rest,
});
const where = (rest: Partial<ListedIn> = {}): ListedIn => ({
  list: 'active',
  readAt: at(30),
  licenseId: 1,
  itemId: 10,
  ...rest,
});
const writing = (kinds: Writing['kinds'], until = Number.POSITIVE_INFINITY): Writing => ({ until, kinds });

describe('a package the tracking system names', () => {
  it('is added when we don’t have it, and counts as stock when it is active', () => {
    expect(judgePackage(undefined, theirs(), where())).toEqual({
      kind: 'ADD',
      state: { status: 'ACTIVE', transferState: null, finishedOn: null, locationId: 2, locationName: 'Shelf' },
      resummed: [10],
    });
  });

  it.each<[PackageList, boolean, string, string | null, number[]]>([
    ['active', false, 'ACTIVE', null, [10]],
    ['active', true, 'ON_HOLD', null, []],
    ['onhold', true, 'ON_HOLD', null, []],
    ['inactive', false, 'INACTIVE', null, []],
    ['inactive', true, 'INACTIVE', null, []],
    ['intransit', false, 'INACTIVE', 'SHIPPED', []],
    ['labsamples', false, 'ACTIVE', null, [10]],
    ['transferred', false, 'INACTIVE', 'ACCEPTED', []],
  ])('is in the list %s, on hold %s: %s, %s', (list, isOnHold, status, transferState, resummed) => {
    expect(judgePackage(undefined, theirs({ isOnHold }), where({ list }))).toMatchObject({
      kind: 'ADD',
      state: { status, transferState },
      resummed,
    });
  });

  it.each<[PackageList, number, string]>([
    ['inactive', 2, 'GIVEN_AWAY'],
    ['transferred', 2, 'GIVEN_AWAY'],
    ['intransit', 2, 'GIVEN_AWAY'],
    ['active', 2, 'CHANGE'],
    ['onhold', 2, 'CHANGE'],
    ['labsamples', 2, 'CHANGE'],
    ['transferred', 1, 'CHANGE'],
  ])('in the list %s of license %i, while license 1 has it: %s', (list, licenseId, kind) => {
    expect(judgePackage(own(), theirs(), where({ list, licenseId })).kind).toBe(kind);
  });

  it('is only seen when the record is older than the one we have; an equally old one is no news', () => {
    expect(judgePackage(own(), theirs({ modifiedAt: at(9) }), where())).toEqual({ kind: 'SEEN' });
    expect(judgePackage(own(), theirs({ modifiedAt: at(10) }), where())).toMatchObject({
      kind: 'CHANGE',
      isNews: false,
    });
    expect(judgePackage(own(), theirs({ modifiedAt: at(11) }), where())).toMatchObject({
      kind: 'CHANGE',
      isNews: true,
    });
    expect(judgePackage(own({ trackingModifiedAt: null }), theirs({ modifiedAt: at(0) }), where())).toMatchObject({
      kind: 'CHANGE',
      isNews: true,
    });
  });

  it.each<[PackageList, OwnPackage['status'], number, string]>([
    ['transferred', 'ACTIVE', 10, 'SEEN'],
    ['transferred', 'ON_HOLD', 10, 'SEEN'],
    ['transferred', 'INACTIVE', 10, 'CHANGE'],
    ['transferred', 'ACTIVE', 11, 'CHANGE'],
    ['intransit', 'ACTIVE', 10, 'CHANGE'],
    ['inactive', 'ACTIVE', 10, 'CHANGE'],
  ])('that came back and is still listed as %s, is %s here, at minute %i: %s', (list, status, minute, kind) => {
    expect(judgePackage(own({ status }), theirs({ modifiedAt: at(minute) }), where({ list })).kind).toBe(kind);
  });

  it('without a time is taken as its list says', () => {
    const never = new Date(0);
    expect(
      judgePackage(own({ trackingModifiedAt: never }), theirs({ modifiedAt: never }), where({ list: 'transferred' })),
    ).toMatchObject({ kind: 'CHANGE', state: { status: 'INACTIVE' } });
  });

  it.each<PackageList>(['active', 'onhold', 'inactive'])(
    'whose tag is another’s by now is inactive and not compared, though still listed as %s',
    (list) => {
      const voided = theirs({ isVoided: true, quantity: '3' });
      const state = { status: 'INACTIVE' };
      expect(judgePackage(own(), voided, where({ list }))).toMatchObject({ kind: 'CHANGE', state, compared: null });
      expect(judgePackage(undefined, voided, where({ list }))).toMatchObject({ kind: 'ADD', state, resummed: [] });
    },
  );

  it('is given away rather than seen when its record is also older', () => {
    const older = theirs({ modifiedAt: at(1) });
    expect(judgePackage(own(), older, where({ list: 'inactive', licenseId: 2 }))).toEqual({ kind: 'GIVEN_AWAY' });
  });

  it('changes the stock of both items when its item or status does, and of none otherwise', () => {
    expect(judgePackage(own(), theirs(), where())).toMatchObject({ resummed: [] });
    expect(judgePackage(own(), theirs(), where({ itemId: 11 }))).toMatchObject({ resummed: [11, 10] });
    expect(judgePackage(own(), theirs({ isOnHold: true }), where())).toMatchObject({ resummed: [10, 10] });
    expect(judgePackage(own({ status: 'ON_HOLD' }), theirs(), where({ list: 'onhold' }))).toMatchObject({
      resummed: [],
    });
  });

  it.each([
    ['5.0', 'ea', null],
    ['4', 'ea', { kind: 'QUANTITY', ours: '5 ea', theirs: '4 ea', cause: 'ADJUSTED' }],
    ['5', 'g', { kind: 'UNIT', ours: '5 ea', theirs: '5 g', cause: 'REPACKED' }],
  ] as const)('is compared: %s %s there', (quantity, unitOfMeasure, difference) => {
    expect(judgePackage(own(), theirs({ quantity, unitOfMeasure }), where())).toMatchObject({
      kind: 'CHANGE',
      compared: { difference },
    });
  });

  it('names the list a difference was found in as its cause', () => {
    expect(judgePackage(own(), theirs({ quantity: '0' }), where({ list: 'transferred' }))).toMatchObject({
      compared: { difference: { cause: 'TRANSFERRED' } },
    });
  });
});

describe('a package with something still to be written about it', () => {
  const finishing = own({ status: 'INACTIVE', finishedOn: '2026-01-01' });
  const moved = { locationId: 1, locationName: 'Vault' };
  const theirPlace = { locationId: 2, locationName: 'Shelf' };

  it.each([
    ['MOVE', own(), { status: 'ACTIVE', finishedOn: null, ...moved }],
    ['FINISH', finishing, { status: 'INACTIVE', finishedOn: '2026-01-01', ...theirPlace }],
    ['REOPEN', own(), { status: 'ACTIVE', finishedOn: null, ...theirPlace }],
    ['SPLIT', finishing, { status: 'ACTIVE', finishedOn: null, ...theirPlace }],
    ['ADJUST', finishing, { status: 'ACTIVE', finishedOn: null, ...theirPlace }],
  ] as const)('keeps what %s asked for here', (kind, ours, state) => {
    expect(judgePackage(ours, theirs(), where(), writing(new Set([kind])))).toMatchObject({
      kind: 'CHANGE',
      state,
      compared: null,
    });
  });

  it('is compared again by records modified since', () => {
    const finish = (until: Date) =>
      judgePackage(finishing, theirs(), where(), writing(new Set(['FINISH']), until.getTime()));
    expect(finish(at(21))).toMatchObject({ state: { status: 'INACTIVE' }, resummed: [], compared: null });
    expect(finish(at(20))).toMatchObject({
      state: { status: 'ACTIVE', finishedOn: null },
      resummed: [10, 10],
      compared: { difference: null },
    });
  });
});

const places = {
  finishedOn: fc.constantFrom(null, '2026-01-01'),
  locationId: fc.constantFrom(null, 1, 2),
  locationName: fc.constantFrom(null, 'A'),
};
const held = { quantity: fc.constantFrom('0', '1', '1.00', '7.5'), unitOfMeasure: fc.constantFrom('ea', 'g') } as const;
const anOwn = fc.record<OwnPackage>({
  ...held,
  ...places,
  licenseId: fc.constantFrom(1, 2),
  itemId: fc.constantFrom(10, 11),
  status: fc.constantFrom('ACTIVE', 'ON_HOLD', 'INACTIVE'),
  trackingModifiedAt: fc.constantFrom(null, at(10), at(20)),
});
const aListed = fc.record<ListedPackage>({
  ...held,
  ...places,
  isVoided: fc.boolean(),
  isOnHold: fc.boolean(),
  isFinished: fc.boolean(),
  modifiedAt: fc.constantFrom(at(5), at(10), at(20), at(30)),
});
const aPlace = fc.record<ListedIn>({
  list: fc.constantFrom(...(Object.keys(PACKAGE_LISTS) as PackageList[])),
  readAt: fc.constant(at(30)),
  licenseId: fc.constantFrom(1, 2),
  itemId: fc.constantFrom(10, 11),
});
const aWriting = fc.option(
  fc.record({
    until: fc.constantFrom(at(15).getTime(), Number.POSITIVE_INFINITY),
    kinds: fc.subarray([...PACKAGE_WRITES]).map((kinds) => new Set(kinds)),
  }),
  { nil: undefined },
);

describe('any record of any package', () => {
  it('changes nothing more when it is read a second time', () => {
    fc.assert(
      fc.property(fc.option(anOwn, { nil: undefined }), aListed, aPlace, aWriting, (ours, record, place, written) => {
        const verdict = judgePackage(ours, record, place, written);
        if (!('state' in verdict)) return;
        const { transferState, ...state } = verdict.state;
        const { quantity, unitOfMeasure } = ours ?? record;
        const after: OwnPackage = {
          ...place,
          ...state,
          quantity,
          unitOfMeasure,
          trackingModifiedAt: record.modifiedAt,
        };
        const again = judgePackage(after, record, place, written);
        // It came back, and is still listed as transferred.
        if (place.list === 'transferred' && after.status !== 'INACTIVE') {
          expect(again).toEqual({ kind: 'SEEN' });
          return;
        }
        expect(again).toMatchObject({ kind: 'CHANGE', state: verdict.state, resummed: [], isNews: false });
        if (verdict.kind === 'CHANGE') expect(again).toMatchObject({ compared: verdict.compared });
      }),
    );
  });

  it('moves a package’s stock exactly when what counts as stock of an item may have changed', () => {
    fc.assert(
      fc.property(anOwn, aListed, aPlace, aWriting, (ours, record, place, written) => {
        const verdict = judgePackage(ours, record, place, written);
        if (verdict.kind !== 'CHANGE') return;
        const isOther = verdict.state.status !== ours.status || place.itemId !== ours.itemId;
        expect(new Set(verdict.resummed)).toEqual(new Set(isOther ? [ours.itemId, place.itemId] : []));
      }),
    );
  });
});

describe('records of a page', () => {
  it('count once for each package: the newest, and of equally new ones the later; a tag used again is another', () => {
    const records = [
      { label: 'a', trackingId: 1, modifiedAt: at(2), id: 1 },
      { label: 'b', trackingId: 2, modifiedAt: at(5), id: 2 },
      { label: 'a', trackingId: 1, modifiedAt: at(1), id: 3 },
      { label: 'b', trackingId: 2, modifiedAt: at(5), id: 4 },
      { label: 'c', trackingId: null, modifiedAt: at(0), id: 5 },
      { label: 'c', trackingId: null, modifiedAt: at(9), id: 6 },
      { label: 'a', trackingId: 9, modifiedAt: at(0), id: 7 },
    ];
    expect(newestOfEach(records).map(({ id }) => id)).toEqual([1, 4, 6, 7]);
  });
});

describe('a record from a clock ahead of ours', () => {
  const readAt = at(60);
  it.each([
    ['an hour ahead and later ones count by that clock', at(120), at(119), 'SEEN'],
    ['further ahead orders nothing: the next record is news', at(121), at(59), 'CHANGE'],
    ['of another century orders nothing either', new Date('2099-01-01T00:00:00Z'), at(59), 'CHANGE'],
  ])('%s', (_, trackingModifiedAt, modifiedAt, kind) => {
    const verdict = judgePackage(own({ trackingModifiedAt }), theirs({ modifiedAt }), where({ readAt }));
    expect(verdict.kind).toBe(kind);
  });
});
