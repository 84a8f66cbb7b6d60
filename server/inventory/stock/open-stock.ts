import { sql } from 'drizzle-orm';
import type { Ctx } from '../../context';
import { recordset } from '../../db/recordset';
import { productStock, stockMovements } from '../../db/schema';

/** What a new product has on hand, in base units. */
export type OpeningStock = { productId: number; quantity: string };

type OpeningCtx = Pick<Ctx, 'db' | 'now'> & {
  readonly membership: Pick<Ctx['membership'], 'orgId'>;
  readonly person: { readonly userId: string | null };
};

/** Gives new products their stock, each of which opens its ledger; two statements for any number of them. */
export async function openStock(ctx: OpeningCtx, openings: readonly OpeningStock[], note = ''): Promise<void> {
  const { orgId } = ctx.membership;
  const stock = recordset(
    'opening',
    productStock,
    openings.map((one) => ({ ...one, reserved: '0' })),
  );
  await ctx.db.execute(sql`
    insert into ${productStock} (org_id, ${stock.columns}) select ${orgId}::bigint, ${stock.values} from ${stock.source}`);
  const movement = recordset(
    'movement',
    stockMovements,
    openings.map(({ productId, quantity }) => ({
      productId,
      kind: 'opening',
      quantityDelta: quantity,
      reservedDelta: '0',
      note,
      actorUserId: ctx.person.userId,
      createdAt: ctx.now,
    })),
  );
  await ctx.db.execute(sql`
    insert into ${stockMovements} (org_id, ${movement.columns})
    select ${orgId}::bigint, ${movement.values} from ${movement.source}`);
}
