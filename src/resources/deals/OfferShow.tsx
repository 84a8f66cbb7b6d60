import { useState } from 'react';
import { useParams } from 'react-router';
import { bids as bidCalls, offers as calls } from '../../../domain/deals/contract';
import { AUDIENCES, type Offer, type OfferRow } from '../../../domain/deals/deal';
import { compare, formatUsd } from '../../../domain/money';
import { useCan } from '../../access/useCan';
import { QueryState } from '../../kit/form/QueryState';
import { Panel, PanelSkeleton, RecordColumns, type RecordHead, RecordSkeleton } from '../../kit/record/RecordPage';
import { CallError } from '../../providers/call/call-errors';
import { useKnownRow } from '../../providers/refine/known-row';
import { askForOne } from '../../providers/refine/look-ahead';
import { useResourceOne } from '../../providers/refine/use-resource';
import { Days } from '../../shell/Days';
import { ErrorScreen } from '../../shell/errors/ErrorScreen';
import { MessagePartner } from '../../shell/MessagePartner';
import { ShareLink } from '../../shell/ShareLink';
import { Button } from '../../ui/Button';
import { CopyableId } from '../../ui/CopyableId';
import { Facts } from '../../ui/Facts';
import { lazyDialog } from '../../ui/lazy';
import { PageFrame } from '../../ui/PageFrame';
import { Picture } from '../../ui/Picture';
import { momentHere } from '../../ui/reader-dates';
import { EmptyState } from '../../ui/states';
import { BidThread } from './bids/BidThread';
import { OfferStatusPill } from './deals.columns';
import styles from './deals.module.css';
import { againstWholesale, pricedBy, quantityText } from './deals.text';
import { offers, openOffers } from './resource';

const OfferDrawer = lazyDialog(async () => (await import('./OfferDrawer')).OfferDrawer);
const BidDialog = lazyDialog(async () => (await import('./bids/BidDialogs')).BidDialog);
const CloseOffer = lazyDialog(async () => (await import('./CloseOffer')).CloseOffer);

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function ahead({ slug = '' }: Readonly<Record<string, string | undefined>>): void {
  if (UUID.test(slug)) askForOne(offers, slug);
}

/** An offer, for its seller and for buyers. */
export default function OfferShow() {
  const { slug = '' } = useParams();
  const isUuid = UUID.test(slug);
  const { result: data, query } = useResourceOne(offers, isUuid ? slug : undefined);
  const isGone = query.error instanceof CallError && query.error.status === 404;
  if (!isUuid || isGone) {
    return <ErrorScreen status={404} message="This offer doesn’t exist, has ended, or isn’t shown to you." />;
  }
  return (
    <QueryState query={{ data, error: query.error, refetch: query.refetch }} skeleton={<OfferSkeleton uuid={slug} />}>
      {(offer) => (
        <Days of={offer.seller.companyId}>
          <OfferPage offer={offer} refresh={query.refetch} />
        </Days>
      )}
    </QueryState>
  );
}

const headOf = ({ uuid, product, status, isOurs }: OfferRow): RecordHead => ({
  title: product.name,
  breadcrumbs: [isOurs ? { label: 'Our Offers', to: '/deals/ours' } : { label: 'Offers', to: '/deals' }],
  aside: (
    <>
      <ShareLink path={`/deals/${uuid}`} />
      <OfferStatusPill status={status} />
    </>
  ),
});

const takeText = ({ askingPrice }: OfferRow) => `Take at ${formatUsd(askingPrice)}`;

/** An offer's page while it loads, with what its row in a list says. */
function OfferSkeleton({ uuid }: { uuid: string }) {
  const offer = useKnownRow([offers, openOffers], (row) => row.uuid === uuid);
  const label = 'Loading the offer';
  if (!offer) return <RecordSkeleton label={label} />;
  const acts = offer.isOurs ? ['Edit offer', 'Close offer'] : ['Bid another price', takeText(offer)];
  return (
    <Days of={offer.seller.companyId}>
      <RecordSkeleton
        label={label}
        head={headOf(offer)}
        acts={offer.status === 'OPEN' ? acts.map((label) => ({ label })) : []}
        side={<OfferFacts offer={offer} />}
      >
        <OfferHead offer={offer} />
        <PanelSkeleton title="Bids" height="120px" />
      </RecordSkeleton>
    </Days>
  );
}

type Act = 'edit' | 'close' | 'take' | 'bid';

