import { useState } from 'react';
import type { ProductRow } from '../../../../../domain/catalogue/product-record';
import type { ProductStock as Stock } from '../../../../../domain/catalogue/stock-ledger';
import { MODE_SOURCES } from '../../../../../domain/catalogue/stock-ledger';
import { INVENTORY_MODES } from '../../../../../domain/catalogue/vocabulary';
import { compare } from '../../../../../domain/money';
import { Panel } from '../../../../kit/record/RecordPage';
import { Button } from '../../../../ui/Button';
import { Facts } from '../../../../ui/Facts';
import { lazyDialog } from '../../../../ui/lazy';
import { type ProductSection, unitsShown } from '../product.text';
import css from '../product-page.module.css';
import { ExchangeStock } from './ExchangeStock';

const EnterStock = lazyDialog(async () => (await import('./StockForms')).EnterStock);
const ChangeSource = lazyDialog(async () => (await import('./StockForms')).ChangeSource);

type Stocked = Pick<
  ProductRow,
  'inventoryManagement' | 'quantity' | 'reserved' | 'totalEffectiveInventory' | 'unitOfMeasure'
>;

/** A product's stock on hand, reserved and available, as text by label. */
export function stockFigures(product: Stocked) {
  const { inventoryManagement, quantity, reserved, totalEffectiveInventory: available } = product;
  const shown = (amount: string) => unitsShown(amount, product.unitOfMeasure);
  const isUnlimited = inventoryManagement === 'UNLIMITED';
  return {
    'On hand': isUnlimited ? 'Unlimited' : shown(quantity),
    Reserved: shown(reserved),
    Available: isUnlimited ? (
      'Unlimited'
    ) : (
      <span className={compare(available, 0) <= 0 ? css.out : undefined}>{shown(available)}</span>
    ),
  };
}

/** A product's stock on hand, reserved and available, where the figure comes from, and what changes it. */
export function ProductStock({ stock, ...section }: ProductSection & { stock: Stock | undefined }) {
  const { product, whyNot } = section;
  const [open, setOpen] = useState<'count' | 'source' | null>(null);
  // The ledger's reply is as new as the last order; the product's own figures are those it was opened with.
  const { mode, quantity, reserved, available } = stock ?? {
    mode: product.inventoryManagement,
    quantity: product.quantity,
    reserved: product.reserved,
    available: product.totalEffectiveInventory,
  };
  const shown = unitsShown(quantity, product.unitOfMeasure);
  const figures = stockFigures({
    ...product,
    inventoryManagement: mode,
    quantity,
    reserved,
    totalEffectiveInventory: available,
  });
  const close = () => setOpen(null);
  return (
    <Panel
      title="Stock"
      actions={
        mode === 'MANUAL' && (
          <Button
            disabled={whyNot !== null}
            onClick={() => setOpen('count')}
            onPointerEnter={EnterStock.prefetch}
            onFocus={EnterStock.prefetch}
          >
            Enter stock
          </Button>
        )
      }
    >
      <Facts layout="columns" facts={figures} />
      <p className="v-hint">
        {INVENTORY_MODES[mode].label}. {MODE_SOURCES[mode]}
      </p>
      <div>
        <Button
          disabled={whyNot !== null}
          onClick={() => setOpen('source')}
          onPointerEnter={ChangeSource.prefetch}
          onFocus={ChangeSource.prefetch}
        >
          Change source
        </Button>
      </div>
      <ExchangeStock product={product} mode={mode} whyNot={whyNot} refresh={section.refresh} />
      {open === 'count' && <EnterStock.Part {...section} quantity={quantity} reserved={reserved} onClose={close} />}
      {open === 'source' && <ChangeSource.Part {...section} shown={shown} onClose={close} />}
    </Panel>
  );
}
