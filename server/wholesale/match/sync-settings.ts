import { and, eq } from 'drizzle-orm';
import { badInput } from '../../../domain/errors';
import type { wholesaleMatches as contract } from '../../../domain/wholesale/match-contract';
import { wholesaleSyncs } from '../../db/schema';
import type { Verb } from '../../implement';
import { places } from '../../integrations/credential-encryption';
import { retryOrders } from '../records';
import { sellingCompanies } from '../syncs';
import { lockSync, shownSync } from './find-sync';

/**
 * Says whose orders and products a connection has, and what signs what is told of changes. BAD_INPUT on the field for a company
 * that doesn't sell in the state, and for none where several do.
 */
export const saveSettings: Verb<typeof contract.settings> = async (ctx, { params, body }) => {
  const sync = await lockSync(ctx, params.id);
  const selling = await sellingCompanies(ctx.db, sync);
  if (body.companyId === null && selling.length > 1)
    throw badInput({ companyId: 'Several of your companies sell in this state. Choose whose orders these are.' });
  if (body.companyId !== null && selling.every(({ id }) => id !== body.companyId))
    throw badInput({ companyId: 'Choose one of your companies in this state' });
  if (sync.startedAt !== null && sync.companyId !== null && body.companyId !== sync.companyId)
    throw badInput({ companyId: 'Its orders are in this company already. Disable the connection to begin anew.' });
  const { vault } = ctx.services.integrations;
  const { hookKey, companyId } = body;
  await ctx.db
    .update(wholesaleSyncs)
    .set({
      companyId,
      ...(hookKey !== undefined && {
        sealedHookKey: vault.seal(hookKey, places.wholesaleHook(sync.orgId, sync.usState)),
      }),
      updatedAt: ctx.now,
    })
    .where(and(eq(wholesaleSyncs.orgId, sync.orgId), eq(wholesaleSyncs.id, sync.id)));
  if (companyId !== sync.companyId) await retryOrders(ctx.db, sync);
  await ctx.audit({
    id: sync.id,
    before: { companyId: sync.companyId, isHookSigned: sync.sealedHookKey !== null },
    after: { companyId, isHookSigned: hookKey !== undefined || sync.sealedHookKey !== null },
  });
  await ctx.publish({ topic: 'integrations', kind: 'changed', id: sync.id, orgIds: [sync.orgId] });
  return shownSync(ctx, sync.id);
};

/** Has a connection read at once; before it is started, for the match desk. */
export const readNow: Verb<typeof contract.readNow> = async (ctx, { params }) => {
  const sync = await lockSync(ctx, params.id);
  await ctx.enqueue({ name: 'read-wholesale', data: { orgId: sync.orgId, syncId: sync.id } });
  await ctx.audit({ id: sync.id, before: null, after: { read: true } });
  return { ok: true };
};
