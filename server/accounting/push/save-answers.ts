import { type Followed, refused, type Sending, taken } from '../../../domain/accounting/push/followed';
import { explainFault } from '../../../domain/accounting/push/preflight';
import type { BooksFault } from '../../../domain/accounting/vocabulary';
import type { Db } from '../../db/client';
import { BooksRefused, type BooksWritten } from '../books';
import type { Begun } from './begin-writes';
import { followedOf, logPush, saveDocument } from './documents';
import { lockAll } from './lease';
import { tellPushed } from './tell';
import { seenInvoice, seenPayment } from './write-of';

/** Seconds until what isn't taken now is tried again. */
export const LATER: Partial<Record<BooksFault, number>> = { UNCERTAIN: 5, TRANSIENT: 10, THROTTLED: 30 };

/** Saves each answer, if the write it answers is still open. */
export async function saveAnswers(
  tx: Db,
  orgId: number,
  begun: readonly Begun[],
  outcomes: readonly (BooksWritten | BooksRefused)[],
): Promise<void> {
  const places = new Map(begun.map(({ id }, place) => [id, place]));
  for (const row of await lockAll(tx, orgId, [...places.keys()])) {
    const place = places.get(row.id) ?? -1;
    const [one, outcome] = [begun[place], outcomes[place]];
    const document = followedOf(row);
    if (!one || !outcome || document.sending?.requestId !== one.sending.requestId) continue;
    if (document.sending.batch.length !== one.sending.batch.length) continue;
    const next = becomes(document, one.sending, outcome);
    const fault = outcome instanceof BooksRefused ? outcome.fault : null;
    await saveDocument(tx, row, next, fault === null ? 0 : (LATER[fault] ?? 0));
    if (fault === null || next.state === 'FAILED' || (fault === 'UNCERTAIN' && !document.isDoubted))
      await logPush(
        tx,
        { ...row, revision: one.sending.revision },
        {
          act: one.sending.act,
          fault,
          detail: fault === null ? (next.externalNumber ?? '') : (next.problem ?? ''),
        },
      );
    await tellPushed(tx, row);
  }
}

function becomes(document: Followed, sending: Sending, outcome: BooksWritten | BooksRefused): Followed {
  if (outcome instanceof BooksRefused)
    return refused(document, outcome.fault, explainFault(outcome.fault, outcome.message));
  switch (outcome.kind) {
    case 'INVOICE':
      return taken(document, sending, seenInvoice(outcome.record));
    case 'PAYMENT':
      return taken(document, sending, seenPayment(outcome.record));
    default:
      return refused(document, 'UNCERTAIN', '');
  }
}
