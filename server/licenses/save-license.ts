import { and, eq, sql } from 'drizzle-orm';
import { assertCurrent, badInput, notFound } from '../../domain/errors';
import type { licenses as contract } from '../../domain/licenses/contract';
import { addressProblem } from '../../domain/licenses/license';
import { lockRow } from '../db/rows';
import { licenses } from '../db/schema';
import { visibleLicenses } from '../db/visibility';
import type { Verb } from '../implement';
import { addLicenses, announceLicenses, takenMessage } from './add-licenses';
import { loadLicense } from './read-licenses';

/** Adds a license by hand. BAD_INPUT on `licenseNumber` if an organization already has it. */
export const createLicense: Verb<typeof contract.create> = async (ctx, { body }) => {
  const { address, state, ...draft } = body;
  const { lineOne, city, postalCode } = address;
  const { ids, taken } = await addLicenses(ctx, state, [{ ...draft, addressLineOne: lineOne, city, postalCode }]);
  const [holder] = taken;
  if (holder) throw badInput({ licenseNumber: takenMessage(holder) });
  const [license] = await announceLicenses(ctx, ids);
  if (license === undefined) throw notFound('License');
  return license;
};

/**
 * Changes a license; customers located by its ZIP code follow it in a job. STALE if someone changed it since; BAD_INPUT
 * for an address in another state.
 */
export const updateLicense: Verb<typeof contract.update> = async (ctx, { params: { id }, body }) => {
  const { db, membership } = ctx;
  const { address, version, dba, phone, ...fields } = body;
  const own = and(eq(licenses.id, id), visibleLicenses(membership));
  assertCurrent('This license', await lockRow(db, licenses, own, 'License'), version);
  const before = await loadLicense(ctx, id);
  const elsewhere = addressProblem(address, before.state.ansiAbbrevation);
  if (elsewhere !== null) throw badInput({ 'address.state': elsewhere });
  const { lineOne, city, postalCode } = address;
  await db
    .update(licenses)
    .set({
      isPublic: fields.isPublic,
      ...(fields.licenseType === undefined ? {} : { licenseType: fields.licenseType }),
      ...(fields.expiresOn === undefined ? {} : { expiresOn: fields.expiresOn }),
      dba: dba || null,
      phone: phone || null,
      addressLineOne: lineOne,
      city,
      postalCode,
      version: sql`${licenses.version} + 1`,
    })
    .where(own);
  const after = await loadLicense(ctx, id);
  await ctx.audit({ id, before, after });
  await ctx.publish({ topic: 'organization', kind: 'changed', id, orgIds: [membership.orgId] });
  if (after.address.postalCode !== before.address.postalCode) {
    await ctx.enqueue({ name: 'license-moved', data: { licenseId: id } });
  }
  return after;
};
