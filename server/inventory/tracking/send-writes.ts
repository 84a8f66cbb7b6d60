import { and, asc, eq, getTableColumns, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { DomainError } from '../../../domain/errors';
import { isHarvestWrite } from '../../../domain/inventory/write-kinds';
import { nextWrite, subjectsOf, type WaitingWrite, writesTogether } from '../../../domain/inventory/write-order';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { licenses, trackingWrites } from '../../db/schema';
import { transact } from '../../db/transact';
import { NotListed } from '../../harvests/sending/find-tracking-id';
import { markSent, tellHarvests } from '../../harvests/sending/save-sent';
import { type ClaimedWrite, GO_TOGETHER, sendHarvestWrites } from '../../harvests/sending/send-harvest';
import { settleSubmissions } from '../../harvests/sending/settle-submissions';
import { KeyRefused } from '../../integrations/answers';
import { accessOf } from '../../integrations/tracking/license-access';
import { MOST_WRITTEN } from '../../integrations/tracking/tracking-calls';
import { PackagesRefused } from '../../integrations/tracking/tracking-packages';
import { unsentOf } from '../../integrations/tracking/unsent-writes';
import { publish } from '../../live/publish';
import { endWrites } from '../packages/forget-packages';
import { closeDiscontinued } from './close-discontinued';
import { SENDS, SENDS_TOGETHER, type Write } from './send-each';
import { undoWrite } from './undo-writes';

/** Longer than one call can take. */
const HELD = sql`now() + interval '2 minutes'`;
/** How many calls of one license go at once, of things that don’t depend on each other. */
const AT_ONCE = 3;
/** How many calls one job makes before others have their turn; and how many of the writes that wait it looks at. */
const PORTION = 50 * AT_ONCE;
const MOST_WAITING = 5_000;
/** After so many calls in a row without an answer, it is the tracking system that doesn’t respond, not to a write. */
const MOST_SILENT = 3;

type Ids = { orgId: number; licenseId: number };
type Waiting = Pick<Write, 'id' | 'harvestId' | 'isUnanswered' | 'kind' | 'orgUserId'> & WaitingWrite;
/**
 * SILENT, UNLISTED, NO_KEY and UNTOLD are still to be sent: the tracking system gave no answer, doesn’t list yet what it is
 * about, didn’t take the key for it, or refused it together with others, of which one may be to blame.
 */
type Outcome = {
  state: 'SENT' | 'REFUSED' | 'SILENT' | 'UNLISTED' | 'NO_KEY' | 'UNTOLD';
  problem?: string | undefined;
};

/** What became of writes that went together; `cause` is why there was no answer, `fault` what is wrong on our side. */
type Ended = { writes: readonly ClaimedWrite[]; state: Outcome['state'] | null; cause?: DomainError; fault?: unknown };

/**
 * Sends a license’s writes to the tracking system, like ones together, those about a package in sequence and what doesn’t
 * depend on each other in a few calls at once, and enqueues itself for the rest after a portion. What is refused together is
 * sent again one by one. A refused one is undone here, and the inbox says why. One that gets no answer, or that the asker’s
 * key isn’t good for, waits, with later ones about the same packages only. Raises UNAVAILABLE when the job should run again
 * soon.
 */
export async function sendTrackingWrites(tools: Services, ids: Ids): Promise<void> {
  const { db } = tools.database;
  // One that was asked for while its license was being removed isn't among those that ended with it.
  if ((await db.$count(licenses, and(eq(licenses.id, ids.licenseId), isNotNull(licenses.removedAt)))) > 0)
    return endWrites(db, ids, 'Its license was removed');
  let waiting = await listWaiting(db, ids);
  const tried = new Set<number>();
  const noKey = new Set<string>();
  const underway = new Map<readonly Waiting[], Promise<[readonly Waiting[], Ended]>>();
  let [done, silent, isNews] = [0, 0, false];
  let cause: unknown;
  let fault: unknown;
  const mayTry = (write: Waiting) =>
    !tried.has(write.id) && !noKey.has(askerOf(write)) && !isConfused(write, [...underway.keys()].flat());

  const begin = async (next: Waiting) => {
    const some = pickTogether(next, waiting, mayTry);
    for (const { id } of some) tried.add(id);
    const writes = await claim(db, ids.orgId, some);
    if (writes.length < some.length) cause ??= new DomainError('UNAVAILABLE', 'Another process is sending it');
    const [first] = writes;
    if (first === undefined) return;
    underway.set(
      some,
      settle(tools, first, writes).then((ended) => [some, ended]),
    );
  };
  const end = async ({ writes, state, ...why }: Ended) => {
    cause ??= why.cause;
    fault ??= why.fault;
    silent = state === 'SILENT' ? silent + 1 : 0;
    if (state === 'SENT' || state === 'REFUSED' || state === 'UNTOLD') done += 1;
    const [first] = writes;
    if (first === undefined) return;
    if (state === 'NO_KEY') noKey.add(askerOf(first));
    isNews ||= (first.kind === 'ADJUST' || isHarvestWrite(first.kind)) && state === 'SENT';
    if (state === 'UNTOLD') for (const { id } of writes) tried.delete(id);
    if (state === 'SENT') waiting = waiting.filter(({ id }) => writes.every((one) => one.id !== id));
    // What was undone with a refused one isn’t sent either, and what was refused together was tried once.
    if (state === 'REFUSED' || state === 'UNTOLD') waiting = await listWaiting(db, ids);
  };

  try {
    let next = nextWrite(waiting, mayTry);
    while (next !== undefined || underway.size > 0) {
      const mayBegin = fault === undefined && silent < MOST_SILENT && done + underway.size < PORTION;
      if (next !== undefined && mayBegin && underway.size < AT_ONCE) await begin(next);
      else if (underway.size > 0) {
        const [some, ended] = await Promise.race(underway.values());
        underway.delete(some);
        await end(ended);
      } else break;
      next = nextWrite(waiting, mayTry);
    }
    if (fault !== undefined) throw fault;
    if (next !== undefined && silent < MOST_SILENT)
      return await tools.jobs.enqueue(db, { name: 'send-tracking-writes', data: ids });
    await settleSubmissions(tools, ids).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      cause ??= error;
    });
  } finally {
    // Both figures are compared again at once, and what was made of harvests is read.
    if (isNews) await tools.jobs.enqueue(db, { name: 'read-license', data: ids });
  }
  if (cause !== undefined) throw cause;
}

