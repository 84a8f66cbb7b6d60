import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { Membership } from '../../../domain/access/roles';
import type { accountingMappings as contract } from '../../../domain/accounting/mapping-contract';
import { badInput } from '../../../domain/errors';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { lockRow } from '../../db/rows';
import {
  accountingConnections,
  accountingCustomers,
  accountingProducts,
  accountingRemotes,
  accountingSuggestions,
  customers,
  products,
} from '../../db/schema';
import { sellableProducts } from '../../db/visibility';
import type { Verb } from '../../implement';
import { requireConnection } from '../find-connection';
import { resendMatched } from '../push/resend-matched';

/** Of one of ours: its record in the books, or none. */
export type Mapping = { ownId: number; externalId: string | null };
type Kind = 'CUSTOMER' | 'ITEM';
const TABLES = {
  CUSTOMER: { own: customers, mapped: accountingCustomers, ownId: accountingCustomers.customerId, noun: 'customer' },
  ITEM: { own: products, mapped: accountingProducts, ownId: accountingProducts.productId, noun: 'product' },
} as const;

/** Maps customers of a company, or unmaps them. BAD_INPUT at the record that is unknown, inactive or another one's. */
export const mapCustomers: Verb<typeof contract.mapCustomers> = async (ctx, { params, body }) => {
  const { id } = await requireConnection(ctx, params.companyId);
  const mappings = body.mappings.map(({ customerId, externalId }) => ({ ownId: customerId, externalId }));
  return saveMappings(ctx, { connectionId: id, kind: 'CUSTOMER', mayShare: body.mayShare, ...params }, mappings);
};

/** The same of products and items. */
export const mapProducts: Verb<typeof contract.mapProducts> = async (ctx, { params, body }) => {
  const { id } = await requireConnection(ctx, params.companyId);
  const mappings = body.mappings.map(({ productId, externalId }) => ({ ownId: productId, externalId }));
  return saveMappings(ctx, { connectionId: id, kind: 'ITEM', mayShare: body.mayShare, ...params }, mappings);
};

type Saving = { connectionId: number; companyId: number; kind: Kind; mayShare: boolean };

/** Saves mappings all or none. */
export async function saveMappings(
  ctx: Ctx,
  { connectionId, companyId, kind, mayShare }: Saving,
  mappings: readonly Mapping[],
): Promise<{ saved: number }> {
  const { db, membership } = ctx;
  const { orgId } = membership;
  const ofConnection = and(eq(accountingConnections.orgId, orgId), eq(accountingConnections.id, connectionId));
  await lockRow(db, accountingConnections, ofConnection, 'Connection');
  const names = await namesOf(db, { orgId, connectionId, kind }, mappings);
  const taken = await takenBy(db, { orgId, connectionId, kind }, mappings);
  const owned = await ownedOf(db, { membership, companyId, kind }, mappings);
  const seen = new Set<string>();
  const ours = new Set<number>();
  const wrong: Record<string, string> = {};
  for (const [at, { ownId, externalId }] of mappings.entries()) {
    const field = `mappings.${at}.externalId`;
    if (!owned.has(ownId) || ours.has(ownId)) {
      wrong[`mappings.${at}.${kind === 'CUSTOMER' ? 'customerId' : 'productId'}`] = ours.has(ownId)
        ? `Choose each ${TABLES[kind].noun} only once`
        : `The company has no such ${TABLES[kind].noun}`;
    }
    ours.add(ownId);
    if (externalId === null) continue;
    const there = names.get(externalId);
    if (there === undefined) wrong[field] = 'Your books have no such record. Choose another one.';
    else if (!there.isActive) wrong[field] = `${there.name} is inactive in your books. Choose another one.`;
    else if (!mayShare && (taken.has(externalId) || seen.has(externalId)))
      wrong[field] = `${there.name} is mapped to ${taken.get(externalId) ?? 'another one'} already.`;
    seen.add(externalId);
  }
  if (Object.keys(wrong).length > 0) throw badInput(wrong);
  await write(ctx, { connectionId, kind }, mappings, names);
  await resendMatched(ctx, connectionId, kind === 'CUSTOMER' ? 'UNMAPPED_CUSTOMER' : 'UNMAPPED_PRODUCT');
  return { saved: mappings.length };
}

type Of = { orgId: number; connectionId: number; kind: Kind };

