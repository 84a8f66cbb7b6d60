import {
  AUDIENCES,
  BID_STATUSES,
  type BidRow,
  type BidStatus,
  OFFER_STATUSES,
  type OfferRow,
  type OfferStatus,
} from '../../../domain/deals/deal';
import { formatUsd } from '../../../domain/money';
import { ORDER_STATUSES } from '../../../domain/orders/status';
import { OrderLink, PurchaseOrderLink } from '../../kit/links/OrderLink';
import { dayColumn, dollarsColumn, nameColumn, textColumn } from '../../kit/list/columns';
import type { GridColumn } from '../../ui/grid';
import { Pill, type PillMark, type PillTone } from '../../ui/Pill';
import { momentHere } from '../../ui/reader-dates';
import { comparedText, quantityText, turnText } from './deals.text';

type Look = { tone: PillTone; mark: PillMark };

const OFFER_LOOKS: Record<OfferStatus, Look> = {
  OPEN: { tone: 'info', mark: 'ring' },
  FILLED: { tone: 'positive', mark: 'done' },
  CLOSED: { tone: 'neutral', mark: 'slash' },
  EXPIRED: { tone: 'neutral', mark: 'clock' },
};

const BID_LOOKS: Record<BidStatus, Look> = {
  OPEN: { tone: 'info', mark: 'ring' },
  ACCEPTED: { tone: 'positive', mark: 'check' },
  DECLINED: { tone: 'negative', mark: 'cross' },
  WITHDRAWN: { tone: 'neutral', mark: 'slash' },
  EXPIRED: { tone: 'neutral', mark: 'clock' },
};

export const OfferStatusPill = ({ status }: { status: OfferStatus }) => (
  <Pill {...OFFER_LOOKS[status]}>{OFFER_STATUSES[status]}</Pill>
);

export const BidStatusPill = ({ status }: { status: BidStatus }) => (
  <Pill {...BID_LOOKS[status]}>{BID_STATUSES[status]}</Pill>
);

/** Whose turn an open bid is; its status otherwise. */
export const BidStatePill = ({ bid }: { bid: BidRow }) =>
  bid.status === 'OPEN' && bid.turn === bid.side ? (
    <Pill tone="warning" mark="alert">
      Your turn
    </Pill>
  ) : (
    <BidStatusPill status={bid.status} />
  );

const status: GridColumn<OfferRow> = {
  id: 'status',
  header: 'Status',
  cell: ({ status }) => <OfferStatusPill status={status} />,
  value: ({ status }) => OFFER_STATUSES[status],
  width: 104,
  card: 'lead',
};

const waiting: GridColumn<OfferRow> = {
  id: 'waiting',
  header: 'Bids',
  cell: ({ openBids, waiting }) =>
    waiting > 0 ? (
      <Pill tone="warning" mark="alert">
        {waiting} to answer
      </Pill>
    ) : openBids > 0 ? (
      `${openBids} open`
    ) : null,
  value: ({ openBids }) => openBids,
  width: 112,
  card: 'lead',
};

const product = nameColumn<OfferRow>('productName', 'Product', { cell: ({ product }) => product.name, width: 200 });
const brand = textColumn<OfferRow>('brand', 'Brand', ({ product }) => product.brandName, {
  width: 120,
  card: 'hidden',
});
const asking = dollarsColumn<OfferRow>('askingPrice', 'Asking', ({ askingPrice }) => askingPrice, {
  sortable: true,
  width: 100,
  card: 'end',
});
const wholesale = dollarsColumn<OfferRow>('wholesale', 'Wholesale', ({ wholesalePrice }) => wholesalePrice, {
  width: 108,
  card: 'hidden',
});
const left = textColumn<OfferRow>('left', 'Available', (offer) => quantityText(offer.left, offer), {
  width: 100,
  align: 'end',
});
const smallest = textColumn<OfferRow>('smallest', 'Minimum', (offer) => quantityText(offer.smallestQuantity, offer), {
  width: 100,
  align: 'end',
  card: 'hidden',
});
const ends: GridColumn<OfferRow> = {
  id: 'endsAt',
  header: 'Ends',
  cell: ({ endsAt }) => momentHere(endsAt),
  value: ({ endsAt }) => new Date(endsAt),
  width: 168,
  sortable: true,
};

