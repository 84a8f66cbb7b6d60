import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Membership } from '../../../domain/access/roles';
import type { Candidate } from '../../../domain/wholesale/match';
import type { MatchedKind } from '../../../domain/wholesale/match-contract';
import type { Db } from '../../db/client';
import { contains, isOneOf } from '../../db/page';
import { customers, licenses, products } from '../../db/schema';
import { sellableProducts } from '../../db/visibility';
import type { SyncCompany } from '../syncs';

/** More than anybody's catalog has. */
const MOST = 50_000;

/** Whom they are shown to, who sees the products of some brands; null for what nobody is shown. */
type Reader = { db: Db; membership: Membership | null };
type Asked = { kind: MatchedKind; where?: SQL | undefined; limit?: number };

/** A company's products by SKU, or customers by license number. */
async function loadOwn(
  { db, membership }: Reader,
  { orgId, id: companyId }: SyncCompany,
  { kind, where, limit = MOST }: Asked,
) {
  if (kind === 'PRODUCT')
    return db
      .select({ id: products.id, name: products.name, mark: products.sku })
      .from(products)
      .where(
        and(
          eq(products.orgId, orgId),
          eq(products.companyId, companyId),
          eq(products.isParent, false),
          where,
          membership ? sellableProducts(membership) : undefined,
        ),
      )
      .orderBy(asc(products.name), asc(products.id))
      .limit(limit);
  return db
    .select({ id: customers.id, name: customers.name, mark: sql<string>`coalesce(${licenses.licenseNumber}, '')` })
    .from(customers)
    .leftJoin(licenses, eq(licenses.id, customers.licenseId))
    .where(and(eq(customers.orgId, orgId), eq(customers.companyId, companyId), where))
    .orderBy(asc(customers.name), asc(customers.id))
    .limit(limit);
}

const columnsOf = (kind: MatchedKind) =>
  kind === 'PRODUCT'
    ? ([products.id, products.name, products.sku] as const)
    : ([customers.id, customers.name, licenses.licenseNumber] as const);

export const loadCandidates = (reader: Reader, company: SyncCompany, kind: MatchedKind): Promise<Candidate[]> =>
  loadOwn(reader, company, { kind });

export const loadCandidatesById = async (
  reader: Reader,
  company: SyncCompany,
  kind: MatchedKind,
  ids: readonly number[],
) =>
  new Map(
    (ids.length === 0
      ? []
      : await loadOwn(reader, company, { kind, where: isOneOf(columnsOf(kind)[0], [...ids]) })
    ).map((one) => [one.id, one]),
  );

export function searchCandidates(
  reader: Reader,
  company: SyncCompany,
  kind: MatchedKind,
  words: string,
  limit: number,
) {
  const [, name, mark] = columnsOf(kind);
  const where = words === '' ? undefined : or(contains([name], words), contains([mark], words));
  return loadOwn(reader, company, { kind, where, limit });
}
