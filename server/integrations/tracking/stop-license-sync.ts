import { and, eq } from 'drizzle-orm';
import { notFound } from '../../../domain/errors';
import type { tracking } from '../../../domain/integrations/contract';
import { licenseSyncs, licenses } from '../../db/schema';
import { visibleLicenses } from '../../db/visibility';
import type { Verb } from '../../implement';
import { followIntakes } from './follow-intakes';
import { findLicense, toLicenseSync } from './list-license-syncs';

/** Stops a license's sync: it is pending again, without a key. NOT_FOUND unless the caller sees it and it is synced. */
export const stopLicenseSync: Verb<typeof tracking.stopLicenseSync> = async (ctx, { params: { licenseId } }) => {
  const { db, membership } = ctx;
  const { orgId } = membership;
  const where = and(eq(licenses.id, licenseId), visibleLicenses(membership));
  const before = await findLicense(db, orgId, where);
  if (!before?.sync) throw notFound('License sync');
  await db.delete(licenseSyncs).where(and(eq(licenseSyncs.orgId, orgId), eq(licenseSyncs.licenseId, licenseId)));
  await db
    .update(licenses)
    .set({ syncNotFound: true, historicalSyncDone: false, syncActive: false })
    .where(eq(licenses.id, licenseId));
  await followIntakes(ctx, { orgId, licenseId });
  const after = await findLicense(db, orgId, where);
  if (after === undefined) throw notFound('License');
  const sync = toLicenseSync(after);
  await ctx.audit({ id: licenseId, before: toLicenseSync(before), after: sync });
  await ctx.publish({ topic: 'organization', kind: 'changed', id: licenseId, orgIds: [orgId] });
  return sync;
};
