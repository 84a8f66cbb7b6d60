import { Link } from 'react-router';
import type { CartWrapper } from '../../../../domain/carts/cart';
import { shortDay } from '../../../../domain/dates';
import { brands } from '../../../../domain/directory/contract';
import type { Brand } from '../../../../domain/directory/listing';
import { compare, formatUsd, subtract } from '../../../../domain/money';
import { WEEKDAYS } from '../../../../domain/reports/schedule';
import { counted } from '../../../../domain/text';
import { useCan } from '../../../access/useCan';
import { useCallQuery } from '../../../providers/refine/use-call';
import { momentHere } from '../../../ui/reader-dates';

type MenuBuyingProps = {
  brandId: number;
  seller: Brand['sellers'][number];
  buyerLicenseId: number;
  carts: readonly CartWrapper[];
};

/** The cart at a menu's seller so far, what it lacks of the least order, and when it would be delivered. */
export function MenuBuying({ brandId, seller, buyerLicenseId, carts }: MenuBuyingProps) {
  const mayRead = useCan().can(brands.terms.requires);
  const { data } = useCallQuery(
    brands.terms,
    { params: { id: brandId }, query: { buyerLicenseId } },
    { enabled: mayRead, topics: ['organization'] },
  );
  const terms = data?.find(({ companyId }) => companyId === seller.companyId);
  const cart = carts.find(
    (one) => one.cart.buyerLicenseId === buyerLicenseId && one.cart.sellerCompanyId === seller.companyId,
  )?.cart;
  const total = cart?.total ?? '0';
  const minimum = terms?.minimumUsd ?? null;
  const isShort = minimum !== null && compare(total, minimum) < 0;
  const days = terms?.deliveryDays.map((day) => WEEKDAYS[day]?.slice(0, 3)).join(', ');
  return (
    <>
      {cart && (
        <p>
          <Link to="/marketplace/cart">In your cart: {counted(cart.lineItems.length, 'line')}</Link>{' '}
          <strong>{formatUsd(total)}</strong>
          {isShort && ` · ${formatUsd(subtract(minimum, total))} to the ${formatUsd(minimum)} minimum`}
        </p>
      )}
      {minimum !== null && !(cart && isShort) && <p className="muted">Minimum order {formatUsd(minimum)}</p>}
      {days && (
        <p className="muted">
          Delivers {days}
          {terms?.delivery &&
            `, next ${shortDay(terms.delivery.day)} if you order by ${momentHere(terms.delivery.orderBy)}`}
        </p>
      )}
    </>
  );
}
