import { type BuyerOrder, ORDER_SOURCE_LABELS } from '../../../../domain/orders/order';
import { useCan } from '../../../access/useCan';
import { CustomerLink } from '../../../kit/links/CustomerLink';
import { Panel } from '../../../kit/record/RecordPage';
import { MessagePartner } from '../../../shell/MessagePartner';
import { CopyableId } from '../../../ui/CopyableId';
import { Facts } from '../../../ui/Facts';
import { momentHere } from '../../../ui/reader-dates';

/** Buyer, seller, license and order date; who may see the customer can open it. */
export function OrderParties({ order, side }: { order: BuyerOrder; side: 'seller' | 'buyer' }) {
  const opensCustomer = useCan().holds('read', 'CUSTOMERS');
  const facts = side === 'seller' ? customerFacts(order, opensCustomer) : sellerFacts(order);
  return (
    <Panel
      title={side === 'seller' ? 'Customer' : 'Seller'}
      actions={
        <MessagePartner
          about={{ of: 'ORDER', orderId: order.id }}
          label={side === 'seller' ? 'Message the buyer' : 'Message the seller'}
        />
      }
    >
      <Facts facts={{ ...facts, ...sharedFacts(order) }} />
    </Panel>
  );
}

function customerFacts({ customer, sellerCompany, ...order }: BuyerOrder, opensCustomer: boolean) {
  return {
    Name: opensCustomer ? <CustomerLink customer={customer} /> : customer.name,
    Email: customer.email && <a href={`mailto:${customer.email}`}>{customer.email}</a>,
    Phone: customer.phone && <a href={`tel:${customer.phone}`}>{customer.phone}</a>,
    'Buyer license': licenseNumber(order),
    ...deliveryFacts(order),
    'Sold by': sellerCompany.name,
  };
}

function sellerFacts({ sellerCompany, ...order }: BuyerOrder) {
  return { Company: sellerCompany.name, 'Your license': licenseNumber(order), ...deliveryFacts(order) };
}

const licenseNumber = ({ buyerLicense }: Pick<BuyerOrder, 'buyerLicense'>) =>
  buyerLicense && <CopyableId value={buyerLicense.license.licenseNumber} />;

function deliveryFacts({ buyerLicense }: Pick<BuyerOrder, 'buyerLicense'>) {
  const address = buyerLicense?.license.address;
  return {
    'Deliver to':
      address && `${address.lineOne}\n${address.city}, ${address.state.ansiAbbrevation} ${address.postalCode}`,
  };
}

function sharedFacts(order: BuyerOrder) {
  return {
    Ordered: momentHere(order.created),
    Source: ORDER_SOURCE_LABELS[order.orderSource],
    'Payment option': order.paymentOption?.name,
    'Buyer’s notes': order.buyerNotes,
    'Delivery preferences': order.deliveryPreferences,
  };
}
