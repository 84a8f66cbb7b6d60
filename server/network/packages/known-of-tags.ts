import { sql } from 'drizzle-orm';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import { money } from '../../../domain/money';
import type { SharedPackage } from '../../../domain/network/shared-package';
import type { KnownOfTag, StockPackage } from '../../../domain/network/stock';
import type { ListContext } from '../../db/list';
import { readRows } from '../../db/page';

type Known = {
  label: string;
  packaged: string | null;
  receipt: { quantity: string; unit: TrackingUnit; received: string | null } | null;
};

const NOTHING: KnownOfTag = { packaged: null, receipt: null };

/** Packages beside what the reader’s own records say of their tags: when they were packaged, and how much came last. */
export async function withKnown<P extends SharedPackage>(
  { membership: { orgId }, services }: ListContext,
  found: readonly P[],
): Promise<(P & Pick<StockPackage, 'isOurs' | 'known'>)[]> {
  if (found.length === 0) return [];
  const tags = found.map(({ tag }) => tag);
  const rows = await readRows<Known>(
    services.database.pool,
    sql`
      select tag.label,
             (select own.packaged_on::text from packages own where own.org_id = ${orgId} and own.label = tag.label) as packaged,
             (select json_build_object('quantity', coalesce(carried.received_quantity, carried.quantity)::text,
                     'unit', carried.unit_of_measure, 'received', transfer.received_at)
                from transfer_packages carried
                join transfers transfer on transfer.org_id = ${orgId} and transfer.id = carried.transfer_id
               where carried.org_id = ${orgId} and carried.label = tag.label and carried.state = 'ACCEPTED'
                 and carried.left_at is null and not transfer.is_voided
               order by transfer.received_at desc nulls last, transfer.id desc limit 1) as receipt
        from unnest(${sql.param(tags)}::text[]) as tag (label)`,
  );
  const known = new Map(rows.map(({ label, packaged, receipt }) => [label, { packaged, receipt: toReceipt(receipt) }]));
  return found.map((one) => ({
    ...one,
    isOurs: one.holder.orgId === orgId,
    known: known.get(one.tag) ?? NOTHING,
  }));
}

const toReceipt = (receipt: Known['receipt']): KnownOfTag['receipt'] =>
  receipt && {
    quantity: money(receipt.quantity),
    unit: receipt.unit,
    received: receipt.received && new Date(receipt.received).toISOString(),
  };
