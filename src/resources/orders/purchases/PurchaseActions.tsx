import { useState } from 'react';
import { carts } from '../../../../domain/carts/contract';
import type { BuyerOrder } from '../../../../domain/orders/order';
import { orderProblems } from '../../../../domain/orders/problems/contract';
import { takesProblems } from '../../../../domain/orders/problems/problems';
import { useCan } from '../../../access/useCan';
import { Button } from '../../../ui/Button';
import { lazyDialog } from '../../../ui/lazy';
import { downloadInvoice } from '../documents/print-orders';

const ReorderDialog = lazyDialog(async () => (await import('./ReorderDialog')).ReorderDialog);

const ReportDialog = lazyDialog(async () => (await import('../problems/ReportDialog')).ReportDialog);

/** What a buyer does with an order besides cancelling it. */
export function PurchaseActions({ order }: { order: BuyerOrder }) {
  const [isReordering, setReordering] = useState(false);
  const [isReporting, setReporting] = useState(false);
  const { can } = useCan();
  const mayBuy = can(carts.create.requires) && order.buyerLicense !== null;
  const mayReport = can(orderProblems.report.requires) && takesProblems(order.status);
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
      {mayReport && (
        <Button onClick={() => setReporting(true)} onPointerEnter={ReportDialog.prefetch}>
          Report a problem
        </Button>
      )}
      {isReporting && <ReportDialog.Part order={order} onClose={() => setReporting(false)} />}
      {isReordering && <ReorderDialog.Part order={order} onClose={() => setReordering(false)} />}
    </>
  );
}
