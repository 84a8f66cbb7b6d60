import { eq, sql } from 'drizzle-orm';
import { isLimited, membershipOfKey } from '../../domain/api-keys/rights';
import { DomainError } from '../../domain/errors';
import { type FoundActor, findActor } from '../access/find-actor';
import type { Person, Services } from '../context';
import { addressKey, type Limit, recordAttempt, waitInWords } from '../db/attempts';
import type { Db } from '../db/client';
import { apiKeys, users } from '../db/schema';
import { isAllowedFrom } from './addresses';
import { findHoldings } from './holdings';
import { matches, publicIdOf } from './secret';

/** Wrong keys from one address: sixty at once, then one a second. */
const WRONG_KEYS: Limit = { free: 60, wait: 15, longest: 900, leak: 1 };

type KeyCaller = { actor: FoundActor; person: Person };

/** A request's API key, where it comes from, and the organization it names, if any. */
type GivenKey = { key: string; address: string; orgId: number | null };

/**
 * Who calls with an API key: its maker, with no more rights than both have now. Read from the database before every call,
 * without a cache. SIGNED_OUT with the reason for a key that isn't or is no longer good, or not from this address.
 */
export async function findKeyCaller(services: Services, { key, address, orgId }: GivenKey): Promise<KeyCaller> {
  const { db } = services.database;
  const publicId = publicIdOf(key);
  if (publicId === null) throw refused('This API key is mistyped. Copy the whole key, from vrd_ to its end.');
  const found = await findKey(db, publicId);
  const isCurrent = matches(key, found?.row.secretHash ?? null);
  const isFormer = matches(key, found?.row.formerHash ?? null) && found?.isOverlapping === true;
  if (!found || !(isCurrent || isFormer)) {
    const wait = await recordAttempt(db, addressKey(address, 'api-key'), WRONG_KEYS);
    if (wait > 0) throw new DomainError('TOO_MANY', `Too many wrong API keys. Try again in ${waitInWords(wait)}.`);
    throw refused('There is no such API key. It may have been replaced.');
  }
  const { row, subject } = found;
  if (row.revokedAt) throw refused('This API key was revoked.');
  if (found.isExpired) throw refused('This API key has expired.');
  if (!isAllowedFrom(address, row.addresses)) throw refused(`This API key can’t be used from ${address}.`);
  if (orgId !== null && orgId !== row.orgId) {
    throw new DomainError('BAD_INPUT', 'Org-Id names another organization than the API key’s. Leave it out.');
  }
  const maker = await findActor(services.database.pool, subject, row.orgId);
  if (!maker?.membership) throw refused('The person who made this API key left the organization.');
  const holdings = isLimited(row) ? await findHoldings(db, row.orgId) : null;
  const membership = membershipOfKey(maker.membership, row, holdings);
  const seen = new Set(membership.companyIds);
  return {
    actor: {
      ...maker,
      isSupport: false,
      isApplication: true,
      membership,
      companyZones: isLimited(row)
        ? maker.companyZones.filter(({ companyId }) => seen.has(companyId))
        : maker.companyZones,
    },
    person: {
      userId: maker.userId,
      subject,
      displayName: maker.displayName,
      isSupport: false,
      impersonator: null,
      application: { id: row.id, name: row.name, callerId: row.callerId },
      sessionId: null,
    },
  };
}

async function findKey(db: Db, publicId: string) {
  const [found] = await db
    .select({
      row: apiKeys,
      subject: users.subject,
      isExpired: sql<boolean>`${apiKeys.expiresAt} <= now()`,
      isOverlapping: sql<boolean>`coalesce(${apiKeys.formerUntil} > now(), false)`,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(eq(apiKeys.publicId, publicId));
  return found;
}

const refused = (why: string) => new DomainError('SIGNED_OUT', why);
