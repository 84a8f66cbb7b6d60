import { useState } from 'react';
import { useParams } from 'react-router';
import { carts } from '../../../../domain/carts/contract';
import { shortDay } from '../../../../domain/dates';
import type { BuyerOrder, BuyerOrderRow } from '../../../../domain/orders/order';
import { orderProblems } from '../../../../domain/orders/problems/contract';
import { takesProblems } from '../../../../domain/orders/problems/problems';
import { purchaseActs as calls } from '../../../../domain/orders/purchase-contract';
import { useCan } from '../../../access/useCan';
import { Panel, PanelSkeleton, RecordColumns, RecordSkeleton } from '../../../kit/record/RecordPage';
import { useKnownRow } from '../../../providers/refine/known-row';
import { aheadOf } from '../../../providers/refine/look-ahead';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useResourceOne } from '../../../providers/refine/use-resource';
import { Button } from '../../../ui/Button';
import { Facts } from '../../../ui/Facts';
import { lazyDialog } from '../../../ui/lazy';
import { downloadInvoice } from '../documents/print-orders';
import styles from '../orders.module.css';
import { OrderProblems } from '../problems/OrderProblems';
import { purchaseOrders } from '../resource';
import { EarlierReports } from '../show/EarlierParts';
import { MergedOrders } from '../show/MergedOrders';
import { OrderFrame } from '../show/OrderFrame';
import { OrderHistory } from '../show/OrderHistory';
import { OrderLines } from '../show/OrderLines';
import { OrderMissing, useOrderErrors } from '../show/OrderMissing';
import { OrderParties } from '../show/OrderParties';
import { KnownLines, LABEL, rest, sharedFacts, topOf } from '../show/OrderSkeletons';
import { OrderTotals } from '../show/OrderTotals';

export const ahead = aheadOf(purchaseOrders);

/** An order's page for its buyer. */
export default function PurchaseOrderShow() {
  const { slug = '' } = useParams();
  if (!/^[1-9]\d{0,14}$/.test(slug)) return <OrderMissing error={null} />;
  return <PurchaseOrder id={Number(slug)} />;
}

function PurchaseOrder({ id }: { id: number }) {
  const { query, result: order } = useResourceOne(purchaseOrders, id);
  const { error } = query;
  const { data: problems = [] } = useCallQuery(
    orderProblems.reported,
    { params: { orderId: id } },
    { topics: ['orders'] },
  );
  const refresh = async () => (await query.refetch({ cancelRefetch: false })).data?.data;
  useOrderErrors(error, order !== undefined);
  if (!order && error) return <OrderMissing error={error} onRetry={() => void refresh()} />;
  if (!order) return <PurchaseOrderSkeleton id={id} />;
  return (
    <OrderFrame order={order} side="buyer" refresh={refresh} acts={<PurchaseActions order={order} />}>
      <RecordColumns
        side={
          <>
            <DeliveryPanel order={order} />
            <OrderParties order={order} side="buyer" />
            <MergedOrders order={order} side="buyer" />
            <OrderHistory history={order.history} />
          </>
        }
      >
        <OrderLines lines={order.lineItems} side="buyer">
          <OrderTotals order={order} />
        </OrderLines>
        <OrderProblems order={order} problems={problems} />
        <EarlierReports order={order} />
      </RecordColumns>
    </OrderFrame>
  );
}

/** Its page while it loads, with what its row in a list says. */
function PurchaseOrderSkeleton({ id }: { id: number }) {
  const order = useKnownRow([purchaseOrders], (row) => row.id === id);
  const actsOn = usePurchaseActs();
  if (!order) return <RecordSkeleton label={LABEL} />;
  const { mayBuy, mayReport } = actsOn(order);
  const acts = [
    { label: 'Invoice', hasIcon: true },
    ...(mayBuy ? [{ label: 'Order again', hasIcon: true }] : []),
    ...(mayReport ? [{ label: 'Report a problem' }] : []),
  ];
  return (
    <RecordSkeleton
      {...topOf(order, 'buyer', acts)}
      side={
        <>
          <PanelSkeleton title="Delivery and payment" facts={{ Expected: rest('72px'), ...dueFacts(order) }} />
          <PanelSkeleton
            title="Seller"
            facts={{
              Company: order.sellerCompany.name,
              'Your license': rest('24px'),
              'Deliver to': rest('3em'),
              ...sharedFacts(order),
            }}
          />
        </>
      }
    >
      <KnownLines order={order} />
    </RecordSkeleton>
  );
}

const dueFacts = ({ shipDate, paymentDueDate }: Pick<BuyerOrderRow, 'shipDate' | 'paymentDueDate'>) => ({
  'Ship date': shipDate ? shortDay(shipDate) : 'Not set yet',
  'Payment due': paymentDueDate ? shortDay(paymentDueDate) : 'Not set yet',
});

/** When an order is expected and has to be paid. */
function DeliveryPanel({ order }: { order: BuyerOrder }) {
  const { data } = useCallQuery(calls.expectedDelivery, { params: { orderId: order.id } }, { topics: ['orders'] });
  return (
    <Panel title="Delivery and payment">
      <Facts
        facts={{
          Expected: data && (
            <>
              {data.day ? shortDay(data.day) : 'Not known'}
              <span className={styles.sub}>{data.reason}</span>
            </>
          ),
          ...dueFacts(order),
          'Shipping details': order.shippingDetails,
        }}
      />
    </Panel>
  );
}

const ReorderDialog = lazyDialog(async () => (await import('./ReorderDialog')).ReorderDialog);

const ReportDialog = lazyDialog(async () => (await import('../problems/ReportDialog')).ReportDialog);

/** Tells what the reader may do with an order of theirs besides cancelling it. */
function usePurchaseActs() {
  const { can } = useCan();
  return ({ buyerLicense, status }: { buyerLicense: object | null } & Pick<BuyerOrderRow, 'status'>) => ({
    mayBuy: can(carts.create.requires) && buyerLicense !== null,
    mayReport: can(orderProblems.report.requires) && takesProblems(status),
  });
}

/** What a buyer does with an order besides cancelling it. */
function PurchaseActions({ order }: { order: BuyerOrder }) {
  const [isReordering, setReordering] = useState(false);
  const [isReporting, setReporting] = useState(false);
  const { mayBuy, mayReport } = usePurchaseActs()(order);
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
