import type { Seen } from '../../../domain/accounting/push/followed';
import type { BooksFault } from '../../../domain/accounting/vocabulary';

/** A write as it arrives at the books. */
export type LedgerWrite = {
  act: 'CREATE' | 'UPDATE' | 'VOID';
  requestId: string;
  id: string | null;
  version: string | null;
  marker: string;
  number: string | null;
  content: unknown;
};
export type LedgerRecord = {
  id: string;
  version: number;
  marker: string | null;
  number: string | null;
  content: unknown;
  isVoid: boolean;
};
type Answer = { ok: Seen } | { fault: BooksFault };

/** A number from 0 up to 1, the same row of them for the same seed. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Call = { id: string; writes: LedgerWrite[] };

/**
 * The books in memory: a call that arrives twice is done once and answered as the first time, but the same write in another
 * call is another write. Answers are lost, calls arrive late or are done in part.
 */
export class Ledger {
  readonly records: LedgerRecord[] = [];
  /** Every write that did something, by its request id. */
  readonly done: string[] = [];
  readonly #replies = new Map<string, Answer[]>();
  readonly #onTheWay: Call[] = [];
  hostility = 0.35;

  constructor(private readonly random: () => number) {}

  write(writes: readonly LedgerWrite[]): Answer[] {
    const call = { id: writes.map(({ requestId }) => requestId).join(' '), writes: [...writes] };
    const all = (fault: BooksFault) => writes.map(() => ({ fault }));
    const dice = this.random();
    if (dice < this.hostility * 0.2) return all(this.random() < 0.5 ? 'TRANSIENT' : 'THROTTLED');
    if (dice < this.hostility * 0.4) {
      this.#onTheWay.push(call);
      return all('UNCERTAIN');
    }
    if (dice < this.hostility * 0.5) return all('UNCERTAIN');
    // It dies on the way: some of it is done, and nothing is remembered.
    if (dice < this.hostility * 0.6 && writes.length > 1 && !this.#replies.has(call.id)) {
      for (const one of writes.slice(0, Math.floor(this.random() * writes.length))) this.#take(one);
      return all('UNCERTAIN');
    }
    const answers = this.#answer(call);
    return dice < this.hostility * 0.8 ? all('UNCERTAIN') : answers;
  }

  /** A person changes an invoice there, or voids it. */
  edit(record: LedgerRecord | undefined): void {
    if (record === undefined || record.isVoid) return;
    record.version += 1;
    if (this.random() < 0.3) record.isVoid = true;
    else record.content = { total: 'theirs' };
  }

  #answer({ id, writes }: Call): Answer[] {
    const before = this.#replies.get(id);
    if (before) return before;
    const answers = writes.map((write) => this.#take(write));
    this.#replies.set(id, answers);
    return answers;
  }

  /** Has something arrive that was on the way for long, in any order. */
  arrive(): void {
    const [late] = this.#onTheWay.splice(Math.floor(this.random() * this.#onTheWay.length), 1);
    if (late) this.#answer(late);
  }

  arriveAll(): void {
    while (this.#onTheWay.length > 0) this.arrive();
  }

  find(by: { marker?: string; id?: string | null; number?: string }): LedgerRecord | null {
    const found = this.records.filter(
      (one) =>
        (by.marker !== undefined && one.marker === by.marker) ||
        (by.id !== undefined && by.id !== null && one.id === by.id) ||
        (by.number !== undefined && one.number === by.number && !one.isVoid),
    );
    return found[0] ?? null;
  }

  /** Something that isn't ours. */
  addForeign(number: string): void {
    this.records.push({ id: this.#nextId(), version: 0, marker: null, number, content: {}, isVoid: false });
  }

  /** A change of its version alone, as when a payment is linked to it. */
  touch(record: LedgerRecord): void {
    record.version += 1;
  }

  #take(write: LedgerWrite): Answer {
    const answer = write.act === 'CREATE' ? this.#create(write) : this.#change(write);
    if ('ok' in answer) this.done.push(write.requestId);
    return answer;
  }

  #create({ marker, number, content }: LedgerWrite): Answer {
    if (number !== null && this.find({ number })) return { fault: 'DUPLICATE_NUMBER' };
    const record = { id: this.#nextId(), version: 0, marker, number, content, isVoid: false };
    this.records.push(record);
    return { ok: seen(record) };
  }

  #change({ act, id, version, content }: LedgerWrite): Answer {
    const record = this.records.find((one) => one.id === id);
    if (record === undefined || record.isVoid) return { fault: 'INVALID' };
    if (String(record.version) !== version) return { fault: 'STALE' };
    record.version += 1;
    if (act === 'VOID') record.isVoid = true;
    else record.content = content;
    return { ok: seen(record) };
  }

  #nextId = () => String(this.records.length + 1);
}

export const seen = (record: LedgerRecord): Seen => ({
  id: record.id,
  version: String(record.version),
  number: record.number,
  print: printOf(record.content, record.isVoid),
  isVoid: record.isVoid,
});

export const printOf = (content: unknown, isVoid: boolean): string => JSON.stringify([content, isVoid]);
