import { and, sql } from 'drizzle-orm';
import { badInput } from '../../../domain/errors';
import type { inventory as contract } from '../../../domain/inventory/packages/contract';
import type { InventoryPackage } from '../../../domain/inventory/packages/package';
import { forReader, isOneOf } from '../../db/page';
import { packages } from '../../db/schema';
import { visiblePackages } from '../../db/visibility';
import type { Verb } from '../../implement';
import { type FoundPackage, inState, PACKAGE_ROW, toPackage } from './list-packages';

/**
 * Sets the notes of packages the caller sees, all or none. BAD_INPUT when a tag isn't one of them. Notes are the
 * organization's own: the tracking system doesn't get them.
 */
export const setPackageNotes: Verb<typeof contract.setNotes> = async (ctx, { body }) => {
  const { db, membership } = ctx;
  const labels = [...new Set(body.packageLabels)];
  const where = and(
    visiblePackages(membership),
    inState(membership.orgId, body.state),
    isOneOf(packages.label, labels),
  );
  const { rows } = await db.execute(sql`
    select ${forReader(PACKAGE_ROW, membership.orgId)}
      from (select * from ${packages} where ${where} order by packages.id for no key update) as packages`);
  const before = (rows as FoundPackage[]).map(toPackage);
  const missing = labels.filter((label) => !before.some((one) => one.label === label));
  if (missing.length > 0) throw badInput({ packageLabels: `We can’t find ${missing[0]} in ${body.state}` });
  const changed = before.filter(({ notes }) => notes !== body.notes);
  if (changed.length > 0) {
    const ids = changed.map(({ verdantId }) => verdantId);
    await db
      .update(packages)
      .set({ notes: body.notes, updatedAt: ctx.now })
      .where(and(sql`${packages.orgId} = ${membership.orgId}`, isOneOf(packages.id, ids)));
  }
  for (const { verdantId: id, notes } of changed) {
    await ctx.audit({ id, before: { notes }, after: { notes: body.notes } });
    await ctx.publish({ topic: 'packages', kind: 'changed', id, orgIds: [membership.orgId] });
  }
  return before.map((one): InventoryPackage => ({ ...one, notes: body.notes }));
};
