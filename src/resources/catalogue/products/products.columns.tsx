import type { ProductPatch } from '../../../../domain/catalogue/product-change';
import type { ProductFacets, ProductRow } from '../../../../domain/catalogue/product-record';
import { unitOfQuantity } from '../../../../domain/catalogue/units/quantity';
import { INVENTORY_MODES, PRODUCT_STATUSES, STRAIN_TYPES } from '../../../../domain/catalogue/vocabulary';
import { compare, formatAmount, formatUsd, isEqual } from '../../../../domain/money';
import { perUnitPrice } from '../../../../domain/pricing/price';
import { requireTyped } from '../../../../domain/typed';
import { dayColumn, dollarsColumn, nameColumn, textColumn } from '../../../kit/list/columns';
import type { GridColumn } from '../../../ui/grid';
import { Picture } from '../../../ui/Picture';
import { ProductLink } from './ProductLink';
import styles from './products.module.css';
import { StatusPill } from './StatusPill';

const card = 'hidden';
const hidden = true;
const sortable = true;
const figures = { align: 'end', width: 116, card, hidden } as const;
const flags = { width: 116, card, hidden } as const;

type Editing = {
  /** Saves one product's change; a refusal rejects with its message. */
  save: (row: ProductRow, patch: ProductPatch) => Promise<void>;
  mayEdit: boolean;
  /** Why prices can't be changed here; null where they can. */
  pricesKept: string | null;
  lines: ProductFacets['productLines'] | undefined;
};