function OfferPage({ offer, refresh }: { offer: Offer; refresh: () => unknown }) {
  const [act, setAction] = useState<Act | null>(null);
  const close = () => setAction(null);
  const { isOurs, bids, seller } = offer;
  return (
    <PageFrame
      {...headOf(offer)}
      actions={
        offer.status === 'OPEN' &&
        (isOurs ? <SellerActions onAction={setAction} /> : <BuyerActions offer={offer} onAction={setAction} />)
      }
    >
      <RecordColumns side={<OfferFacts offer={offer} />}>
        <OfferHead offer={offer} />
        {bids.map((bid) => (
          <BidThread key={bid.id} offer={offer} bid={bid} refresh={refresh} />
        ))}
        {bids.length === 0 && (
          <Panel title="Bids">
            <EmptyState
              title={isOurs ? 'No bids yet' : 'You haven’t bid on this'}
              hint={
                isOurs
                  ? 'We email you when a buyer bids. Taking the asking price places an order right away.'
                  : `Take the asking price, or place a bid for ${seller.name} to answer.`
              }
            />
          </Panel>
        )}
      </RecordColumns>
      {act === 'edit' && <OfferDrawer.Part offer={offer} onClose={close} />}
      {act === 'close' && <CloseOffer.Part offer={offer} onClose={close} />}
      {(act === 'take' || act === 'bid') && (
        <BidDialog.Part offer={offer} takes={act === 'take'} refresh={refresh} onClose={close} />
      )}
    </PageFrame>
  );
}

type ActionsProps = { onAction: (act: Act) => void };

function SellerActions({ onAction }: ActionsProps) {
  const whyNot = useCan().whyNot(calls.update.requires);
  return (
    <>
      <Button
        onPointerEnter={OfferDrawer.prefetch}
        onFocus={OfferDrawer.prefetch}
        disabled={whyNot !== null}
        title={whyNot ?? undefined}
        onClick={() => onAction('edit')}
      >
        Edit offer
      </Button>
      <Button
        onPointerEnter={CloseOffer.prefetch}
        onFocus={CloseOffer.prefetch}
        disabled={whyNot !== null}
        title={whyNot ?? undefined}
        onClick={() => onAction('close')}
      >
        Close offer
      </Button>
    </>
  );
}

function BuyerActions({ offer, onAction }: ActionsProps & { offer: Offer }) {
  const whyNot = useCan().whyNot(bidCalls.place.requires);
  const isGone = compare(offer.left, 0) <= 0;
  const held = offer.bids.find(({ isHeld, status }) => isHeld && status === 'OPEN');
  const gone = held
    ? `${quantityText(held.quantity, offer)} held for you until ${momentHere(held.answerBy)}. Answer the bid below.`
    : 'This offer is sold out.';
  const why = whyNot ?? (isGone ? gone : null);
  return (
    <>
      {why && <span className="v-hint">{why}</span>}
      <Button
        onPointerEnter={BidDialog.prefetch}
        onFocus={BidDialog.prefetch}
        disabled={why !== null}
        onClick={() => onAction('bid')}
      >
        Bid another price
      </Button>
      <Button
        tone="primary"
        onPointerEnter={BidDialog.prefetch}
        onFocus={BidDialog.prefetch}
        disabled={why !== null}
        onClick={() => onAction('take')}
      >
        {takeText(offer)}
      </Button>
    </>
  );
}

/** In full, or as far as its row says. */
type KnownOffer = OfferRow & Partial<Offer>;

/** What is offered, at what price, and how much of it is left. */
function OfferHead({ offer }: { offer: KnownOffer }) {
  const { product, seller, askingPrice, wholesalePrice, note } = offer;
  const left = Math.min(Number(offer.left) / Number(offer.quantity), 1);
  return (
    <section className={styles.head} aria-label="Offer">
      <Picture src={product.imageUri} name={product.name} size={176} />
      <div className={styles.headWords}>
        <p className="muted">
          {product.brandName} from {seller.name}
        </p>
        <p className={styles.price}>
          <strong>{formatUsd(askingPrice)}</strong> per {pricedBy(offer)}
        </p>
        {compare(askingPrice, wholesalePrice) !== 0 && (
          <p className="muted">
            Wholesale {formatUsd(wholesalePrice)}, {againstWholesale(offer)}
          </p>
        )}
        <div className={styles.left}>
          <p>
            {quantityText(offer.left, offer)} left of {quantityText(offer.quantity, offer)}
          </p>
          <div className={styles.bar} aria-hidden="true">
            <div style={{ inlineSize: `${left * 100}%` }} />
          </div>
        </div>
        {note && <p className={styles.note}>{note}</p>}
      </div>
    </section>
  );
}

function OfferFacts({ offer }: { offer: KnownOffer }) {
  const { lots = [], customers = [], isOurs } = offer;
  return (
    <Panel
      title="Details"
      actions={!isOurs && <MessagePartner about={{ of: 'OFFER', offerUuid: offer.uuid }} label="Message the seller" />}
    >
      <Facts
        facts={{
          'Minimum order': quantityText(offer.smallestQuantity, offer),
          [offer.status === 'OPEN' ? 'Ends' : 'Ended']: momentHere(offer.endsAt),
          Offered: momentHere(offer.created),
          'Shown to': isOurs && AUDIENCES[offer.audience],
          Customers: customers.map(({ name }) => name).join(', '),
          Lots: lots.length > 0 && (
            <ul className={styles.lots}>
              {lots.map(({ packageId, label }) => (
                <li key={packageId}>
                  <CopyableId value={label} />
                </li>
              ))}
            </ul>
          ),
        }}
      />
    </Panel>
  );
}
