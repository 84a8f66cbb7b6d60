import { Button } from '../../../ui/Button';
import css from '../billing.module.css';
import { buyLabel, type Offer, type PlansProps } from './plan-offers';

type Props = Pick<PlansProps, 'isDisabled' | 'leavingFor' | 'onBuy'> & { offer: Offer };

/** Goes to the payment page of a plan; renders nothing for a plan not sold here. */
export function BuyButton({ offer, isDisabled, leavingFor, onBuy }: Props) {
  const { upgradeTo, isAdvised, note } = offer;
  if (!upgradeTo) return null;
  const isLeaving = leavingFor === upgradeTo;
  return (
    <div className={css.buyAction}>
      <Button
        tone={isAdvised ? 'primary' : 'plain'}
        disabled={isDisabled && !isLeaving}
        busy={isLeaving}
        onClick={() => onBuy(upgradeTo)}
      >
        {buyLabel(offer)}
      </Button>
      {note && <span className="muted">{note}</span>}
    </div>
  );
}
