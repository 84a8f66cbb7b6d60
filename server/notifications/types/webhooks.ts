import { and, eq } from 'drizzle-orm';
import { isAllowed } from '../../../domain/access/ability';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { webhookEndpoints } from '../../db/schema';
import { activeMembers } from '../../team/members';
import { byId, type CustomShown, type CustomTold, nothing, said } from './type';

const ofThese = (orgId: number, ids: readonly number[]) =>
  and(eq(webhookEndpoints.orgId, orgId), isOneOf(webhookEndpoints.id, ids));

async function isInTrouble(db: Db, orgId: number, endpointId: number): Promise<boolean> {
  const [found] = await db
    .select()
    .from(webhookEndpoints)
    .where(ofThese(orgId, [endpointId]));
  return found?.state === 'DISABLED' || (found?.state === 'ACTIVE' && found.failingSince !== null);
}

export const webhooksTold: CustomTold<'ENDPOINT_TROUBLE'> = {
  ENDPOINT_TROUBLE: {
    people: async (db, _, orgId) =>
      (await activeMembers(db, orgId))
        .filter(({ membership }) => isAllowed(membership, 'write', 'MANAGE_ROLES'))
        .map(({ userId }) => userId),
    isOpen: (db, { endpointId }, orgId) => isInTrouble(db, orgId, endpointId),
  },
};

export const webhooksShown: CustomShown<'ENDPOINT_TROUBLE'> = {
  async ENDPOINT_TROUBLE({ db, memberOf }, orgId, payloads) {
    const membership = await memberOf(orgId);
    if (membership === null || !isAllowed(membership, 'read', 'MANAGE_ROLES')) return nothing;
    const ids = payloads.map(({ endpointId }) => endpointId);
    const known = byId(await db.select().from(webhookEndpoints).where(ofThese(orgId, ids)));
    return ({ endpointId }) => {
      const one = known.get(endpointId);
      if (one === undefined) return null;
      const name = one.description || (URL.canParse(one.url) ? new URL(one.url).host : 'The test receiver');
      const title = one.state === 'DISABLED' ? `${name} was switched off` : `Webhooks to ${name} fail`;
      return said(title, one.problem ?? '', '', `/account/integrations/webhooks/${endpointId}`);
    };
  },
};
