import { z } from 'zod';
import { PROPOSAL_KINDS } from './vocabulary';

/** Where an order must be for its invoice to be pushed without anybody asking. */
export const PUSHES_FROM = ['ACCEPTED', 'FULFILLED', 'SHIPPED', 'DELIVERED', 'COMPLETE'] as const;

/** An id of theirs. */
export const EXTERNAL_ID = z
  .string()
  .regex(/^[\w.:-]+$/)
  .max(64);

const AccountId = EXTERNAL_ID.nullable();

/** How a company uses its books. */
export const BooksSettings = z.strictObject({
  /** What items made there cost, what they bring in, and where an order's discount goes. */
  defaultItemExpenseAccountId: AccountId,
  defaultIncomeAccountId: AccountId,
  defaultOrderDiscountAccountId: AccountId,
  /** Null when people push. */
  pushesFrom: z.enum(PUSHES_FROM).nullable(),
  /** What is taken over from the books without anybody asking. */
  automatic: z.array(z.enum(PROPOSAL_KINDS)),
});
export type BooksSettings = z.infer<typeof BooksSettings>;

export const BooksSettingsEdit = z.object({
  externalCompanyId: EXTERNAL_ID,
  defaultItemExpenseAccountId: AccountId,
  defaultIncomeAccountId: AccountId,
  defaultOrderDiscountAccountId: AccountId,
  /** As before, if left out. */
  pushesFrom: z.enum(PUSHES_FROM).nullable().optional(),
  automatic: z.array(z.enum(PROPOSAL_KINDS)).max(PROPOSAL_KINDS.length).optional(),
});
export type BooksSettingsEdit = z.infer<typeof BooksSettingsEdit>;

/** A page that answers to a state works so long. */
export const STATE_MINUTES = 10;

/**
 * A state for the accounting service's page: it says whose it is, so that an answer finds its company, and its last part is
 * random. Only its hash is stored.
 */
export const stateFor = (orgId: number, companyId: number, random: string): string => `${orgId}-${companyId}-${random}`;

/** The company a state is of; null for what is no state. */
export function companyOfState(state: string): number | null {
  const found = /^\d{1,15}-(\d{1,15})-[\w-]{16,}$/.exec(state)?.[1];
  return found === undefined ? null : Number(found);
}

/**
 * Whether a person may be sent to an address as the accounting service's page: at the host that is known, over https; or a page
 * of this installation itself (`own`, its address), which the local stand-in has. Never a script.
 */
export function isBooksPage(address: string, { own, host = null }: { own: string; host?: string | null }): boolean {
  if (!URL.canParse(address) || !URL.canParse(own)) return false;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:' && (host === null || url.host === host)) return true;
  return /^https?:$/.test(url.protocol) && url.origin === new URL(own).origin;
}

/** Days before a connection ends at which its company is told to renew it. */
const SOON_DAYS = 30;
const DAY_MS = 86_400_000;

export type BooksHealth = 'GOOD' | 'ENDING' | 'PAUSED' | 'TROUBLED' | 'REFUSED';

/** How a connection does. */
export function booksHealth(
  { state, problem, ends }: { state: string; problem: string | null; ends: string | null },
  isPaused: boolean,
  now: number,
): BooksHealth {
  if (state !== 'ACTIVE') return 'REFUSED';
  if (isPaused) return 'PAUSED';
  if (problem !== null) return 'TROUBLED';
  return ends !== null && Date.parse(ends) - now < SOON_DAYS * DAY_MS ? 'ENDING' : 'GOOD';
}

/** What is said once it changed. */
export const SETTINGS_SAVED = 'Accounting settings updated';

/** What stays and what doesn't when a company's books are disconnected. */
export const WHEN_DISCONNECTED = [
  'Verdant gives up its access and forgets it. Invoices and payments it sent stay in the books.',
  'Orders are no longer sent there, and changes made there are no longer read. Mappings stay for when you connect the same books again.',
] as const;
