import { useState } from 'react';
import { shortDay } from '../../../../domain/dates';
import { compare, formatUsd, subtract } from '../../../../domain/money';
import { type Order, PAYMENT_TYPE_LABELS, type Payment } from '../../../../domain/orders/order';
import { orderCredit as calls } from '../../../../domain/orders/payments/contract';
import { type MovedCredit, MovedRefusal } from '../../../../domain/orders/payments/moved-credit';
import { acceptsPayments, statusPhrase } from '../../../../domain/orders/status';
import { backorderText, balanceUsd, waitsForBackorder } from '../../../../domain/orders/totals';
import { counted } from '../../../../domain/text';
import { Can, useCan } from '../../../access/useCan';
import { QueryState } from '../../../kit/form/QueryState';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { OrderLink } from '../../../kit/links/OrderLink';
import { Panel } from '../../../kit/record/RecordPage';
import { CallError } from '../../../providers/call/call-errors';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useResourceDelete, useResourceList } from '../../../providers/refine/use-resource';
import { Button } from '../../../ui/Button';
import { lazyDialog } from '../../../ui/lazy';
import { dateHere } from '../../../ui/reader-dates';
import { Skeleton } from '../../../ui/states';
import { Tooltip } from '../../../ui/Tooltip';
import styles from '../orders.module.css';
import { orderPayments } from '../resource';
import css from './OrderPayments.module.css';
import { PaymentForm } from './PaymentForm';

type OrderPaymentsProps = { order: Order; refresh: () => Promise<unknown> };

/** An order's payments, for people who may see them. */
export function OrderPayments(props: OrderPaymentsProps) {
  return (
    <Panel title="Payments">
      <Can requires={orderPayments.requires} otherwise={(whyNot) => <p className="v-hint">{whyNot}</p>}>
        <PaymentsSeen {...props} />
      </Can>
    </Panel>
  );
}

function PaymentsSeen({ order, refresh }: OrderPaymentsProps) {
  const [isRecording, setRecording] = useState(false);
  const { query } = useResourceList(orderPayments, { of: { id: order.id } });
  const whyNot = useWhyNot(order);
  const reread = async () => {
    await Promise.all([query.refetch({ cancelRefetch: false }), refresh()]);
  };
  return (
    <>
      <QueryState
        query={query}
        skeleton={<Skeleton height="40px" />}
        empty={<p className="v-hint">No payments yet.</p>}
      >
        {({ data }) => (
          <table className={css.payments}>
            <thead>
              <tr>
                <th scope="col">Date</th>
                <th scope="col">Method</th>
                <th scope="col" className="end">
                  Amount
                </th>
                <th scope="col">
                  <span className="v-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map((payment) => (
                <PaymentRow key={payment.id} payment={payment} orderId={order.id} onVoided={reread} />
              ))}
            </tbody>
          </table>
        )}
      </QueryState>
      {isRecording ? (
        <PaymentForm
          order={order}
          onClose={() => setRecording(false)}
          onRecorded={async () => {
            await reread();
            setRecording(false);
          }}
        />
      ) : whyNot === null ? (
        <div>
          {isPaid(order) && <p className="v-hint">{paidText(order)}</p>}
          <Button icon="plus" onClick={() => setRecording(true)}>
            Record payment
          </Button>{' '}
          <OrderCredit order={order} reread={reread} />
        </div>
      ) : (
        <p className="v-hint">{whyNot}</p>
      )}
    </>
  );
}

const isPaid = (order: Order) => compare(balanceUsd(order), 0) <= 0;

function paidText(order: Order): string {
  const waits = backorderText(order);
  if (waits === null) return 'This order is paid in full.';
  const nothing = waitsForBackorder(order.status) ? 'Nothing is due yet' : 'Nothing is due';
  const so = order.paymentState === null ? nothing : 'What is invoiced is paid in full';
  return `${so}. ${waits}.`;
}

function useWhyNot({ status }: Order): string | null {
  const denied = useCan().whyNot(orderPayments.create.requires);
  if (denied !== null) return denied;
  if (!acceptsPayments(status)) {
    return `You can’t record a payment while the order is ${statusPhrase(status)}.`;
  }
  return null;
}

type PaymentRowProps = { payment: Payment; orderId: number; onVoided: () => Promise<void> };

