import { productDetails } from '../../../../../domain/catalogue/contract';
import { MODE_SOURCES, modeChange } from '../../../../../domain/catalogue/stock-ledger';
import { INVENTORY_MODES, type InventoryMode } from '../../../../../domain/catalogue/vocabulary';
import { productItems } from '../../../../../domain/inventory/items/items-contract';
import { compare, subtract } from '../../../../../domain/money';
import { readTyped, typedAmount } from '../../../../../domain/typed';
import { FormDialog } from '../../../../kit/form/FormDrawer';
import { useCallForm, useRecordForm } from '../../../../kit/form/useRecordForm';
import { useCallQuery } from '../../../../providers/refine/use-call';
import { editOf, type ProductSection, unitsShown } from '../product.text';
import { products } from '../resource';

type Closable = { onClose: () => void };
type EnterStockProps = ProductSection & Closable & { quantity: string; reserved: string };
type Counted = { quantity: string; note: string };

/** Enters the stock on hand of a managed product, and shows what that leaves to sell. */
export function EnterStock({ product, quantity, reserved, refresh, onClose }: EnterStockProps) {
  const { id, name, unitOfMeasure } = product;
  const form = useCallForm<typeof productDetails.setStock, Counted>(productDetails.setStock, {
    params: { id },
    values: { quantity, note: '' },
    names: { 'inventoryItems.0.quantity': 'quantity', 'inventoryItems.0.note': 'note' },
    body: (values) => ({ inventoryItems: [{ ...values, quantity: typedAmount('quantity', values.quantity) }] }),
    refresh,
    success: `Stock of ${name} saved.`,
    failure: 'The stock wasn’t saved.',
    onSaved: onClose,
    unchanged: onClose,
  });
  const typed = readTyped('quantity', form.rhf.watch('quantity')).amount;
  const left = typed ? subtract(typed, reserved) : null;
  const shown = (amount: string) => unitsShown(amount, unitOfMeasure);
  const effect =
    left === null
      ? `In ${unitOfMeasure.toLowerCase()}s.`
      : compare(left, 0) < 0
        ? `Open orders have ${shown(reserved)} reserved, more than this.`
        : `${shown(reserved)} reserved for open orders, ${shown(left)} left to sell.`;
  return (
    <FormDialog
      form={form}
      title="Enter stock"
      save="Save stock"
      onClose={onClose}
      fields={[
        { name: 'quantity', label: 'On hand', control: 'quantity', required: true, hint: effect },
        { name: 'note', label: 'Note', maxLength: 200, hint: 'Why it changed, for the ledger.' },
      ]}
    />
  );
}

const modes = (Object.keys(INVENTORY_MODES) as InventoryMode[]).map((value) => ({
  value,
  label: INVENTORY_MODES[value].label,
}));

type ChangeSourceProps = ProductSection & Closable & { shown: string };

/** Chooses where a product's stock comes from, and says first what that does to the figure. */
export function ChangeSource({ product, shown, refresh, onClose }: ChangeSourceProps) {
  const { id, version, inventoryManagement: mode } = product;
  const form = useRecordForm<typeof products, { inventoryManagement: InventoryMode }>(products, {
    id,
    values: { inventoryManagement: mode },
    version,
    draft: false,
    body: (values, about) => ({ ...editOf(product, values), version: about.version }),
    refresh,
    success: 'Product saved.',
    failure: 'The product wasn’t saved.',
    onSaved: onClose,
    unchanged: onClose,
  });
  const chosen = form.rhf.watch('inventoryManagement');
  const hasItems = product.verdantItemIds.length > 0;
  const mapping = useCallQuery(productItems.mapped, { query: { productId: id } }, { enabled: hasItems });
  const sum = mapping.data ? unitsShown(mapping.data.mapped, product.unitOfMeasure) : 'another figure';
  const change = modeChange(mode, chosen, shown, hasItems ? sum : null);
  return (
    <FormDialog
      form={form}
      title="Where the stock comes from"
      save="Save"
      asksFirst={false}
      onClose={onClose}
      fields={[
        {
          name: 'inventoryManagement',
          label: 'Stock from',
          control: 'select',
          options: modes,
          required: true,
          hint: MODE_SOURCES[chosen],
        },
      ]}
    >
      <p role="status">{change ?? `Now: ${shown} on hand.`}</p>
    </FormDialog>
  );
}
