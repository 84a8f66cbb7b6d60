import { useState } from 'react';
import type { Order } from '../../../../domain/orders/order';
import { lazyDialog } from '../../../ui/lazy';
import { PrintMenu } from './PrintMenu';

const MailDialog = lazyDialog(async () => (await import('./MailDialog')).MailDialog);

/** Prints an order, or mails it to its customer. */
export function OrderPrints({ order }: { order: Order }) {
  const [isMailing, setMailing] = useState(false);
  const mail = { label: 'Email to customer…', separated: true, onSelect: () => setMailing(true) };
  return (
    <>
      <PrintMenu orderIds={[order.id]} more={order.canEdit ? [mail] : []} onNear={MailDialog.prefetch} />
      {isMailing && <MailDialog.Part order={order} onClose={() => setMailing(false)} />}
    </>
  );
}
