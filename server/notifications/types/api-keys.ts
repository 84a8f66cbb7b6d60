import { and, eq } from 'drizzle-orm';
import { isAllowed } from '../../../domain/access/ability';
import { expiryInWords } from '../../../domain/api-keys/api-key';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { apiKeys } from '../../db/schema';
import { activeMembers } from '../../team/members';
import { byId, type CustomShown, type CustomTold, nothing, said } from './type';

const readKeys = (db: Db, orgId: number, ids: readonly number[]) =>
  db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.orgId, orgId), isOneOf(apiKeys.id, ids)));

export const apiKeysTold: CustomTold<'API_KEY_EXPIRES'> = {
  API_KEY_EXPIRES: {
    // Who else manages keys can only revoke it.
    people: async (db, { apiKeyId }, orgId) => {
      const [key] = await readKeys(db, orgId, [apiKeyId]);
      const members = await activeMembers(db, orgId);
      return members.map(({ userId }) => userId).filter((userId) => userId === key?.userId);
    },
    isOpen: async (db, { apiKeyId }, orgId) => {
      const [key] = await readKeys(db, orgId, [apiKeyId]);
      return key !== undefined && key.revokedAt === null && key.expiryToldAt !== null;
    },
  },
};

export const apiKeysShown: CustomShown<'API_KEY_EXPIRES'> = {
  async API_KEY_EXPIRES({ db, userId, memberOf }, orgId, payloads) {
    const membership = await memberOf(orgId);
    if (membership === null) return nothing;
    const ids = payloads.map(({ apiKeyId }) => apiKeyId);
    const known = byId(await readKeys(db, orgId, ids));
    const now = new Date();
    const [advice, route] = isAllowed(membership, 'write', 'MANAGE_ROLES')
      ? ['Give it another day, so that what uses it goes on', '/account/integrations/api-keys/']
      : ['You need write access to “Roles” to give it another day', null];
    return ({ apiKeyId }) => {
      const key = known.get(apiKeyId);
      if (key?.userId !== userId) return null;
      return said(`API key “${key.name}” ${expiryInWords(key.expiresAt, now)}`, advice, '', route && route + apiKeyId);
    };
  },
};