/**
 * Whether what became of a write couldn’t be told while others are underway: of waste alike, only its number there says
 * whether some that got no answer was recorded.
 */
const isConfused = (write: Waiting, underway: readonly Waiting[]): boolean =>
  write.kind === 'HARVEST_WASTE' &&
  underway.some(
    (one) => one.kind === write.kind && one.harvestId === write.harvestId && (one.isUnanswered || write.isUnanswered),
  );

/** Sends writes and notes what became of them. It never raises: nothing underway is lost of sight. */
async function settle(tools: Services, first: ClaimedWrite, writes: readonly ClaimedWrite[]): Promise<Ended> {
  let cause: DomainError | undefined;
  try {
    const outcome = await send(tools, first, writes).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      cause = error;
      if (error instanceof NotListed) return { state: 'UNLISTED', problem: error.message } as const;
      return { state: 'SILENT', problem: 'The tracking system isn’t responding.' } as const;
    });
    await save(tools, writes, outcome);
    return { writes, state: outcome.state, ...(cause && { cause }) };
  } catch (fault) {
    return { writes, state: null, fault };
  }
}

/** A key may be good for some kinds of writes and not for others. */
const askerOf = ({ orgUserId, kind }: Pick<Waiting, 'orgUserId' | 'kind'>) => `${orgUserId} ${kind}`;

/** What goes in one call with the next write, which may be alone. */
function pickTogether(next: Waiting, waiting: readonly Waiting[], mayTry: (write: Waiting) => boolean): Waiting[] {
  const isLikeNext = (one: Waiting) =>
    askerOf(one) === askerOf(next) && one.harvestId === next.harvestId && mayTry(one);
  // Whether manicures that went in one call were made is told of all of them alone.
  if (next.kind === 'HARVEST_MANICURE' && next.isUnanswered)
    return waiting.filter((one) => one.isUnanswered && isLikeNext(one)).slice(0, MOST_WRITTEN);
  const goesTogether = isHarvestWrite(next.kind)
    ? GO_TOGETHER.includes(next.kind)
    : SENDS_TOGETHER[next.kind] !== undefined;
  return goesTogether && next.attempts === 0 ? writesTogether(waiting, isLikeNext, MOST_WRITTEN) : [next];
}

/** A license’s unsent writes, in their sequence. */
async function listWaiting(db: Db, ids: Ids): Promise<Waiting[]> {
  const { id, packageId, madeId, harvestId, attempts, isUnanswered, kind, orgUserId } = trackingWrites;
  const rows = await db
    .select({ id, packageId, madeId, harvestId, attempts, isUnanswered, kind, orgUserId })
    .from(trackingWrites)
    .where(unsentOf(ids))
    .orderBy(asc(trackingWrites.id))
    .limit(MOST_WAITING);
  return rows.map((row) => ({ ...row, subjects: subjectsOf(row) }));
}

