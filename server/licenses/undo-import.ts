import { eq } from 'drizzle-orm';
import { DomainError } from '../../domain/errors';
import { licenses as calls } from '../../domain/licenses/contract';
import { licenseImports } from '../../domain/licenses/import-contract';
import { whyInUse } from '../../domain/organization/dependents';
import { applied } from '../bulk/applied';
import { one, type Subject } from '../bulk/bulk';
import type { Ctx } from '../context';
import { licenses } from '../db/schema';
import { loadLicense } from './read-licenses';
import { findDependents, removeLicense } from './remove-license';

/** What undoing takes of a license: its version after it was added, and how many people it was assigned to then. */
export type KeptLicense = { version: number; members: number };

/** Removes a license that an import added. CONFLICT if it was changed since, or is in use by now; NOT_FOUND. */
async function undo(ctx: Ctx, { id, kept }: Subject): Promise<{ undone: 'removed' }> {
  const { version, members } = kept as KeptLicense;
  await ctx.db.select({ id: licenses.id }).from(licenses).where(eq(licenses.id, id)).for('update');
  if ((await loadLicense(ctx, id)).version !== version)
    throw new DomainError('CONFLICT', 'It was changed since, so it stays as it is.');
  const { blocking, going } = await findDependents(ctx.db, { orgId: ctx.membership.orgId, licenseId: id });
  const since = going.filter(({ kind, count }) => kind !== 'members' || count > members);
  const why = whyInUse({ blocking, going: since });
  if (why !== null) throw new DomainError('CONFLICT', why);
  await removeLicense(ctx, { params: { id } });
  return { undone: 'removed' };
}

/** Imports of licenses; undoing one takes what removing a license does. */
export const licenseImport = applied(licenseImports.apply, {
  kind: 'IMPORT',
  entity: 'license',
  requires: calls.remove.requires,
  undo: one(undo),
});
