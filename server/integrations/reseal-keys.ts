import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import type { Services } from '../context';
import type { Db } from '../db/client';
import {
  accountingConnections,
  licenseSyncs,
  organizations,
  trackingKeys,
  webhookEndpoints,
  wholesaleSyncs,
} from '../db/schema';
import type { Log } from '../log';
import { places, type Vault } from './credential-encryption';

/** Organizations looked at at once. */
const PORTION = 200;

/**
 * Encrypts anew what an older key of `CREDENTIALS_KEY` encrypted, until `isStopping`. May run any time and repeatedly: what
 * somebody changes meanwhile stays, and what no key opens is left and logged. No job of a queue: another process that was
 * not restarted yet would take it, to which the older key is the first.
 */
async function resealKeys(
  { database: { db }, integrations: { vault }, log }: Pick<Services, 'database' | 'integrations' | 'log'>,
  isStopping: () => boolean,
): Promise<void> {
  for (let orgs = await organizationsAfter(db, 0); orgs.length > 0; ) {
    for (const { id } of orgs) {
      if (isStopping()) return;
      await resealOf(db, vault, log, id);
    }
    orgs = await organizationsAfter(db, orgs.at(-1)?.id ?? 0);
  }
}

/** Has a started process encrypt anew what it should; returns what ends that. */
export function startResealing(
  services: Pick<Services, 'config' | 'database' | 'integrations' | 'log'>,
): () => Promise<void> {
  let isStopping = false;
  const work =
    services.config.olderCredentialsKeys.length === 0
      ? Promise.resolve()
      : resealKeys(services, () => isStopping).catch((err: unknown) => {
          services.log.error({ err }, 'keys were not encrypted anew: the next start does it');
        });
  return () => {
    isStopping = true;
    return work;
  };
}

async function resealOf(db: Db, vault: Vault, log: Log, orgId: number): Promise<void> {
  for (const { sealed, place, replace } of await sealedOf(db, orgId)) {
    if (vault.isCurrent(sealed, place)) continue;
    const secret = tryOpen(vault, sealed, place);
    if (secret === null) log.error({ orgId, place }, 'no key of CREDENTIALS_KEY decrypts this');
    else await replace(vault.seal(secret, place));
  }
}

/** How many keys are encrypted with the first of `CREDENTIALS_KEY`, with an older one, and with none of them. */
export async function countSealed(db: Db, vault: Vault): Promise<Record<'current' | 'older' | 'lost', number>> {
  const counts = { current: 0, older: 0, lost: 0 };
  for (let orgs = await organizationsAfter(db, 0); orgs.length > 0; ) {
    for (const { id } of orgs) {
      for (const { sealed, place } of await sealedOf(db, id)) {
        if (vault.isCurrent(sealed, place)) counts.current += 1;
        else counts[tryOpen(vault, sealed, place) === null ? 'lost' : 'older'] += 1;
      }
    }
    orgs = await organizationsAfter(db, orgs.at(-1)?.id ?? 0);
  }
  return counts;
}

function organizationsAfter(db: Db, after: number): Promise<{ id: number }[]> {
  return db
    .select({ id: organizations.id })
    .from(organizations)
    .where(gt(organizations.id, after))
    .orderBy(asc(organizations.id))
    .limit(PORTION);
}

function tryOpen(vault: Vault, sealed: string, place: string): string | null {
  try {
    return vault.open(sealed, place);
  } catch {
    return null;
  }
}

/** An encrypted key; `replace` does nothing once it has changed. */
type Sealed = { sealed: string; place: string; replace(fresh: string): Promise<unknown> };

