import { useWatch } from 'react-hook-form';
import { write } from '../../../../domain/access/ability';
import { licenseDisplayName } from '../../../../domain/access/vocabulary';
import { bids as calls } from '../../../../domain/deals/contract';
import { againstAsking, type Bid, type Offer } from '../../../../domain/deals/deal';
import { compare, formatUsd, isEqual } from '../../../../domain/money';
import { readTyped, typedAmount } from '../../../../domain/typed';
import { useCan } from '../../../access/useCan';
import { FormDialog } from '../../../kit/form/FormDrawer';
import type { FieldSpec } from '../../../kit/form/fields';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useCallForm } from '../../../kit/form/useRecordForm';
import { useCall } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { momentHere } from '../../../ui/reader-dates';
import { pricedBy, quantityText, termsText, totalOf } from '../deals.text';

type DialogProps = { offer: Offer; refresh: () => unknown; onClose: () => void };
type BidProps = DialogProps & { bid: Bid };
type Terms = { counterOfferPrice: string; quantity: string; note: string };

const NOTE: FieldSpec<{ note: string }> = {
  name: 'note',
  label: 'Note',
  control: 'textarea',
  rows: 2,
  maxLength: 1000,
};

/** What the terms being entered come to. */
function Total({ offer, price: fixed }: { offer: Offer; price?: string }) {
  const { counterOfferPrice = '', quantity = '' } = useWatch() as Partial<Terms>;
  const [price, wanted] = [
    fixed ?? readTyped('money', counterOfferPrice).amount,
    readTyped('quantity', quantity).amount,
  ];
  if (!price || !wanted || compare(price, 0) <= 0 || compare(wanted, 0) <= 0) return null;
  const compared = fixed === undefined ? ` · ${againstAsking(price, offer.askingPrice)}` : '';
  return (
    <p aria-live="polite">
      <strong>{formatUsd(totalOf(offer, wanted, price))}</strong>
      <span className="v-hint">{compared}</span>
    </p>
  );
}

/** The licenses one can buy for in the seller's state. */
function useLicenseField(): FieldSpec<{ licenseId: number | null }> {
  const { buyerCompany } = useSession();
  return {
    name: 'licenseId',
    label: 'Buying for license',
    control: 'select',
    required: true,
    placeholder: 'Choose a license',
    options: (buyerCompany?.buyerLicenses ?? []).map(({ license }) => ({
      value: license.id,
      label: `${license.dba || license.name} · ${licenseDisplayName(license)}`,
    })),
  };
}

const priceField = (offer: Offer): FieldSpec<Terms> => ({
  name: 'counterOfferPrice',
  label: `Price per ${pricedBy(offer)}`,
  control: 'money',
  required: true,
  half: true,
  hint: `Asking ${formatUsd(offer.askingPrice)}.`,
});

const quantityField = (offer: Offer, most: string): FieldSpec<{ quantity: string }> => ({
  name: 'quantity',
  label: `Quantity (${offer.unitOfMeasure.toLowerCase()}s)`,
  control: 'quantity',
  required: true,
  half: true,
  hint: rangeHint(offer, most),
});

function rangeHint(offer: Offer, most: string): string {
  const text = quantityText(most, offer);
  return isEqual(offer.smallestQuantity, most)
    ? `${text}, all or nothing.`
    : `From ${quantityText(offer.smallestQuantity, offer)} to ${text}.`;
}

