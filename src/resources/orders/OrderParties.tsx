import { type BuyerOrder, ORDER_SOURCE_LABELS } from '../../../domain/orders/order';
import { CopyableId } from '../../ui/CopyableId';
import { momentHere } from '../../ui/reader-dates';
import { Fact } from './Fact';
import styles from './orders.module.css';

/** Who buys from whom, under which license, and when it was ordered. */
export function OrderParties({ order, side }: { order: BuyerOrder; side: 'seller' | 'buyer' }) {
  const { customer, buyerLicense } = order;
  const address = buyerLicense?.license.address;
  return (
    <section className={styles.panel} aria-labelledby="order-parties">
      <h2 id="order-parties">{side === 'seller' ? 'Customer' : 'Seller'}</h2>
      <dl className={styles.facts}>
        {side === 'seller' ? (
          <>
            <Fact name="Name">{customer.name}</Fact>
            <Fact name="Email">{customer.email && <a href={`mailto:${customer.email}`}>{customer.email}</a>}</Fact>
            <Fact name="Phone">{customer.phone && <a href={`tel:${customer.phone}`}>{customer.phone}</a>}</Fact>
          </>
        ) : (
          <Fact name="Company">{order.sellerCompany.name}</Fact>
        )}
        <Fact name={side === 'seller' ? 'Buyer license' : 'Your license'}>
          {buyerLicense && <CopyableId value={buyerLicense.license.licenseNumber} />}
        </Fact>
        <Fact name="Deliver to">
          {address && (
            <>
              {address.lineOne}
              <br />
              {address.city}, {address.state.ansiAbbrevation} {address.postalCode}
            </>
          )}
        </Fact>
        {side === 'seller' && <Fact name="Sold by">{order.sellerCompany.name}</Fact>}
        <Fact name="Ordered">{momentHere(order.created)}</Fact>
        <Fact name="Source">{ORDER_SOURCE_LABELS[order.orderSource]}</Fact>
        <Fact name="Payment option">{order.paymentOption?.name}</Fact>
        <Fact name="Buyer’s notes">{order.buyerNotes}</Fact>
        <Fact name="Delivery preferences">{order.deliveryPreferences}</Fact>
      </dl>
    </section>
  );
}
