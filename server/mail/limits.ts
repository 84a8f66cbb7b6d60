import { createHash } from 'node:crypto';
import { DomainError } from '../../domain/errors';
import type { Ctx } from '../context';
import { type Limit, recordAttempt, waitInWords } from '../db/attempts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Emails per recipient; a customer hears of many orders a day, but isn’t to be flooded. */
const TO = {
  'letter-to': { free: 4, wait: 5 * MINUTE, longest: 6 * HOUR, leak: HOUR },
  'order-to': { free: 30, wait: MINUTE, longest: HOUR, leak: 10 * MINUTE },
} satisfies Record<string, Limit>;
/** Emails per sender and per organization. */
const FROM_ONE: Limit = { free: 60, wait: MINUTE, longest: HOUR, leak: MINUTE };
const FROM_ORGANIZATION: Limit = { free: 150, wait: MINUTE, longest: HOUR, leak: 30 };
/** Most emails to colleagues about mentions, or about approvals, from one person at once, and in each hour after that. */
export const MOST_COLLEAGUE_EMAILS = 100;
const BETWEEN_COLLEAGUES = HOUR / MOST_COLLEAGUE_EMAILS;
const COLLEAGUES_FROM_ONE: Limit = {
  free: MOST_COLLEAGUE_EMAILS,
  wait: BETWEEN_COLLEAGUES,
  longest: BETWEEN_COLLEAGUES,
  leak: BETWEEN_COLLEAGUES,
};

/**
 * Counts one email sent at someone's request, in the call's transaction, so refused calls don't count. Raises TOO_MANY
 * with the time to wait. Separate from sign-in emails, so invitations can't lock anyone out of their account.
 */
export async function countEmail(
  { db, person, membershipOrNull }: Pick<Ctx, 'db' | 'person' | 'membershipOrNull'>,
  email: string,
  to: keyof typeof TO = 'letter-to',
): Promise<void> {
  const recipient = createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');
  const orgId = membershipOrNull?.orgId;
  await countLetter(`${to}:${recipient}`, TO[to], `We’ve already emailed ${email} several times.`);
  await countLetter(`letter-from:${person.userId}`, FROM_ONE, 'You’ve sent a lot of emails in a short time.');
  if (orgId !== undefined) {
    await countLetter(
      `letter-of:${orgId}`,
      FROM_ORGANIZATION,
      'Your organization has sent a lot of emails in a short time.',
    );
  }

  async function countLetter(key: string, limit: Limit, sentence: string): Promise<void> {
    const wait = await recordAttempt(db, key, limit);
    if (wait > 0) throw new DomainError('TOO_MANY', `${sentence} Try again in ${waitInWords(wait)}.`);
  }
}

/** Counts an email to a colleague; false, without counting it, once its sender has sent too many to send another. */
export async function recordColleagueEmail(
  { db, person }: Pick<Ctx, 'db' | 'person'>,
  about: 'mentions' | 'approvals',
): Promise<boolean> {
  return (await recordAttempt(db, `${about}-from:${person.userId}`, COLLEAGUES_FROM_ONE)) === 0;
}