/** Writes in their sequence, held against other processes, without those that another has or that were sent. */
async function claim(db: Db, orgId: number, some: readonly Pick<Write, 'id'>[]): Promise<ClaimedWrite[]> {
  const isFree = or(isNull(trackingWrites.heldUntil), lt(trackingWrites.heldUntil, sql`now()`));
  const ids = some.map(({ id }) => id);
  const ofThese = and(eq(trackingWrites.orgId, orgId), isOneOf(trackingWrites.id, ids));
  const free = db.$with('free').as(
    db
      .select({
        id: trackingWrites.id,
        wasUnanswered: sql<boolean>`${trackingWrites.isUnanswered}`.as('was_unanswered'),
        firstTriedAt: sql<Date>`coalesce(${trackingWrites.triedAt}, clock_timestamp())`.as('first_tried_at'),
        // When it was last sent, as long as it isn’t known what became of it.
        sentAt: sql<Date>`case when ${trackingWrites.isUnanswered} then ${trackingWrites.updatedAt} else now() end`.as(
          'sent_at',
        ),
      })
      .from(trackingWrites)
      .where(and(ofThese, eq(trackingWrites.state, 'PENDING'), isFree))
      .orderBy(trackingWrites.id)
      .for('no key update', { skipLocked: true }),
  );
  const held = await db
    .with(free)
    .update(trackingWrites)
    .set({
      heldUntil: HELD,
      triedAt: sql`${free.firstTriedAt}`,
      attempts: sql`${trackingWrites.attempts} + 1`,
      isUnanswered: true,
      updatedAt: sql`${free.sentAt}`,
    })
    .from(free)
    .where(and(ofThese, eq(trackingWrites.id, free.id)))
    .returning({ ...getTableColumns(trackingWrites), wasUnanswered: free.wasUnanswered });
  return held.sort((a, b) => a.id - b.id);
}

/** Sends writes of one kind that one person asked for; `write` is the first of them. */
async function send(tools: Services, write: ClaimedWrite, writes: readonly ClaimedWrite[]): Promise<Outcome> {
  const { tracking } = tools.integrations;
  const at = await accessOf(tools, write);
  if (at === undefined) return { state: 'NO_KEY', problem: 'The license has no key. Connect it again.' };
  try {
    const { db } = tools.database;
    if (isHarvestWrite(write.kind)) await sendHarvestWrites(write.kind, { db, tracking, at, writes });
    else if (writes.length > 1) await SENDS_TOGETHER[write.kind]?.({ tracking, at, writes });
    else await SENDS[write.kind]({ db, tracking, at, write });
    return { state: 'SENT' };
  } catch (error) {
    if (error instanceof PackagesRefused && writes.length > 1) return { state: 'UNTOLD' };
    if (error instanceof PackagesRefused) return { state: 'REFUSED', problem: error.message };
    if (error instanceof KeyRefused)
      return { state: 'NO_KEY', problem: 'The tracking system doesn’t accept the license’s key for this.' };
    throw error;
  }
}

function save({ database: { db }, jobs }: Services, writes: readonly ClaimedWrite[], { state, problem }: Outcome) {
  return transact(db, async (tx) => {
    const isDone = state === 'SENT' || state === 'REFUSED';
    const isUnsent = state === 'NO_KEY' || state === 'UNLISTED';
    const [first] = writes;
    const ids = writes.map(({ id }) => id);
    const kept = await tx
      .update(trackingWrites)
      .set({
        state: isDone ? state : 'PENDING',
        problem: problem ?? null,
        heldUntil: null,
        // What wasn’t sent now tells nothing of a call before that wasn't answered.
        isUnanswered: state === 'SILENT' || (isUnsent && writes.some(({ wasUnanswered }) => wasUnanswered)),
        ...(!isUnsent && { updatedAt: sql`now()` }),
      })
      .where(
        and(
          eq(trackingWrites.orgId, first?.orgId ?? 0),
          isOneOf(trackingWrites.id, ids),
          eq(trackingWrites.state, 'PENDING'),
        ),
      )
      .returning();
    if (state === 'REFUSED')
      for (const write of kept) {
        await undoWrite(tx, write, problem ?? '');
        if (write.harvestId !== null) await tellHarvests(tx, jobs, write);
      }
    if (state === 'SENT' && first && isHarvestWrite(first.kind)) await markSent(tx, first.kind, kept);
    if (state === 'SENT' && first?.kind === 'HARVEST_DISCONTINUE') await closeDiscontinued(tx, kept);
    for (const { id, topic, orgId } of publishedOf(kept))
      await publish(tx, { topic, kind: 'changed', id, orgIds: [orgId] });
  });
}

/** What writes are about, each once, as screens hear of it. */
function publishedOf(writes: readonly Write[]) {
  const all = writes.map(({ orgId, madeId, harvestId }) =>
    harvestId === null
      ? { orgId, topic: 'packages' as const, id: madeId ?? 0 }
      : { orgId, topic: 'harvests' as const, id: harvestId },
  );
  return [...new Map(all.map((one) => [`${one.topic} ${one.id}`, one])).values()];
}
