import { sql } from 'drizzle-orm';
import { ONE_READING_SECONDS } from '../../../domain/network/access-log';
import type { ReadKind } from '../../../domain/network/share';
import type { SharedPackage } from '../../../domain/network/shared-package';
import type { Ctx } from '../../context';

type Reader = Pick<Ctx, 'db' | 'person' | 'membership' | 'now'>;
/** How many packages of a brand at an organization were read. */
export type Seen = { orgId: number; brandId: number; packages: number };

/**
 * Notes that somebody read packages of other organizations: a row an hour for each brand and organization. Readings soon
 * after another count with it and write nothing, unless they show more.
 */
export async function noteReads({ db, person, membership, now }: Reader, kind: ReadKind, seen: readonly Seen[]) {
  const reader = person.impersonator?.id ?? person.userId;
  const hour = new Date(now);
  hour.setUTCMinutes(0, 0, 0);
  const others = seen.filter(({ orgId, packages }) => orgId !== membership.orgId && packages > 0);
  const orgIds = [...new Set(others.map(({ orgId }) => orgId))].sort((a, b) => a - b);
  // A cluster knows no parameters in `on conflict`.
  const pause = sql.raw(`interval '${ONE_READING_SECONDS} seconds'`);
  // One organization at a time: their rows may be on different machines.
  for (const orgId of orgIds) {
    const of = others.filter((one) => one.orgId === orgId).sort((a, b) => a.brandId - b.brandId);
    await db.execute(sql`
      insert into shared_reads as noted (org_id, reader_org_id, reader_user_id, brand_id, kind, hour, last_at, times, packages)
      select ${orgId}::bigint, ${membership.orgId}::bigint, ${reader}::uuid, brand_id, ${kind}::text, ${hour.toISOString()}::timestamptz,
             ${now.toISOString()}::timestamptz, 1, packages
        from unnest(${sql.param(of.map(({ brandId }) => brandId))}::bigint[], ${sql.param(of.map(({ packages }) => packages))}::int[])
          as one (brand_id, packages)
      on conflict (org_id, brand_id, reader_user_id, kind, reader_org_id, hour) do update set
        times = noted.times + (excluded.last_at - noted.last_at > ${pause})::int,
        last_at = greatest(noted.last_at, excluded.last_at),
        packages = greatest(noted.packages, excluded.packages)
       where excluded.last_at - noted.last_at > ${pause}
          or excluded.packages > noted.packages`);
  }
}

/** How many of some rows are of each brand and organization. */
export function seenIn(rows: Iterable<Pick<SharedPackage, 'brand' | 'holder'>>): Seen[] {
  const counts = new Map<string, Seen>();
  for (const { brand, holder } of rows) {
    const key = `${holder.orgId} ${brand.id}`;
    const before = counts.get(key)?.packages ?? 0;
    counts.set(key, { orgId: holder.orgId, brandId: brand.id, packages: before + 1 });
  }
  return [...counts.values()];
}