/** Of offers one can bid on. */
export const openOfferColumns: readonly GridColumn<OfferRow>[] = [
  product,
  brand,
  textColumn('seller', 'Seller', ({ seller }) => seller.name, { width: 168 }),
  asking,
  wholesale,
  left,
  smallest,
  ends,
  waiting,
];

/** Of one's own offers. */
export const ownOfferColumns: readonly GridColumn<OfferRow>[] = [
  product,
  { ...brand, hidden: true },
  status,
  asking,
  wholesale,
  textColumn('quantity', 'Offered', (offer) => quantityText(offer.quantity, offer), {
    width: 100,
    align: 'end',
    sortable: true,
    card: 'hidden',
  }),
  left,
  waiting,
  textColumn('audience', 'Shown to', ({ audience }) => AUDIENCES[audience], { width: 128, card: 'hidden' }),
  ends,
  dayColumn('created', 'Created', ({ created }) => created, {
    sortable: true,
    hidden: true,
    card: 'hidden',
  }),
];

const bidProduct = nameColumn<BidRow>('productName', 'Product', { cell: ({ product }) => product.name, width: 220 });
const bidBrand = textColumn<BidRow>('brand', 'Brand', ({ product }) => product.brandName, {
  width: 150,
  card: 'hidden',
});
const withWhom = textColumn<BidRow>(
  'with',
  'With',
  ({ side, buyer, seller }) => (side === 'SELLER' ? buyer.name : seller.name),
  { width: 180 },
);
const bidQuantity = textColumn<BidRow>('quantity', 'Quantity', (bid) => quantityText(bid.quantity, bid), {
  width: 116,
  align: 'end',
});
const price = dollarsColumn<BidRow>('price', 'Price', (bid) => bid.price, { sortable: true });
const total = dollarsColumn<BidRow>('total', 'Total', ({ totalUsd }) => totalUsd, { card: 'end', totaled: true });
const changed = dayColumn<BidRow>('changed', 'Changed', (bid) => bid.changed, { sortable: true, card: 'hidden' });

export const bidColumns: readonly GridColumn<BidRow>[] = [
  bidProduct,
  bidBrand,
  {
    id: 'status',
    header: 'Status',
    cell: (bid) => <BidStatePill bid={bid} />,
    value: (bid) => (bid.status === 'OPEN' ? turnText(bid) : BID_STATUSES[bid.status]),
    width: 116,
    card: 'lead',
  },
  withWhom,
  bidQuantity,
  price,
  textColumn('compared', 'vs. asking', comparedText, { width: 144, card: 'hidden' }),
  total,
  {
    id: 'answerBy',
    header: 'Answer by',
    cell: ({ status, answerBy }) => (status === 'OPEN' ? momentHere(answerBy) : ''),
    value: ({ answerBy }) => new Date(answerBy),
    width: 172,
    sortable: true,
  },
  changed,
];

export const dealOrderColumns: readonly GridColumn<BidRow>[] = [
  bidProduct,
  bidBrand,
  {
    id: 'order',
    header: 'Order',
    cell: ({ order, side }) =>
      order && (side === 'SELLER' ? <OrderLink order={order} /> : <PurchaseOrderLink order={order} />),
    value: ({ order }) => order?.orderNumber ?? '',
    width: 104,
  },
  textColumn('orderStatus', 'Status', ({ order }) => order && ORDER_STATUSES[order.status].label, {
    width: 112,
    card: 'lead',
  }),
  textColumn('side', 'Side', ({ side }) => (side === 'SELLER' ? 'We sold' : 'We bought'), { width: 104 }),
  withWhom,
  bidQuantity,
  price,
  {
    id: 'total',
    header: 'Order total',
    cell: ({ order }) => order && formatUsd(order.totalUsd),
    value: ({ order }) => Number(order?.totalUsd ?? 0),
    align: 'end',
    width: 128,
    card: 'end',
  },
  changed,
];
