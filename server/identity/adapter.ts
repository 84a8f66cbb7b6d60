import { createHash } from 'node:crypto';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Db } from '../db/client';
import { oidcPayloads } from '../db/schema/identity';
import type { SignedOut } from './sessions';

/** Ids that are bearer secrets, so the database stores only their hashes. */
const BEARER_SECRETS = new Set(['RefreshToken', 'AuthorizationCode']);

/** Stores the OpenID provider's state in one PostgreSQL table, shared by all processes. */
export function postgresAdapter(db: Db, signedOut: SignedOut = async () => {}): (model: string) => Adapter {
  const endSessionsOf = async (grantId: string) => {
    for (const subject of await deleteSessionsOf(db, grantId)) await signedOut(subject);
  };

  /** Ends the sessions of a grant, and deletes it with its tokens. */
  const revokeGrant = async (grantId: string) => {
    await endSessionsOf(grantId);
    const itself = and(eq(oidcPayloads.model, 'Grant'), eq(oidcPayloads.id, grantId));
    await db.delete(oidcPayloads).where(or(eq(oidcPayloads.grantId, grantId), itself));
  };

  return (model) => {
    const secret = BEARER_SECRETS.has(model);
    const stored = (id: string) => (secret ? createHash('sha256').update(id).digest('base64url') : id);
    const row = (id: string) => and(eq(oidcPayloads.model, model), eq(oidcPayloads.id, stored(id)));

    async function findBy(condition: ReturnType<typeof and>, id?: string): Promise<AdapterPayload | undefined> {
      const [found] = await db.select().from(oidcPayloads).where(condition).limit(1);
      if (!found) return undefined;
      return {
        ...(found.payload as AdapterPayload),
        ...(secret && id ? { jti: id } : {}),
        ...(found.consumedAt ? { consumed: Math.floor(found.consumedAt.getTime() / 1000) } : {}),
      };
    }

    return {
      // PostgreSQL text can't contain this character, so no record has it.
      find: async (id) => (id.includes('\0') ? undefined : findBy(row(id), id)),
      findByUid: (uid) => findBy(and(eq(oidcPayloads.model, model), eq(oidcPayloads.uid, uid))),
      findByUserCode: (userCode) => findBy(and(eq(oidcPayloads.model, model), eq(oidcPayloads.userCode, userCode))),

      async upsert(id, payload, expiresIn) {
        const { jti, ...rest } = payload;
        const values = {
          payload: (secret ? rest : payload) as Record<string, unknown>,
          uid: payload.uid ?? payload.sessionUid ?? null,
          grantId: payload.grantId ?? null,
          userCode: payload.userCode ?? null,
          accountId: payload.accountId ?? null,
          expiresAt: expiresIn ? new Date(Date.now() + expiresIn * 1000) : null,
        };
        await db
          .insert(oidcPayloads)
          .values({ model, id: stored(id), ...values })
          .onConflictDoUpdate({ target: [oidcPayloads.model, oidcPayloads.id], set: values });
      },

      // Conditional, so only one of two processes with the same token can use it. The other one's was read before that,
      // which the provider doesn't see: it is a replayed one all the same.
      async consume(id) {
        const consumed = await db
          .update(oidcPayloads)
          .set({ consumedAt: sql`now()` })
          .where(and(row(id), isNull(oidcPayloads.consumedAt)))
          .returning({ id: oidcPayloads.id });
        if (consumed.length > 0) return;
        const [replayed] = await db.select({ grantId: oidcPayloads.grantId }).from(oidcPayloads).where(row(id));
        if (replayed?.grantId) await revokeGrant(replayed.grantId);
        throw new errors.InvalidGrant(`${model} already used`);
      },

      async destroy(id) {
        await db.delete(oidcPayloads).where(row(id));
      },

      async revokeByGrantId(grantId) {
        // A grant is revoked when a used token is replayed, which means theft: end its whole session.
        if (model === 'RefreshToken') await endSessionsOf(grantId);
        await db.delete(oidcPayloads).where(and(eq(oidcPayloads.model, model), eq(oidcPayloads.grantId, grantId)));
      },
    };
  };
}

/** Deletes the sessions of a grant; access tokens issued in them are then refused. Answers whose they were. */
async function deleteSessionsOf(db: Db, grantId: string): Promise<string[]> {
  const { model, payload } = oidcPayloads;
  const holds = sql`exists (select from jsonb_each(${payload}->'authorizations') a where a.value->>'grantId' = ${grantId})`;
  const ended = await db
    .delete(oidcPayloads)
    .where(and(eq(model, 'Session'), holds))
    .returning({ accountId: oidcPayloads.accountId });
  return ended.flatMap(({ accountId }) => accountId ?? []);
}
