import type { WriteKind } from './write-kinds';

/**
 * What a write is about: a package or a harvest. Writes about one thing go in their order, unless both are of one `step`:
 * those may go in one call, and, with `inAnyOrder`, each whenever it can.
 */
export type WriteSubject = { of: string; step?: string; inAnyOrder?: true };

/** A write that waits to be sent to the tracking system. */
export type WaitingWrite = { id: number; attempts: number; subjects: readonly WriteSubject[] };

type About = { kind: WriteKind; packageId: number | null; madeId: number | null; harvestId: number | null };

/** The steps of a harvest: its plants before what is made of them, and all of that before its end. */
const HARVEST_STEPS: Partial<Record<WriteKind, Omit<WriteSubject, 'of'>>> = {
  HARVEST_PLANT: { step: 'plants', inAnyOrder: true },
  // Nothing says of a plant alone that it was manicured, so one call is known to be done before the next.
  HARVEST_MANICURE: { step: 'plants' },
  HARVEST_PACKAGE: { step: 'weights', inAnyOrder: true },
  HARVEST_TEST_PACKAGE: { step: 'weights', inAnyOrder: true },
  HARVEST_WASTE: { step: 'weights', inAnyOrder: true },
};

/** What a write is about: the package it is of and the one it makes, or the harvest. */
export function subjectsOf({ kind, packageId, madeId, harvestId }: About): WriteSubject[] {
  if (harvestId !== null) return [{ of: `harvest ${harvestId}`, ...HARVEST_STEPS[kind] }];
  if (packageId === madeId) return [{ of: `package ${packageId}` }];
  return [{ of: `package ${packageId}`, step: kind }, { of: `package ${madeId}` }];
}

/** What earlier writes are about: of each thing the one step they all are of, or null. */
type Waited = Map<string, WriteSubject | null>;

function note(waited: Waited, subjects: readonly WriteSubject[]): void {
  for (const subject of subjects) {
    const known = waited.get(subject.of);
    const isSame = known === undefined || known?.step === subject.step;
    waited.set(subject.of, isSame && subject.step !== undefined ? subject : null);
  }
}

/** Whether none of earlier writes must go before one about these. */
const isFree = (waited: Waited, subjects: readonly WriteSubject[], mayPass: (one: WriteSubject) => boolean): boolean =>
  subjects.every((one) => {
    const known = waited.get(one.of);
    return known === undefined || (known !== null && known.step === one.step && mayPass(one));
  });

const passesAnywhere = ({ inAnyOrder }: WriteSubject) => inAnyOrder === true;

/**
 * The write to send next, of those that wait and may be tried now: one that no earlier write about the same waits before,
 * the least often tried first. So writes about a package go in their order, a harvest's plants before its packages, and one
 * that gets no answer holds up nothing of other packages and harvests. `waiting` is by id.
 */
export function nextWrite<W extends WaitingWrite>(
  waiting: readonly W[],
  mayTry: (write: W) => boolean = () => true,
): W | undefined {
  const waited: Waited = new Map();
  let next: W | undefined;
  for (const write of waiting) {
    const { subjects, attempts } = write;
    const isFirst = isFree(waited, subjects, passesAnywhere);
    if (isFirst && mayTry(write) && (next === undefined || attempts < next.attempts)) next = write;
    note(waited, subjects);
  }
  return next;
}

/**
 * The writes to send in one call with the next one, which is the first of them: those like it that were never tried and
 * that no earlier write waits before, at most so many. Several packages can be made of one package together, in their
 * order, and several plants be harvested; anything else about a package goes alone. `waiting` is by id. None if the next
 * one itself isn't like that.
 */
export function writesTogether<W extends WaitingWrite>(
  waiting: readonly W[],
  isLikeNext: (write: W) => boolean,
  most: number,
): W[] {
  const [waited, inCall]: [Waited, Waited] = [new Map(), new Map()];
  const together: W[] = [];
  for (const write of waiting) {
    const { subjects, attempts } = write;
    const isFirst = isFree(waited, subjects, passesAnywhere) && isFree(inCall, subjects, () => true);
    if (isFirst && attempts === 0 && together.length < most && isLikeNext(write)) {
      together.push(write);
      note(inCall, subjects);
    } else note(waited, subjects);
  }
  return together;
}