/** Takes the asking price, or bids another. */
export function BidDialog({ offer, takes, refresh, onClose }: DialogProps & { takes: boolean }) {
  const { buyerLicense } = useSession();
  const ordersAtOnce = useCan().can(write('ORDERS')) && takes;
  const license = useLicenseField();
  const form = useCallForm<typeof calls.place, Terms & { licenseId: number | null }>(calls.place, {
    params: { offerUuid: offer.uuid },
    values: {
      licenseId: buyerLicense?.license.id ?? null,
      counterOfferPrice: '',
      quantity: takes ? offer.left : '',
      note: '',
    },
    body: ({ licenseId, counterOfferPrice, quantity, note }) => ({
      match: takes,
      licenseId: licenseId ?? undefined,
      counterOfferPrice: takes ? null : typedAmount('money', counterOfferPrice),
      ...(takes ? { askingPrice: offer.askingPrice } : {}),
      quantity: typedAmount('quantity', quantity),
      note,
    }),
    refresh,
    success: ordersAtOnce ? 'Ordered. The seller confirms it like any other order.' : 'Your bid is with the seller.',
    failure: 'Couldn’t place the bid.',
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={takes ? `Take ${offer.product.name} at ${formatUsd(offer.askingPrice)}` : `Bid on ${offer.product.name}`}
      intro={<p className="v-hint">{introOf(takes, ordersAtOnce)}</p>}
      save={ordersAtOnce ? 'Place order' : 'Place bid'}
      asksFirst={!takes}
      onClose={onClose}
      width={480}
      fields={[
        license as FieldSpec<Terms & { licenseId: number | null }>,
        ...(takes ? [] : [priceField(offer) as FieldSpec<Terms & { licenseId: number | null }>]),
        quantityField(offer, offer.left) as FieldSpec<Terms & { licenseId: number | null }>,
        { ...NOTE, hint: ordersAtOnce ? 'The seller reads it with the order.' : 'The seller reads it.' } as FieldSpec<
          Terms & { licenseId: number | null }
        >,
      ]}
    >
      <Total offer={offer} {...(takes ? { price: offer.askingPrice } : {})} />
    </FormDialog>
  );
}

function introOf(takes: boolean, ordersAtOnce: boolean): string {
  if (ordersAtOnce) return 'This places a purchase order at the asking price.';
  return takes
    ? 'This bids the asking price. The seller accepts it before it’s ordered.'
    : 'The seller has two days to accept, decline or answer with another price.';
}

/** Answers the other side with other terms. */
export function CounterDialog({ offer, bid, refresh, onClose }: BidProps) {
  const form = useCallForm<typeof calls.counter, Terms>(calls.counter, {
    params: { offerUuid: offer.uuid, bidId: bid.id },
    values: { counterOfferPrice: bid.price, quantity: bid.quantity, note: '' },
    version: bid.version,
    body: ({ counterOfferPrice, quantity, note }, { version }) => ({
      version,
      counterOfferPrice: typedAmount('money', counterOfferPrice),
      quantity: typedAmount('quantity', quantity),
      note,
    }),
    refresh,
    success: bid.side === 'SELLER' ? 'Your counter-offer is with the buyer.' : 'Your counter-offer is with the seller.',
    failure: 'Couldn’t send the counter-offer.',
    onSaved: onClose,
  });
  const says =
    bid.side === 'SELLER'
      ? 'We set this quantity aside for the buyer for two days, or until they answer.'
      : 'The seller has two days to answer.';
  return (
    <FormDialog
      form={form}
      title="Counter-offer"
      intro={
        <p className="v-hint">
          Their bid: {termsText(offer, bid.quantity, bid.price)}. {says}
        </p>
      }
      save="Send counter-offer"
      onClose={onClose}
      width={480}
      fields={[priceField(offer), quantityField(offer, offer.left) as FieldSpec<Terms>, NOTE as FieldSpec<Terms>]}
    >
      <Total offer={offer} />
    </FormDialog>
  );
}

/** Accepts the other side's terms. */
export function AcceptDialog({ offer, bid, onClose }: BidProps) {
  const { run } = useCall(calls.accept, { showsErrors: true });
  const params = { offerUuid: offer.uuid, bidId: bid.id };
  return (
    <Confirm
      title={`Accept ${formatUsd(bid.price)} per ${pricedBy(offer)}?`}
      act="Accept and order"
      tone="primary"
      run={(_, idempotencyKey) => run({ params, body: { version: bid.version } }, { idempotencyKey })}
      success="Accepted. It’s ordered."
      onClose={onClose}
    >
      <p>
        {termsText(offer, bid.quantity, bid.price)} for {bid.buyer.name}, license {bid.buyer.licenseNumber}. This makes
        a purchase order.
      </p>
    </Confirm>
  );
}

/** Declines a bid, or withdraws one's own. */
export function EndDialog({ offer, bid, onClose }: BidProps) {
  const { run } = useCall(calls.end, { showsErrors: true });
  const params = { offerUuid: offer.uuid, bidId: bid.id };
  const isSeller = bid.side === 'SELLER';
  return (
    <Confirm<{ note: string }>
      title={isSeller ? `Decline the bid of ${bid.buyer.name}?` : 'Withdraw your bid?'}
      act={isSeller ? 'Decline bid' : 'Withdraw bid'}
      values={{ note: '' }}
      fields={[{ ...NOTE, label: 'Reason', hint: 'Optional. The other side reads it.' }]}
      run={({ note }) => run({ params, body: { version: bid.version, note } })}
      success={isSeller ? 'Bid declined.' : 'Bid withdrawn.'}
      onClose={onClose}
    >
      <p>
        {termsText(offer, bid.quantity, bid.price)}.{' '}
        {bid.isHeld
          ? `It’s held until ${momentHere(bid.answerBy)} and becomes free.`
          : 'They can bid again while the offer is open.'}
      </p>
    </Confirm>
  );
}
