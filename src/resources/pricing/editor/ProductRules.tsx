import { useMemo, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { products as productCalls } from '../../../../domain/catalogue/contract';
import { compare, formatUsd } from '../../../../domain/money';
import type { PriceSchedule, ScheduledProduct } from '../../../../domain/pricing/contract';
import { LEAST_SEARCHED } from '../../../kit/form/choices';
import { dollarsColumn, nameColumn, textColumn } from '../../../kit/list/columns';
import { Panel } from '../../../kit/record/RecordPage';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { Button } from '../../../ui/Button';
import { Combobox, namedOption, ungrouped } from '../../../ui/Combobox';
import { FieldError } from '../../../ui/Field';
import { DataGrid, type GridColumn } from '../../../ui/grid';
import { useDebounced } from '../../../ui/hooks';
import { lazyDialog } from '../../../ui/lazy';
import { ProductLink } from '../../catalogue/products/ProductLink';
import styles from '../pricing.module.css';
import { belowText, gridHeight, parseTyped } from '../pricing.text';
import type { ScheduleValues } from './useScheduleForm';

const PasteDialog = lazyDialog(async () => (await import('./PasteDialog')).PasteDialog);

type Rule = ScheduleValues['productRules'][number];
type RulesProps = { schedule: Pick<PriceSchedule, 'companyId' | 'productRules'>; whyNot: string | null };

/** Prices by product: edited in place, added by search, or pasted from a spreadsheet. */
export function ProductRules({ schedule, whyNot }: RulesProps) {
  const { field, fieldState } = useController<ScheduleValues, 'productRules'>({ name: 'productRules' });
  const { getValues } = useFormContext<ScheduleValues>();
  const rules = field.value;
  const [pasted, setPasted] = useState<string | null>(null);
  // Stable, so that the grid keeps its columns while prices are typed.
  const change = field.onChange as (next: Rule[]) => void;
  const put = (added: readonly Rule[]) => {
    const known = new Map(getValues('productRules').map((rule) => [rule.productId, rule]));
    for (const rule of added) known.set(rule.productId, rule);
    change([...known.values()]);
  };
  const columns = useMemo(() => {
    const current = new Map(
      schedule.productRules.map(({ productId, price, product }) => [productId, { price, product }]),
    );
    const set = (productId: number, price: string) =>
      change(getValues('productRules').map((rule) => (rule.productId === productId ? { ...rule, price } : rule)));
    return ruleColumns({ current, set, mayEdit: whyNot === null });
  }, [schedule.productRules, getValues, change, whyNot]);
  return (
    <Panel
      title="Product prices"
      actions={
        whyNot === null && (
          <Button onClick={() => setPasted('')} onPointerEnter={PasteDialog.prefetch}>
            Paste from a spreadsheet
          </Button>
        )
      }
    >
      {whyNot === null && (
        <AddProduct
          companyId={schedule.companyId}
          onChoose={(product) => put([{ productId: product.id, price: product.wholesalePrice, product }])}
          onPaste={setPasted}
        />
      )}
      <DataGrid<Rule>
        id="price-schedule-products"
        label="Prices by product"
        columns={columns}
        rows={rules}
        rowId={({ productId }) => String(productId)}
        rowLabel={({ product }) => product.name}
        noun={['product', 'products']}
        height={gridHeight(rules.length)}
        empty={{ title: 'No product prices', hint: 'Products without one follow their product line, or wholesale.' }}
        {...(whyNot === null && {
          rowActions: ({ productId }: Rule) => [
            {
              label: 'Remove price',
              icon: 'trash' as const,
              onSelect: () => change(getValues('productRules').filter((rule) => rule.productId !== productId)),
            },
          ],
        })}
      />
      {fieldState.error && <FieldError>{fieldState.error.message}</FieldError>}
      {pasted !== null && (
        <PasteDialog.Part companyId={schedule.companyId} text={pasted} onAdd={put} onClose={() => setPasted(null)} />
      )}
    </Panel>
  );
}

type Columns = {
  /** The rules as saved, with their products as they are now. */
  current: ReadonlyMap<number, { price: string; product: ScheduledProduct }>;
  set: (productId: number, price: string) => void;
  mayEdit: boolean;
};

function ruleColumns({ current, set, mayEdit }: Columns): readonly GridColumn<Rule>[] {
  const productOf = (rule: Rule) => current.get(rule.productId)?.product ?? rule.product;
  const saleOf = (rule: Rule) => productOf(rule).salePrice;
  return [
    nameColumn('name', 'Product', {
      cell: (rule) => <ProductLink product={rule.product} />,
      value: ({ product }) => product.name,
      width: 252,
    }),
    textColumn('sku', 'SKU', ({ product }) => product.sku, { width: 176, hidden: true }),
    dollarsColumn('wholesale', 'Wholesale', (rule) => productOf(rule).wholesalePrice, { width: 104 }),
    dollarsColumn('price', 'Price', ({ price }) => price, {
      width: 104,
      card: 'end',
      editable: {
        text: ({ price }) => price,
        commit: ({ productId }, text) => set(productId, parseTyped(text)),
        when: () => mayEdit,
        inputMode: 'decimal',
      },
    }),
    textColumn('below', 'vs. wholesale', (rule) => belowText(productOf(rule).wholesalePrice, rule.price), {
      width: 120,
      align: 'end',
    }),
    textColumn('note', 'Note', (rule) => noteOf(rule, current.get(rule.productId)?.price, saleOf(rule)), {
      width: 150,
    }),
  ];
}

/** What the rule changes, or what is odd about it. */
function noteOf({ price, product }: Rule, saved: string | undefined, salePrice: string | null): string {
  if (product.isArchived) return 'Archived';
  if (saved === undefined) return 'New';
  if (compare(saved, price) !== 0) return `Was ${formatUsd(saved)}`;
  if (salePrice !== null && compare(salePrice, price) < 0) return `Above the sale price, ${formatUsd(salePrice)}`;
  return '';
}

type AddProps = { companyId: number; onChoose: (product: ScheduledProduct) => void; onPaste: (block: string) => void };

function AddProduct({ companyId, onChoose, onPaste }: AddProps) {
  const { scope } = useSession();
  const [text, setText] = useState('');
  const wanted = useDebounced(text.trim());
  const enabled = wanted.length >= LEAST_SEARCHED;
  const body = { orgId: scope?.orgId ?? 0, companyId, filters: { productNameSearch: wanted }, itemsPerPage: 25 };
  const found = useCallQuery(productCalls.search, { body }, { enabled, keepsPrevious: true });
  const options = enabled
    ? found.data?.results
        .filter(({ isParent }) => !isParent)
        .map((row) => ({
          id: row.id,
          name: row.name,
          hint: `${row.sku}, ${formatUsd(row.wholesalePrice)}`,
          product: {
            id: row.id,
            name: row.name,
            sku: row.sku,
            productLineId: row.productLine?.id ?? null,
            wholesalePrice: row.wholesalePrice,
            salePrice: row.salePrice,
            isArchived: row.listingState === 'ARCHIVED',
          },
        }))
    : [];
  return (
    <search
      className={styles.tools}
      onPaste={(event) => {
        const block = event.clipboardData.getData('text/plain');
        if (!/[\t\n]/.test(block.trim())) return;
        event.preventDefault();
        onPaste(block);
      }}
    >
      <Combobox
        dropsDown="once"
        label="Add a product"
        placeholder="Add a product by name or SKU"
        text={text}
        onText={setText}
        groups={ungrouped(options)}
        idOf={({ id }) => String(id)}
        nothing={options && (enabled ? `No products match “${wanted}”.` : 'Type at least 2 letters.')}
        onChoose={({ product }) => onChoose(product)}
      >
        {namedOption}
      </Combobox>
    </search>
  );
}