/** All encrypted keys of an organization. */
async function sealedOf(db: Db, orgId: number): Promise<Sealed[]> {
  const own = await db.select().from(trackingKeys).where(eq(trackingKeys.orgId, orgId));
  const syncs = await db
    .select()
    .from(licenseSyncs)
    .where(and(eq(licenseSyncs.orgId, orgId), isNotNull(licenseSyncs.sealedKey)));
  const wholesale = await db
    .select()
    .from(wholesaleSyncs)
    .where(and(eq(wholesaleSyncs.orgId, orgId), isNotNull(wholesaleSyncs.sealedKey)));
  const books = await db
    .select()
    .from(accountingConnections)
    .where(and(eq(accountingConnections.orgId, orgId), isNotNull(accountingConnections.sealedTokens)));
  const hooks = await db
    .select()
    .from(wholesaleSyncs)
    .where(and(eq(wholesaleSyncs.orgId, orgId), isNotNull(wholesaleSyncs.sealedHookKey)));
  const endpoints = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.orgId, orgId));
  return [
    ...endpoints.flatMap((endpoint): Sealed[] =>
      (['sealedSecret', 'sealedOldSecret'] as const).flatMap((field) => {
        const sealed = endpoint[field];
        if (sealed === null) return [];
        const of = and(eq(webhookEndpoints.orgId, orgId), eq(webhookEndpoints.id, endpoint.id));
        const same = and(of, eq(webhookEndpoints[field], sealed));
        const replace = (fresh: string) =>
          db
            .update(webhookEndpoints)
            .set({ [field]: fresh })
            .where(same);
        return { sealed, place: places.webhook(orgId, endpoint.id), replace };
      }),
    ),
    ...books.map(({ id, sealedTokens }) => {
      const sealed = sealedTokens ?? '';
      const of = and(eq(accountingConnections.orgId, orgId), eq(accountingConnections.id, id));
      const same = and(of, eq(accountingConnections.sealedTokens, sealed));
      return {
        sealed,
        place: places.accounting(orgId, id),
        replace: (fresh: string) => db.update(accountingConnections).set({ sealedTokens: fresh }).where(same),
      };
    }),
    ...own.map(({ orgUserId, usState, sealedKey: sealed }) => {
      const { orgId: org, orgUserId: person, usState: state, sealedKey } = trackingKeys;
      const same = and(eq(org, orgId), eq(person, orgUserId), eq(state, usState), eq(sealedKey, sealed));
      return {
        sealed,
        place: places.ownKey(orgUserId, usState),
        replace: (fresh: string) => db.update(trackingKeys).set({ sealedKey: fresh }).where(same),
      };
    }),
    ...syncs.map(({ licenseId, sealedKey }) => {
      const sealed = sealedKey ?? '';
      const of = and(eq(licenseSyncs.orgId, orgId), eq(licenseSyncs.licenseId, licenseId));
      const same = and(of, eq(licenseSyncs.sealedKey, sealed));
      return {
        sealed,
        place: places.license(licenseId),
        replace: (fresh: string) => db.update(licenseSyncs).set({ sealedKey: fresh }).where(same),
      };
    }),
    ...wholesale.map(({ id, usState, sealedKey }) => {
      const sealed = sealedKey ?? '';
      const of = and(eq(wholesaleSyncs.orgId, orgId), eq(wholesaleSyncs.id, id));
      const same = and(of, eq(wholesaleSyncs.sealedKey, sealed));
      return {
        sealed,
        place: places.wholesale(orgId, usState),
        replace: (fresh: string) => db.update(wholesaleSyncs).set({ sealedKey: fresh }).where(same),
      };
    }),
    ...hooks.map(({ id, usState, sealedHookKey }) => {
      const sealed = sealedHookKey ?? '';
      const of = and(eq(wholesaleSyncs.orgId, orgId), eq(wholesaleSyncs.id, id));
      const same = and(of, eq(wholesaleSyncs.sealedHookKey, sealed));
      return {
        sealed,
        place: places.wholesaleHook(orgId, usState),
        replace: (fresh: string) => db.update(wholesaleSyncs).set({ sealedHookKey: fresh }).where(same),
      };
    }),
  ];
}