async function namesOf(db: Db, { orgId, connectionId, kind }: Of, mappings: readonly Mapping[]) {
  const rows = await db
    .select({
      externalId: accountingRemotes.externalId,
      name: accountingRemotes.name,
      isActive: sql<boolean>`coalesce((${accountingRemotes.record} ->> 'isActive')::boolean, true)`,
    })
    .from(accountingRemotes)
    .where(
      and(
        eq(accountingRemotes.orgId, orgId),
        eq(accountingRemotes.connectionId, connectionId),
        eq(accountingRemotes.kind, kind),
        isOneOf(
          accountingRemotes.externalId,
          mappings.flatMap(({ externalId }) => externalId ?? []),
        ),
      ),
    );
  return new Map(rows.map((row) => [row.externalId, row]));
}

/** Whose the records are already, of those that keep theirs. */
async function takenBy(db: Db, { orgId, connectionId, kind }: Of, mappings: readonly Mapping[]) {
  const { mapped, own, ownId } = TABLES[kind];
  const rows = await db
    .select({
      externalId: mapped.externalId,
      name: sql<string>`(select own.name from ${own} own
        where own.org_id = ${orgId} and own.id = ${ownId})`,
    })
    .from(mapped)
    .where(
      and(
        eq(mapped.orgId, orgId),
        eq(mapped.connectionId, connectionId),
        isOneOf(
          mapped.externalId,
          mappings.flatMap(({ externalId }) => externalId ?? []),
        ),
        notInArray(
          ownId,
          mappings.map((one) => one.ownId),
        ),
      ),
    );
  return new Map(rows.map(({ externalId, name }) => [externalId, name]));
}

async function ownedOf(
  db: Db,
  { membership, companyId, kind }: { membership: Membership; companyId: number; kind: Kind },
  mappings: readonly Mapping[],
): Promise<ReadonlySet<number>> {
  const { own } = TABLES[kind];
  const ids = mappings.map(({ ownId }) => ownId);
  const rows = await db
    .select({ id: own.id })
    .from(own)
    .where(
      and(
        kind === 'ITEM' ? sellableProducts(membership) : eq(own.orgId, membership.orgId),
        eq(own.companyId, companyId),
        isOneOf(own.id, ids),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

async function write(
  ctx: Ctx,
  { connectionId, kind }: { connectionId: number; kind: Kind },
  mappings: readonly Mapping[],
  names: ReadonlyMap<string, { name: string }>,
): Promise<void> {
  const { db, now, membership } = ctx;
  const { orgId } = membership;
  const { mapped, ownId } = TABLES[kind];
  const ids = mappings.map((one) => one.ownId);
  const among = and(eq(mapped.orgId, orgId), eq(mapped.connectionId, connectionId), isOneOf(ownId, ids));
  const before = await db.select({ ownId, externalId: mapped.externalId }).from(mapped).where(among);
  await db.delete(mapped).where(among);
  const values = mappings.flatMap((one) =>
    one.externalId === null
      ? []
      : [
          {
            orgId,
            connectionId,
            externalId: one.externalId,
            externalName: names.get(one.externalId)?.name ?? '',
            updatedAt: now,
            ownId: one.ownId,
          },
        ],
  );
  if (values.length > 0) {
    if (kind === 'CUSTOMER')
      await db
        .insert(accountingCustomers)
        .values(values.map(({ ownId: customerId, ...row }) => ({ ...row, customerId })));
    else
      await db.insert(accountingProducts).values(values.map(({ ownId: productId, ...row }) => ({ ...row, productId })));
    await db.delete(accountingSuggestions).where(
      and(
        eq(accountingSuggestions.orgId, orgId),
        eq(accountingSuggestions.connectionId, connectionId),
        eq(accountingSuggestions.kind, kind),
        isOneOf(
          accountingSuggestions.ownId,
          values.map((one) => one.ownId),
        ),
      ),
    );
  }
  const shown = (list: readonly Mapping[]) => list.map((one) => ({ id: one.ownId, externalId: one.externalId }));
  const { noun } = TABLES[kind];
  await ctx.audit({ id: connectionId, before: { [noun]: shown(before) }, after: { [noun]: shown(mappings) } });
  await ctx.publish({ topic: 'integrations', kind: 'changed', id: connectionId, orgIds: [orgId] });
}
