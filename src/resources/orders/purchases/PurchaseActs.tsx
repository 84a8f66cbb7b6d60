import { useState } from 'react';
import { carts } from '../../../../domain/carts/contract';
import type { BuyerOrder } from '../../../../domain/orders/order';
import { useCan } from '../../../access/useCan';
import { Button } from '../../../ui/Button';
import { later } from '../../../ui/later';
import { downloadInvoice } from '../documents/print-orders';

const ReorderDialog = later(async () => (await import('./ReorderDialog')).ReorderDialog);

/** What a buyer does with an order besides cancelling it. */
export function PurchaseActs({ order }: { order: BuyerOrder }) {
  const [isReordering, setReordering] = useState(false);
  const mayBuy = useCan().can(carts.create.requires) && order.buyerLicense !== null;
  return (
    <>
      <Button icon="download" onClick={() => void downloadInvoice(order.id)}>
        Invoice
      </Button>
      {mayBuy && (
        <Button icon="cart" onClick={() => setReordering(true)} onPointerEnter={ReorderDialog.prefetch}>
          Order again
        </Button>
      )}
      {isReordering && <ReorderDialog.Part order={order} onClose={() => setReordering(false)} />}
    </>
  );
}
