import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { InvoiceContent } from '../../../domain/accounting/push/invoice';
import type { Matched, PushMeans } from '../../../domain/accounting/push/preflight';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { accountingCustomers, accountingProducts, accountingRemotes } from '../../db/schema';
import type { Connection } from './documents';

const Preferences = z.object({
  takesOurNumbers: z.boolean().default(true),
  allowsDiscount: z.boolean().default(true),
  closedUntil: z.string().nullable().default(null),
});

/** What sending takes, by customer: how the books are kept, and what is matched there. */
export type Means = (customerId: number) => PushMeans;

type Needed = { customerId: number; invoice: Pick<InvoiceContent, 'lines'> | null };

/** What sending these orders takes, read at once. */
export async function readMeans(db: Db, connection: Connection, needed: readonly Needed[]): Promise<Means> {
  const { orgId, id: connectionId } = connection;
  const customerIds = [...new Set(needed.map(({ customerId }) => customerId))];
  const productIds = [
    ...new Set(needed.flatMap(({ invoice }) => invoice?.lines ?? []).map(({ productId }) => productId)),
  ];
  const customers = await db
    .select({ ...matchedOf(accountingCustomers), id: accountingCustomers.customerId })
    .from(accountingCustomers)
    .leftJoin(accountingRemotes, remoteOf(accountingCustomers, 'CUSTOMER'))
    .where(
      and(
        eq(accountingCustomers.orgId, orgId),
        eq(accountingCustomers.connectionId, connectionId),
        isOneOf(accountingCustomers.customerId, customerIds),
      ),
    );
  const products = await db
    .select({ ...matchedOf(accountingProducts), id: accountingProducts.productId })
    .from(accountingProducts)
    .leftJoin(accountingRemotes, remoteOf(accountingProducts, 'ITEM'))
    .where(
      and(
        eq(accountingProducts.orgId, orgId),
        eq(accountingProducts.connectionId, connectionId),
        isOneOf(accountingProducts.productId, productIds),
      ),
    );
  const known = new Map(customers.map(({ id, ...matched }) => [id, matched satisfies Matched]));
  const items = new Map(products.map(({ id, ...matched }) => [id, matched satisfies Matched]));
  const preferences = Preferences.parse(connection.preferences);
  return (customerId) => ({
    ...preferences,
    discountAccountId: connection.defaultOrderDiscountAccountId,
    customer: known.get(customerId) ?? null,
    items,
  });
}

type Mapping = typeof accountingCustomers | typeof accountingProducts;

const matchedOf = (mapping: Mapping) => ({
  externalId: mapping.externalId,
  name: sql<string>`coalesce(${accountingRemotes.name}, ${mapping.externalName})`,
  isActive: sql<boolean>`coalesce((${accountingRemotes.record} ->> 'isActive')::boolean, true)`,
});

const remoteOf = (mapping: Mapping, kind: 'CUSTOMER' | 'ITEM') =>
  and(
    eq(accountingRemotes.orgId, mapping.orgId),
    eq(accountingRemotes.connectionId, mapping.connectionId),
    eq(accountingRemotes.kind, kind),
    eq(accountingRemotes.externalId, mapping.externalId),
  );
