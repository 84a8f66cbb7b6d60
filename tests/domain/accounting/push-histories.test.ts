import { expect, test } from 'vitest';
import { isSame } from '../../../domain/accounting/push/canonical';
import {
  adopted,
  begin,
  begun,
  type DocumentKey,
  type Followed,
  foundNumber,
  markerOf,
  nextIncarnation,
  nextStep,
  overwrite,
  readAgain,
  redo,
  refused,
  repeats,
  requestIdOf,
  resolve,
  type Sending,
  sendAgain,
  settled,
  taken,
  undo,
  want,
} from '../../../domain/accounting/push/followed';
import { fitNumber } from '../../../domain/accounting/push/names';
import { chance, Ledger, type LedgerRecord, printOf, seen } from '../../support/accounting/ledger';

const HISTORIES = Number(process.env.HISTORIES ?? 10_000);
const TOGETHER = 3;

/** A document's row and what it should be; the lock on a row is that nothing is interrupted but at a `yield`. */
type Row = { key: DocumentKey; number: string; document: Followed; content: unknown; amount: number };
type Draft = { id: string | null; version: string | null; number: string };

const found = (record: LedgerRecord | null) => record && seen(record);
const isUntouched = (row: Row, was: Followed) =>
  row.document.sending === null && row.document.revision === was.revision && row.document.state === 'PENDING';

/** One turn of a process; it may be killed at each `yield`, and another may run between. */
function* turn(rows: readonly Row[], ledger: Ledger, random: () => number): Generator<void> {
  const doubted = rows.find(({ document }) => document.sending !== null);
  // Whoever holds what was begun may be alive still.
  if (doubted && random() < 0.6) yield* resolveCall(rows, ledger, doubted.document.sending?.batch ?? []);
  else yield* sendFresh(rows, ledger);
}

function* resolveCall(rows: readonly Row[], ledger: Ledger, batch: readonly string[]): Generator<void> {
  const own = batch.flatMap((id) => rows.filter(({ document }) => document.sending?.requestId === id));
  const looked = own.map((row) => {
    const { act, incarnation } = row.document.sending as Sending;
    return found(
      ledger.find(act === 'CREATE' ? { marker: markerOf(row.key, incarnation) } : { id: row.document.externalId }),
    );
  });
  yield;
  const left = own.filter((row, place) => {
    const { sending } = row.document;
    if (sending === null || !isSame(sending.batch, batch)) return false;
    row.document = { ...row.document, isDoubted: true };
    const resolved = resolve(row.document, sending, looked[place] ?? null);
    if (resolved) row.document = resolved;
    return resolved === null;
  });
  const sendings = left.map(({ document }) => document.sending as Sending);
  const { how } = repeats(sendings, new Date(0));
  if (how === 'TOGETHER') yield* send(left, ledger);
  else {
    // What was on the way has arrived by the time the rest is sent alone, and is looked up once more.
    ledger.arriveAll();
    for (const row of left) {
      const { sending } = row.document;
      if (sending === null || !batch.includes(sending.requestId)) continue;
      const there = ledger.find(
        sending.act === 'CREATE' ? { marker: markerOf(row.key, sending.incarnation) } : { id: row.document.externalId },
      );
      const resolved = resolve(row.document, sending, found(there));
      if (resolved) {
        row.document = resolved;
        continue;
      }
      row.document = { ...row.document, sending: { ...sending, batch: [sending.requestId] } };
      yield;
      if (row.document.sending?.requestId === sending.requestId) yield* send([row], ledger);
    }
  }
}

function* sendFresh(rows: readonly Row[], ledger: Ledger): Generator<void> {
  const taken = rows
    .filter(({ document }) => document.state === 'PENDING' && document.sending === null)
    .slice(0, TOGETHER);
  const before = taken.map(({ document }) => document);
  const looked = taken.map(({ number, document }) => ({
    same: ledger.find({ number: fitNumber(number, nextIncarnation(document)) }),
    there: found(ledger.find({ id: document.externalId })),
  }));
  yield;
  const begins: { row: Row; sending: Omit<Sending, 'batch'> }[] = [];
  for (const [place, row] of taken.entries()) {
    const [was, { same, there }] = [before[place] as Followed, looked[place] as (typeof looked)[number]];
    if (!isUntouched(row, was)) continue;
    const step = nextStep(row.document);
    const ours = same?.marker === markerOf(row.key, nextIncarnation(row.document)) ? found(same) : null;
    if (step.step === 'NOTHING') row.document = settled(row.document);
    else if (step.step === 'READ_AGAIN')
      row.document = readAgain(row.document, there, printOf(row.document.content, false), 'They changed it');
    else if (step.step === 'FIND_NUMBER') row.document = foundNumber(row.document, ours, 'Taken');
    else if (step.step === 'SEND' && step.act === 'CREATE' && same)
      row.document = ours ? adopted(row.document, ours) : foundNumber(row.document, null, 'Taken');
    else if (step.step === 'SEND') {
      const { externalId: id, externalVersion: version, revision, content } = row.document;
      const draft: Draft = { id, version, number: fitNumber(row.number, step.incarnation) };
      const { act, incarnation } = step;
      const requestId = requestIdOf(row.key, revision);
      const print = act === 'VOID' ? null : printOf(content, false);
      begins.push({ row, sending: { act, incarnation, revision, content, draft, version, print, requestId, at: '' } });
    }
  }
  const batch = begins.map(({ sending }) => sending.requestId);
  for (const { row, sending } of begins) row.document = begin(row.document, { ...sending, at: '1970-01-01', batch });
  yield;
  yield* send(
    begins.map(({ row }) => row),
    ledger,
  );
}

