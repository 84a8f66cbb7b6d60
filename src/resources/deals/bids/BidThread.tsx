import { useState } from 'react';
import { write } from '../../../../domain/access/ability';
import { bids as calls } from '../../../../domain/deals/contract';
import type { Bid, BidVersion, Offer } from '../../../../domain/deals/deal';
import { formatUsd } from '../../../../domain/money';
import { ORDER_STATUSES } from '../../../../domain/orders/status';
import { useCan } from '../../../access/useCan';
import { OrderLink, PurchaseOrderLink } from '../../../kit/links/OrderLink';
import { Panel } from '../../../kit/record/RecordPage';
import { MessagePartner } from '../../../shell/MessagePartner';
import { Button } from '../../../ui/Button';
import { lazyDialog } from '../../../ui/lazy';
import { momentHere } from '../../../ui/reader-dates';
import { BidStatePill } from '../deals.columns';
import styles from '../deals.module.css';
import { comparedText, quantityText, termsText, timeText, turnText } from '../deals.text';

const CounterDialog = lazyDialog(async () => (await import('./BidDialogs')).CounterDialog);
const AcceptDialog = lazyDialog(async () => (await import('./BidDialogs')).AcceptDialog);
const EndDialog = lazyDialog(async () => (await import('./BidDialogs')).EndDialog);

type ThreadProps = { offer: Offer; bid: Bid; refresh: () => unknown };
type Act = 'accept' | 'counter' | 'end';

/** One bid: where it stands, what can be done, and every version of it. */
export function BidThread({ offer, bid, refresh }: ThreadProps) {
  const [act, setAction] = useState<Act | null>(null);
  const can = useCan();
  const whyNot = can.whyNot(calls.counter.requires);
  const close = () => setAction(null);
  const dialog = { offer, bid, refresh, onClose: close };
  const isOpen = bid.status === 'OPEN';
  const whyNotAccept = bid.side === 'BUYER' ? can.whyNot(write('ORDERS')) : null;
  const isMyTurn = isOpen && bid.turn === bid.side;
  const name = bid.side === 'SELLER' ? bid.buyer.name : `Your bid for ${bid.buyer.licenseNumber}`;
  return (
    <Panel
      title={name}
      actions={
        <>
          {bid.side === 'SELLER' && <MessagePartner about={{ of: 'BID', bidId: bid.id }} label="Message the buyer" />}
          <BidStatePill bid={bid} />
        </>
      }
    >
      <p className={styles.terms}>
        <strong>{termsText(offer, bid.quantity, bid.price)}</strong> <span className="v-hint">{comparedText(bid)}</span>
      </p>
      {isOpen && (
        <p className="v-hint">
          {isMyTurn ? '' : `${turnText(bid)}. `}
          {timeText(bid)}.
        </p>
      )}
      {bid.order && (
        <p>
          Order {bid.side === 'SELLER' ? <OrderLink order={bid.order} /> : <PurchaseOrderLink order={bid.order} />},{' '}
          {ORDER_STATUSES[bid.order.status].label.toLowerCase()}, {formatUsd(bid.order.totalUsd)}
        </p>
      )}
      {isMyTurn && whyNot === null && whyNotAccept !== null && <p className="v-hint">{whyNotAccept}</p>}
      {isOpen && whyNot !== null && <p className="v-hint">{whyNot}</p>}
      {isOpen && whyNot === null && (
        <div className={styles.acts}>
          {isMyTurn && (
            <>
              <Button
                tone="primary"
                disabled={whyNotAccept !== null}
                onPointerEnter={AcceptDialog.prefetch}
                onFocus={AcceptDialog.prefetch}
                onClick={() => setAction('accept')}
              >
                Accept {formatUsd(bid.price)}
              </Button>
              <Button
                onPointerEnter={CounterDialog.prefetch}
                onFocus={CounterDialog.prefetch}
                onClick={() => setAction('counter')}
              >
                Counter
              </Button>
            </>
          )}
          <Button
            tone="quiet"
            onPointerEnter={EndDialog.prefetch}
            onFocus={EndDialog.prefetch}
            onClick={() => setAction('end')}
          >
            {bid.side === 'SELLER' ? 'Decline' : 'Withdraw'}
          </Button>
        </div>
      )}
      <ol className={styles.versions} aria-label={`History of the bid: ${name}`} reversed>
        {bid.versions.toReversed().map((version) => (
          <Version key={version.version} offer={offer} bid={bid} version={version} />
        ))}
      </ol>
      {act === 'accept' && <AcceptDialog.Part {...dialog} />}
      {act === 'counter' && <CounterDialog.Part {...dialog} />}
      {act === 'end' && <EndDialog.Part {...dialog} />}
    </Panel>
  );
}

function Version({ offer, bid, version }: { offer: Offer; bid: Bid; version: BidVersion }) {
  const { side, price, quantity, note, created, person } = version;
  const who = person ?? (side === 'SELLER' ? bid.seller.name : bid.buyer.name);
  return (
    <li>
      <span className={styles.said}>
        {formatUsd(price)} for {quantityText(quantity, offer)}
      </span>
      <span className="v-hint">
        {who}, <time dateTime={created}>{momentHere(created)}</time>
      </span>
      {note && <span className={styles.note}>{note}</span>}
    </li>
  );
}
