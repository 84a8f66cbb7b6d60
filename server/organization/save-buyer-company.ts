import { and, eq, sql } from 'drizzle-orm';
import { licenseDisplayName } from '../../domain/access/vocabulary';
import { assertCurrent, badInput, DomainError, notFound } from '../../domain/errors';
import {
  type BuyerCompanyDraft,
  type BuyerCompanyRecord,
  whyLicenseStays,
} from '../../domain/organization/buyer-company';
import type { buyerCompanies as contract } from '../../domain/organization/company-contract';
import type { BuyerLicense } from '../../domain/organization/organization';
import type { Ctx, MemberCtx } from '../context';
import { isOneOf } from '../db/page';
import { lockRows } from '../db/rows';
import { buyerCompanies, buyerLicenses, cartItems, carts, licenses } from '../db/schema';
import { brokenConstraint, sqlState } from '../db/transact';
import { visibleLicenses } from '../db/visibility';
import type { Verb } from '../implement';
import { loadBuyerCompanies } from './list-buyer-companies';

const FOREIGN_KEY = '23503';

/** One buyer company the caller sees. NOT_FOUND otherwise. */
export async function loadBuyerCompany(
  { db, membership }: Pick<Ctx, 'db' | 'membership'>,
  id: number,
): Promise<BuyerCompanyRecord> {
  const [found] = await loadBuyerCompanies(db, membership, eq(buyerCompanies.id, id));
  if (found === undefined) throw notFound('Buyer company');
  return found;
}

/** Adds a buyer company. BAD_INPUT on `licenseIds`. */
export const createBuyerCompany: Verb<typeof contract.create> = (ctx, { body }) => addBuyerCompany(ctx, body);

/** Adds a buyer company that buys for these licenses. BAD_INPUT on `licenseIds`. */
export async function addBuyerCompany(ctx: MemberCtx, draft: BuyerCompanyDraft): Promise<BuyerCompanyRecord> {
  const { orgId, businessLicenseName, dba, licenseIds } = draft;
  const [made] = await ctx.db
    .insert(buyerCompanies)
    .values({ orgId, businessLicenseName, dba: dba || null, createdAt: ctx.now })
    .returning({ id: buyerCompanies.id });
  const id = made?.id ?? 0;
  await addLicenses(ctx, id, licenseIds);
  return saved(ctx, id, null);
}

/**
 * Changes a buyer company. STALE; BAD_INPUT on `licenseIds` for a license the caller doesn't see, and for one left out
 * that has orders or a filled cart.
 */
export const updateBuyerCompany: Verb<typeof contract.update> = async (ctx, { params, body }) => {
  const { version, businessLicenseName, dba, licenseIds } = body;
  const own = and(eq(buyerCompanies.id, params.id), eq(buyerCompanies.orgId, ctx.membership.orgId));
  await lockRows(ctx.db, buyerCompanies, own);
  const before = await loadBuyerCompany(ctx, params.id);
  assertCurrent('This buyer company', before, version);
  const held = new Set(before.buyerLicenses.map(({ licenseId }) => licenseId));
  const wanted = new Set(licenseIds);
  await addLicenses(
    ctx,
    before.id,
    [...wanted].filter((id) => !held.has(id)),
  );
  for (const one of before.buyerLicenses) if (!wanted.has(one.licenseId)) await removeLicense(ctx, one);
  await ctx.db
    .update(buyerCompanies)
    .set({ businessLicenseName, dba: dba || null, version: version + 1 })
    .where(own);
  return saved(ctx, before.id, before);
};

async function saved(ctx: MemberCtx, id: number, before: BuyerCompanyRecord | null): Promise<BuyerCompanyRecord> {
  const after = await loadBuyerCompany(ctx, id);
  await ctx.audit({ entity: 'buyer-company', id, before: before && logged(before), after: logged(after) });
  const kind = before === null ? 'created' : 'changed';
  await ctx.publish({ topic: 'organization', kind, id, orgIds: [ctx.membership.orgId] });
  return after;
}

const logged = ({ businessLicenseName, dba, buyerLicenses }: BuyerCompanyRecord) => ({
  name: businessLicenseName,
  dba,
  licenses: buyerLicenses.map(({ license }) => licenseDisplayName(license)),
});

async function addLicenses(
  { db, membership }: MemberCtx,
  buyerCompanyId: number,
  ids: readonly number[],
): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const found = await db
    .select({ licenseId: licenses.id })
    .from(licenses)
    .where(and(isOneOf(licenses.id, wanted), visibleLicenses(membership)))
    .for('key share');
  if (found.length < wanted.length) throw badInput({ licenseIds: 'One of these licenses was not found' });
  const { orgId } = membership;
  await db.insert(buyerLicenses).values(found.map(({ licenseId }) => ({ orgId, buyerCompanyId, licenseId })));
}

/** Removes a license nothing was bought with, and its empty carts. */
async function removeLicense({ db, membership }: Ctx, { id, license }: BuyerLicense): Promise<void> {
  const { orgId } = membership;
  const ofCart = and(eq(carts.orgId, orgId), eq(carts.buyerLicenseId, id));
  const filled = await db.$count(
    carts,
    and(
      ofCart,
      sql`exists (select 1 from ${cartItems} where ${cartItems.orgId} = ${orgId} and ${cartItems.cartId} = ${carts.id})`,
    ),
  );
  const name = licenseDisplayName(license);
  const why = whyLicenseStays(name, { carts: filled, orders: 0 });
  if (why !== null) throw badInput({ licenseIds: why });
  await db.delete(carts).where(ofCart);
  await db
    .delete(buyerLicenses)
    .where(and(eq(buyerLicenses.orgId, orgId), eq(buyerLicenses.id, id)))
    .catch((error: unknown) => {
      if (sqlState(error) !== FOREIGN_KEY) throw error;
      // Orders are found by their reference: reading those of every seller before this write is refused on a cluster.
      const broken = brokenConstraint(error);
      const used = {
        carts: 0,
        orders: broken?.startsWith('orders_') ? 1 : 0,
        bids: broken?.startsWith('deal_bids_') ? 1 : 0,
      };
      const why = whyLicenseStays(name, used);
      if (why !== null) throw badInput({ licenseIds: why });
      throw new DomainError('CONFLICT', `Someone has just used ${name}. Reload and try again.`);
    });
}