function* send(rows: readonly Row[], ledger: Ledger): Generator<void> {
  const open = rows.flatMap((row) => (row.document.sending ? [{ row, sending: row.document.sending }] : []));
  if (open.length === 0) return;
  const answers = ledger.write(
    open.map(({ row, sending }) => ({
      ...(sending.draft as Draft),
      act: sending.act,
      requestId: sending.requestId,
      marker: markerOf(row.key, sending.incarnation),
      content: sending.content,
    })),
  );
  yield;
  for (const [place, { row, sending }] of open.entries()) {
    const answer = answers[place];
    if (!answer || !isSame(row.document.sending?.requestId, sending.requestId)) continue;
    if (!isSame(row.document.sending?.batch, sending.batch)) continue;
    row.document =
      'ok' in answer ? taken(row.document, sending, answer.ok) : refused(row.document, answer.fault, answer.fault);
  }
}

function drain(rows: readonly Row[], ledger: Ledger, isEdited: boolean): void {
  const isOpen = () => rows.some(({ document: { state } }) => state === 'PENDING' || state === 'FAILED');
  for (let rounds = 0; isOpen(); rounds++) {
    expect(rounds, JSON.stringify(rows)).toBeLessThan(80);
    for (const row of rows) {
      if (row.document.state !== 'FAILED') continue;
      // Where nobody changed an invoice there, what differs is what we left.
      if (!isEdited) expect(row.document.fault).not.toBe('CHANGED_THERE');
      // Whoever took the number gives it back, and a person tries again.
      for (const record of ledger.records) if (record.marker === null) record.isVoid = true;
      row.document = row.document.fault === 'CHANGED_THERE' ? overwrite(row.document) : sendAgain(row.document);
    }
    for (const _ of turn(rows, ledger, () => (rounds % 2 === 0 ? 0 : 1)));
  }
}

/** Some orders' lives against the books, both as chance has it. */
function live(seed: number): void {
  const random = chance(seed);
  const ledger = new Ledger(random);
  const rows: Row[] = [1, 2, 3].map((orderId) => ({
    key: { connectionId: 7, orderId, paymentId: null },
    number: String(100_000 + orderId),
    document: begun('INVOICE', { total: 1 }),
    content: { total: 1 },
    amount: 1,
  }));
  const any = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  let running: Generator<void>[] = [];
  const isEdited = random() < 0.3;
  if (random() < 0.1) ledger.addForeign(any(rows).number);
  for (let act = 0; act < 60; act++) {
    const dice = random();
    const row = any(rows);
    if (dice < 0.1) {
      row.content = random() < 0.3 ? null : { total: ++row.amount };
      if (!row.document.isUndone) row.document = want(row.document, row.content);
    } else if (dice < 0.12) row.document = undo(row.document);
    else if (dice < 0.16) {
      if (row.document.isUndone) row.document = redo(row.document, row.content);
    } else if (dice < 0.18) {
      if (row.document.state === 'FAILED') row.document = sendAgain(row.document);
    } else if (dice < 0.21) ledger.arrive();
    else if (dice < 0.23) for (const record of ledger.records) ledger.touch(record);
    else if (dice < 0.235 && isEdited) ledger.edit(any(ledger.records));
    else if (dice < 0.28) running = running.filter(() => random() < 0.5);
    else if (dice < 0.45 && running.length < 3) running.push(turn(rows, ledger, random));
    else if (running.length > 0) {
      const one = any(running);
      if (one.next().done) running = running.filter((other) => other !== one);
    }
    assertOnce(ledger, seed);
  }
  ledger.hostility = 0;
  if (random() < 0.5) ledger.arriveAll();
  for (const row of rows) if (!row.document.isUndone) row.document = want(row.document, row.content);
  drain(rows, ledger, isEdited);
  ledger.arriveAll();
  // What a person changed there is found by an audit, and pushed over.
  if (isEdited) for (const row of rows) row.document = overwrite(row.document);
  drain(rows, ledger, isEdited);
  assertOnce(ledger, seed);
  for (const row of rows) {
    const own = ownOf(ledger, row).filter(({ isVoid }) => !isVoid);
    const wanted = row.document.isUndone ? null : row.content;
    expect(own.length, `seed ${seed}`).toBe(wanted === null ? 0 : 1);
    if (wanted !== null) expect(isSame(own[0]?.content, wanted), `seed ${seed}`).toBe(true);
  }
}

const ownOf = (ledger: Ledger, { key }: Row) => {
  const beginning = markerOf(key, 1).replace(/1$/, '');
  return ledger.records.filter(({ marker }) => marker?.startsWith(beginning));
};

/** No revision did anything twice, no two documents of an order count, and none of an incarnation is there twice. */
function assertOnce(ledger: Ledger, seed: number): void {
  const own = ledger.records.filter(({ marker }) => marker !== null);
  const counted = own.filter(({ isVoid }) => !isVoid).map(({ marker }) => marker?.replace(/-[^-]+$/, ''));
  if (new Set(ledger.done).size !== ledger.done.length) expect(ledger.done, `seed ${seed}`).toBe('each once');
  if (new Set(own.map(({ marker }) => marker)).size !== own.length) expect(own, `seed ${seed}`).toBe('each once');
  if (new Set(counted).size !== counted.length) expect(own, `seed ${seed}`).toBe('one of each order');
}

test(`the books have each order once, as it is here, whatever is killed, doubled, lost or late: ${HISTORIES} histories`, () => {
  const first = Number(process.env.SEED ?? 1);
  for (let seed = first; seed < first + HISTORIES; seed++) live(seed);
}, 120_000);
