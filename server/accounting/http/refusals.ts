import { z } from 'zod';
import type { BooksFault } from '../../../domain/accounting/vocabulary';
import { DomainError } from '../../../domain/errors';
import { Silence } from '../../http-client';
import { BooksRefused } from '../books';

/** Longer reasons are cut. */
const MOST_SAID = 200;

const Fault = z.object({
  Message: z.string().default(''),
  Detail: z.string().default(''),
  code: z.coerce.string().default(''),
  element: z.string().nullish(),
});
export const Faults = z.object({ Fault: z.object({ Error: z.array(Fault).min(1) }) });
type Fault = z.output<typeof Fault>;

const BY_CODE: Record<string, BooksFault> = {
  '5010': 'STALE',
  '6140': 'DUPLICATE_NUMBER',
  '6240': 'DUPLICATE_NAME',
  '610': 'INACTIVE_REFERENCE',
  '2500': 'INACTIVE_REFERENCE',
  '6210': 'CLOSED_PERIOD',
  '6540': 'LINKED_PAYMENT',
  '6190': 'ENDED',
  '120': 'AUTH',
  '3100': 'AUTH',
  '3200': 'AUTH',
  '3001': 'THROTTLED',
};
/** Codes of duplicates differ by the age of their system: the words decide where they are said. */
const BY_WORDS: readonly (readonly [RegExp, BooksFault])[] = [
  [/duplicate document number/i, 'DUPLICATE_NUMBER'],
  [/duplicate name/i, 'DUPLICATE_NAME'],
  [/account period closed/i, 'CLOSED_PERIOD'],
];

/** What a refusal of theirs means. */
export function refusedFor({ Message, Detail, code, element }: Fault): BooksRefused {
  const said = BY_WORDS.find(([words]) => words.test(`${Message} ${Detail}`))?.[1];
  const fault = said ?? BY_CODE[code.replace(/^0+/, '')] ?? 'INVALID';
  const reason = (Detail || Message).replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return new BooksRefused(fault, reason.slice(0, MOST_SAID) || `They gave no reason (code ${code}).`, element || null);
}

/** What an answer below 500 means that takes nothing. */
export function refusalOf(status: number, body: unknown): BooksRefused {
  const { data } = Faults.safeParse(body);
  const first = data?.Fault.Error[0];
  if (first) return refusedFor(first);
  if (status === 401 || status === 403)
    return new BooksRefused('AUTH', 'The accounting service no longer lets Verdant in.');
  return new BooksRefused('INVALID', `The accounting service answered ${status}.`);
}

/** What it means that no answer came: of a write that was sent, it may have been done. */
export function silenceOf(error: unknown, isWrite: boolean): unknown {
  if (!(error instanceof DomainError) || error.code !== 'UNAVAILABLE') return error;
  const isSent = error.cause instanceof Silence;
  if (isSent && (error.cause as Silence).status === 429)
    return new BooksRefused('THROTTLED', 'The accounting service takes no more calls for a minute.');
  return new BooksRefused(isSent && isWrite ? 'UNCERTAIN' : 'TRANSIENT', error.message);
}