function PaymentRow({ payment, orderId, onVoided }: PaymentRowProps) {
  const [isAsking, setAsking] = useState(false);
  const whyNot = useCan().whyNot(orderPayments.remove.requires);
  const { amount, paymentType, paymentDate, note, createdBy, voidedAt, creditOrder } = payment;
  const isOut = compare(amount, 0) < 0;
  const text = `${formatUsd(amount)}, ${PAYMENT_TYPE_LABELS[paymentType]}, ${shortDay(paymentDate)}`;
  return (
    <tr className={voidedAt ? css.voided : undefined}>
      <td>{shortDay(paymentDate)}</td>
      <td>
        {PAYMENT_TYPE_LABELS[paymentType]}
        {creditOrder && (
          <>
            {isOut ? ' to ' : ' from '}
            <OrderLink order={creditOrder} />
          </>
        )}
        <span className={styles.sub}>
          {note && `${note} · `}recorded by {createdBy}
          {voidedAt && ` · voided ${dateHere(voidedAt)}`}
        </span>
      </td>
      <td className="end">{voidedAt ? <s>{formatUsd(amount)}</s> : formatUsd(amount)}</td>
      <td className={css.act}>
        {voidedAt === null &&
          (whyNot === null ? (
            <Button tone="quiet" aria-label={`Void payment of ${text}`} onClick={() => setAsking(true)}>
              Void
            </Button>
          ) : (
            <Tooltip text={whyNot}>
              <Button tone="quiet" aria-disabled aria-label={`Void payment of ${text}`}>
                Void
              </Button>
            </Tooltip>
          ))}
        {isAsking && (
          <VoidDialog
            payment={payment}
            orderId={orderId}
            text={text}
            onVoided={onVoided}
            onClose={() => setAsking(false)}
          />
        )}
      </td>
    </tr>
  );
}

type VoidDialogProps = PaymentRowProps & { text: string; onClose: () => void };

/** Voids a payment; with what its money paid of other orders as credit, which it names first. */
function VoidDialog({ payment, orderId, text, onVoided, onClose }: VoidDialogProps) {
  const { run } = useResourceDelete(orderPayments, { showsErrors: true });
  const [moved, setMoved] = useState<readonly MovedCredit[]>([]);
  const alsoVoid = moved.map(({ paymentId }) => paymentId).join(',');
  return (
    <Confirm
      title="Void payment"
      act={moved.length === 0 ? 'Void payment' : `Void ${counted(moved.length + 1, 'payment')}`}
      cancel={moved.length === 0 ? 'Keep payment' : 'Keep payments'}
      run={async () => {
        const result = await run(payment.id, { of: { id: orderId }, ...(alsoVoid && { query: { alsoVoid } }) });
        if (!result.ok) setMoved(movedIn(result.error));
        return result;
      }}
      success="Payment voided"
      onDone={onVoided}
      onClose={onClose}
    >
      <p>
        Void {text}? It stays on record but no longer counts
        {payment.creditOrder && `, here and on order ${payment.creditOrder.orderNumber}`}. You can’t undo this.
      </p>
      {moved.length > 0 && (
        <>
          <p>These payments are voided with it, and their orders owe the money again:</p>
          <ul className={styles.list}>
            {moved.map(({ paymentId, orderId: id, orderNumber, amount }) => (
              <li key={paymentId}>
                {formatUsd(amount)}, {PAYMENT_TYPE_LABELS.CREDIT}, on <OrderLink order={{ id, orderNumber }} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Confirm>
  );
}

/** The payments a refusal says have to be voided too. */
function movedIn(error: unknown): readonly MovedCredit[] {
  const read = error instanceof CallError ? MovedRefusal.safeParse(error.body.errorObject) : null;
  return read?.success ? read.data.moved : [];
}

const CreditDialog = lazyDialog(async () => (await import('./CreditDialog')).CreditDialog);

/** Offers the customer's credit while an order isn't paid; says what an overpaid order leaves for others. */
function OrderCredit({ order, reread }: { order: Order; reread: () => Promise<void> }) {
  const [isApplying, setApplying] = useState(false);
  const mayApply = useCan().can(calls.apply.requires);
  const balance = compare(balanceUsd(order), 0);
  const { data: credit } = useCallQuery(
    calls.get,
    { params: { id: order.id } },
    { enabled: mayApply && balance > 0, topics: ['orders'] },
  );
  if (balance < 0) {
    const over = formatUsd(subtract(0, balanceUsd(order)));
    const isWaiting = waitsForBackorder(order.status) && backorderText(order) !== null;
    const uses = isWaiting ? 'the backorder once it is invoiced, or for ' : '';
    return (
      <p className="v-hint">
        {over} is credit for {uses}the customer’s other orders.
      </p>
    );
  }
  if (balance === 0 || !credit || compare(credit.creditUsd, 0) === 0) return null;
  return (
    <>
      <Button onClick={() => setApplying(true)} onPointerEnter={CreditDialog.prefetch}>
        Apply {formatUsd(credit.creditUsd)} credit
      </Button>
      {isApplying && (
        <CreditDialog.Part order={order} credit={credit} onApplied={reread} onClose={() => setApplying(false)} />
      )}
    </>
  );
}
