import { Link } from 'react-router';
import { type Card, cardName, cardPath, type OrderCard } from '../../../domain/cards/card';
import type { CardKind, CardRef } from '../../../domain/cards/refs';
import { messageOf } from '../../providers/call/call-errors';
import { OrderTransitions, OverrideQuestion } from '../../resources/orders/OrderTransitions';
import { useTransitionOrder } from '../../resources/orders/useTransitionOrder';
import { Icon, type IconName } from '../../ui/Icon';
import { Picture } from '../../ui/Picture';
import { cardFacts, cardPicture, cardState } from './card.text';
import css from './RecordCard.module.css';
import { useCard } from './useCard';

const ICONS: Record<CardKind, IconName> = {
  order: 'orders',
  deal: 'tag',
  package: 'box',
  intake: 'truck',
  product: 'store',
};

/** A record that a message links to, as its reader may see it now, with what they may do with it. */
export function RecordCard({ of }: { of: CardRef }) {
  const { data: card, error, isFetching, refetch } = useCard(of);
  if (card) return <Face card={card} refresh={async () => (await refetch()).data ?? undefined} />;
  if (card === null) return <p className={css.said}>Not available to you</p>;
  if (!error || isFetching) return <span className={css.waiting} aria-busy="true" />;
  return (
    <p className={css.said} role="alert">
      {messageOf(error, 'We couldn’t read this.')}{' '}
      <button type="button" className="v-link" onClick={() => void refetch()}>
        Try again
      </button>
    </p>
  );
}

type FaceProps = { card: Card; refresh: () => Promise<Card | undefined> };

function Face({ card, refresh }: FaceProps) {
  const picture = cardPicture(card);
  const state = cardState(card);
  const name = cardName(card);
  return (
    <article className={css.face} aria-label={name}>
      {picture ? (
        <Picture src={picture.uri} name={picture.name} size={40} />
      ) : (
        <span className={css.icon}>
          <Icon name={ICONS[card.kind]} />
        </span>
      )}
      <div className={css.text}>
        <p className={css.top}>
          <Link to={cardPath(card)}>{name}</Link>
          {state}
        </p>
        <p className={css.facts}>{cardFacts(card).join(' · ')}</p>
      </div>
      {card.kind === 'order' && card.version !== null && <OrderActs card={card} refresh={refresh} />}
    </article>
  );
}

/** What is decided about an order that waits: the rest of its changes are made on its page. */
const DECISIONS = ['ACCEPTED', 'REJECTED'];

function OrderActs({ card, refresh }: { card: OrderCard; refresh: FaceProps['refresh'] }) {
  const order = toOrder(card);
  const { moves, move, isMoving, refusal, dismiss, stopped, leave, override } = useTransitionOrder(
    order,
    'seller',
    async () => {
      const now = await refresh();
      return now?.kind === 'order' ? toOrder(now) : undefined;
    },
  );
  const offered = moves.filter(({ transition, whyNot }) => whyNot === null && DECISIONS.includes(transition.to));
  return (
    <div className={css.acts}>
      {refusal ? (
        <p className={css.refusal} role="alert">
          {refusal}{' '}
          <button type="button" className="v-link" onClick={dismiss}>
            OK
          </button>
        </p>
      ) : (
        card.status === 'SUBMITTED' && <OrderTransitions moves={offered} isMoving={isMoving} onMove={move} />
      )}
      {stopped && <OverrideQuestion stopped={stopped} run={override} onClose={leave} />}
    </div>
  );
}

const toOrder = ({ id, status, version, availableTransitions }: OrderCard) => ({
  id: Number(id),
  status,
  version: version ?? 0,
  availableTransitions,
});
