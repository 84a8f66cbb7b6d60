import type { ReactNode } from 'react';
import type { Card, ProductCard } from '../../../domain/cards/card';
import { describeQuantity } from '../../../domain/catalogue/units/quantity';
import { describeUnits } from '../../../domain/catalogue/units/units-text';
import { PRODUCT_STATUSES } from '../../../domain/catalogue/vocabulary';
import { shortDay } from '../../../domain/dates';
import { OFFER_STATUSES } from '../../../domain/deals/deal';
import { stateHere } from '../../../domain/intakes/intake';
import { formatAmount, formatUsd } from '../../../domain/money';
import { LabTestPill, PackageStatusPill } from '../../resources/inventory/packages/PackagePills';
import { OrderStatusPill } from '../../resources/orders/OrderPills';
import { Pill } from '../../ui/Pill';
import { dateHere, momentHere } from '../../ui/reader-dates';

/** What people ask first about a record. */
export function cardFacts(card: Card): string[] {
  switch (card.kind) {
    case 'order':
      return [
        card.other,
        formatUsd(card.totalUsd),
        card.shipDate ? `ships ${shortDay(card.shipDate)}` : 'no ship date yet',
      ];
    case 'deal':
      return [
        `${formatUsd(card.askingPrice)} asked`,
        `${describeQuantity(card.left, card.unitOfMeasure)} left`,
        card.status === 'OPEN' ? `ends ${momentHere(card.endsAt)}` : card.brandName,
        card.isOurs ? 'ours' : card.sellerName,
      ];
    case 'package':
      return [card.itemName, `${formatAmount(card.quantity)} ${card.unitOfMeasureAbbreviation}`];
    case 'intake':
      return [
        `From ${card.senderName}`,
        card.received
          ? `arrived ${dateHere(card.received)}`
          : card.departed
            ? `departed ${dateHere(card.departed)}`
            : 'not on its way yet',
        `${card.confirmedCount} of ${card.expectedCount} confirmed`,
      ];
    case 'product':
      return [`${formatUsd(card.price)} ${describeUnits(card, card.price)}`, stockText(card)];
  }
}

function stockText({ inventoryManagement, available, inStock, unitOfMeasure }: ProductCard): string {
  if (inventoryManagement === 'UNLIMITED') return 'always in stock';
  if (!inStock) return 'out of stock';
  return available === null ? 'in stock' : `${describeQuantity(available, unitOfMeasure)} in stock`;
}

/** How far a record is. */
export function cardState(card: Card): ReactNode {
  switch (card.kind) {
    case 'order':
      return <OrderStatusPill status={card.status} />;
    case 'deal':
      return <Pill tone={card.status === 'OPEN' ? 'positive' : 'neutral'}>{OFFER_STATUSES[card.status]}</Pill>;
    case 'package':
      return (
        <>
          <PackageStatusPill status={card.status} />
          <LabTestPill state={card.currentLabTestState} />
        </>
      );
    case 'intake': {
      const { tone, label } = stateHere(card);
      return <Pill tone={tone}>{label}</Pill>;
    }
    case 'product':
      return card.listingState === 'AVAILABLE' ? null : <Pill>{PRODUCT_STATUSES[card.listingState].label}</Pill>;
  }
}

/** The picture of what a card is about, where its kind has one. */
export function cardPicture(card: Card): { uri: string | null; name: string } | null {
  if (card.kind === 'product') return { uri: card.imageUri, name: card.name };
  return card.kind === 'deal' ? { uri: card.imageUri, name: card.productName } : null;
}