/** Product columns, by the ids of sorts and exports; prices, stock, status and line are edited in place. */
export function productColumns({ save, mayEdit, pricesKept, lines = [] }: Editing): readonly GridColumn<ProductRow>[] {
  const isOpen = ({ listingState }: ProductRow) => mayEdit && listingState !== 'ARCHIVED';
  const priced = (field: 'wholesalePrice' | 'salePrice') => ({
    text: (row: ProductRow) => row[field] ?? '',
    commit: (row: ProductRow, text: string) =>
      save(row, { [field]: field === 'salePrice' && text.trim() === '' ? null : requireTyped('money', text) }),
    when: isOpen,
    whyNot: () => pricesKept,
    inputMode: 'decimal' as const,
  });
  return [
    nameColumn('name', 'Name', {
      cell: (row) => (
        <span className={styles.name}>
          <Picture src={row.imageUri} name={row.name} size={24} />
          <ProductLink product={row} />
        </span>
      ),
      value: ({ name }) => name,
      width: 312,
    }),
    textColumn('sku', 'SKU', ({ sku }) => sku, { width: 176, sortable }),
    {
      id: 'listingState',
      header: 'Status',
      cell: ({ listingState }) => <StatusPill status={listingState} />,
      value: ({ listingState }) => PRODUCT_STATUSES[listingState].label,
      width: 124,
      sortable,
      card: 'lead',
      editable: {
        text: ({ listingState }) => listingState,
        commit: (row, text) => save(row, { listingState: text as ProductRow['listingState'] }),
        when: isOpen,
        options: Object.entries(PRODUCT_STATUSES).map(([value, { label }]) => ({ value, label })),
      },
    },
    dollarsColumn('wholesalePrice', 'Wholesale', (row) => row.wholesalePrice, {
      sortable,
      width: 112,
      editable: priced('wholesalePrice'),
    }),
    dollarsColumn('salePrice', 'Sale', ({ salePrice }) => salePrice, {
      sortable,
      width: 104,
      card,
      editable: priced('salePrice'),
    }),
    textColumn('soldBy', 'Sold by', soldBy, { width: 176, card }),
    {
      id: 'available',
      header: 'Available',
      cell: (row) => <Available row={row} />,
      value: ({ totalEffectiveInventory }) => Number(totalEffectiveInventory),
      align: 'end',
      width: 128,
      sortable,
      card: 'end',
    },
    {
      id: 'quantity',
      header: 'On hand',
      cell: (row) => (row.inventoryManagement === 'UNLIMITED' ? '' : formatAmount(row.quantity)),
      value: ({ quantity }) => Number(quantity),
      align: 'end',
      width: 104,
      card,
      editable: {
        text: ({ quantity }) => quantity,
        commit: (row, text) => save(row, { quantity: requireTyped('quantity', text) }),
        when: (row) => isOpen(row) && row.inventoryManagement === 'MANUAL' && !row.isParent,
        inputMode: 'decimal',
      },
    },
    {
      id: 'reserved',
      header: 'Reserved',
      cell: ({ reserved }) => formatAmount(reserved),
      value: ({ reserved }) => Number(reserved),
      align: 'end',
      width: 96,
      card,
    },
    textColumn('inventoryManagement', 'Stock from', (row) => INVENTORY_MODES[row.inventoryManagement].label, {
      width: 132,
      card,
    }),
    textColumn('brand', 'Brand', ({ brand }) => brand.name, { width: 148, sortable, card }),
    textColumn('productLine', 'Product line', ({ productLine }) => productLine?.name, {
      width: 156,
      sortable,
      card,
      editable: {
        text: ({ productLine }) => String(productLine?.id ?? ''),
        commit: (row, text) => save(row, { productLineId: text === '' ? null : Number(text) }),
        when: isOpen,
        options: (row) => [
          { value: '', label: 'None' },
          ...lines
            .filter(({ brandId }) => brandId === row.brand.id)
            .map(({ id, name }) => ({ value: String(id), label: name })),
        ],
      },
    }),
    textColumn('category', 'Category', ({ category }) => category, { width: 168, sortable, card }),
    textColumn('strain', 'Strain', ({ strain }) => strain?.name, { width: 140, card }),
    textColumn(
      'strainClassification',
      'Strain type',
      (row) => row.strain && STRAIN_TYPES[row.strain.strainClassification],
      {
        width: 120,
        card,
        hidden,
      },
    ),
    textColumn('parent', 'Parent', (row) => (row.isParent ? 'Parent' : row.parent?.name), { width: 160, card, hidden }),
    textColumn('unitOfMeasure', 'Unit', ({ unitOfMeasure }) => unitOfMeasure, { width: 96, card, hidden }),
    textColumn('unitMultiplier', 'Per case', ({ unitMultiplier }) => formatAmount(unitMultiplier), {
      align: 'end',
      width: 92,
      card,
      hidden,
    }),
    textColumn(
      'minimumOrder',
      'Minimum order',
      ({ minimumOrder }) => minimumOrder && formatAmount(minimumOrder),
      figures,
    ),
    textColumn(
      'maximumOrder',
      'Maximum order',
      ({ maximumOrder }) => maximumOrder && formatAmount(maximumOrder),
      figures,
    ),
    textColumn('allowFractionalQuantities', 'Fractions', (row) => yesOrNo(row.allowFractionalQuantities), flags),
    textColumn('showQuantity', 'Quantity shown to buyers', ({ showQuantity }) => yesOrNo(showQuantity), flags),
    dayColumn('lastEdit', 'Last edit', ({ lastEdit }) => lastEdit, { sortable, card }),
    dayColumn('modified', 'Modified', ({ modified }) => modified, { sortable, card, hidden }),
    dayColumn('created', 'Created', ({ created }) => created, { sortable, card, hidden }),
  ];
}

function Available({ row }: { row: ProductRow }) {
  const { inventoryManagement, totalEffectiveInventory: left, unitOfMeasure } = row;
  if (row.isParent) return null;
  if (inventoryManagement === 'UNLIMITED') return <span className="muted">Unlimited</span>;
  const unit = <span className="muted"> {unitOfQuantity(left, unitOfMeasure)}</span>;
  const isOut = compare(left, 0) <= 0;
  return (
    <span className={isOut ? styles.out : undefined}>
      {isOut && isEqual(left, 0) ? 'None left' : formatAmount(left)}
      {!isOut && unit}
    </span>
  );
}

/** "Case of 32, $11.00 each", "Pound". */
function soldBy(row: ProductRow): string {
  if (row.isParent) return 'Parent, not sold';
  if (!row.sellInBulk) return row.sellInUnitOfMeasure;
  const each = perUnitPrice(row.salePrice ?? row.wholesalePrice, row.unitMultiplier);
  return `Case of ${formatAmount(row.unitMultiplier)}, ${formatUsd(each)} each`;
}

const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No');
