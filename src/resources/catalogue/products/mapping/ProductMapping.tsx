import { useRef, useState } from 'react';
import { describeQuantity } from '../../../../../domain/catalogue/units/quantity';
import { productItems } from '../../../../../domain/inventory/items/items-contract';
import {
  MAPPING_EFFECTS,
  type MappedItem,
  type ProductMapping as Mapping,
  mappedWithout,
  shortBy,
} from '../../../../../domain/inventory/mapping';
import { WhyNot } from '../../../../access/WhyNot';
import { QueryState } from '../../../../kit/form/QueryState';
import { Confirm } from '../../../../kit/form/questions/Confirm';
import { Panel } from '../../../../kit/record/RecordPage';
import { useCall, useCallQuery } from '../../../../providers/refine/use-call';
import { showSnack } from '../../../../providers/snackbar';
import { Button, IconButton } from '../../../../ui/Button';
import { lazyDialog } from '../../../../ui/lazy';
import type { ProductSection } from '../product.text';
import { ItemLine } from './ItemLine';
import css from './mapping.module.css';

const AddItems = lazyDialog(async () => (await import('./AddItems')).AddItems);
const FAILURE = 'The mapping wasn’t saved.';

/** The tracking system items a product's stock comes from, and what mapping does to its figure. */
export function ProductMapping({ product, whyNot }: Omit<ProductSection, 'refresh'>) {
  const { id, name, inventoryManagement: mode } = product;
  const input = { query: { productId: id } };
  const query = useCallQuery(productItems.mapped, input, { topics: ['products', 'orders'] });
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<MappedItem | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const assign = useCall(productItems.assign, { failure: FAILURE });
  const unassign = useCall(productItems.unassign, { showsErrors: true });

  const remove = async (item: MappedItem) => {
    const result = await unassign.run({ params: { id }, body: { productItemIds: [item.productItemId] } });
    if (result.ok) {
      showSnack({
        status: 'success',
        message: `${item.name} removed from ${name}.`,
        action: {
          label: 'Undo',
          run: () => void assign.run({ params: { id }, body: { verdantItemIds: [item.id] } }),
        },
      });
    }
    return result;
  };

  return (
    <Panel
      title="Tracking system items"
      actions={
        <>
          <Button
            icon="plus"
            disabled={whyNot !== null || query.data === undefined}
            onClick={() => setAdding(true)}
            onPointerEnter={AddItems.prefetch}
            onFocus={AddItems.prefetch}
          >
            Map items
          </Button>
          {whyNot && <WhyNot reason={whyNot} />}
        </>
      }
    >
      <p className="v-hint">{MAPPING_EFFECTS[mode]}</p>
      <QueryState query={query} failure="The mapped items didn’t load.">
        {(mapping) => (
          <>
            {mapping.items.length === 0 && (
              <p>No items mapped yet.{mode === 'METRC' && ' The stock stays as it is until you map one.'}</p>
            )}
            <ul ref={list} className={css.items} aria-label="Mapped items" tabIndex={-1}>
              {mapping.items.map((item) => (
                <li key={item.productItemId}>
                  <ItemLine item={item} converted={{ quantity: item.converted, unit: mapping.unitOfMeasure }} />
                  {whyNot === null && (
                    <IconButton icon="trash" label={`Remove ${item.name}`} onClick={() => setRemoved(item)} />
                  )}
                </li>
              ))}
            </ul>
            {mapping.items.length > 0 && <Total mapping={mapping} />}
            {isAdding && <AddItems.Part product={product} mapping={mapping} onClose={() => setAdding(false)} />}
            {removed && (
              <Confirm
                title={`Remove ${removed.name}?`}
                act="Remove item"
                run={() => remove(removed)}
                onDone={() => list.current?.focus()}
                onClose={() => setRemoved(null)}
              >
                <p>{removalEffect(mapping, removed)}</p>
              </Confirm>
            )}
          </>
        )}
      </QueryState>
    </Panel>
  );
}

function removalEffect(mapping: Mapping, item: MappedItem): string {
  if (mapping.mode !== 'METRC') return 'Its packages won’t count for this product. The stock on hand stays as it is.';
  const after = describeQuantity(mappedWithout(mapping, item), mapping.unitOfMeasure);
  return `The stock on hand changes from ${describeQuantity(mapping.quantity, mapping.unitOfMeasure)} to ${after}.`;
}

function Total({ mapping }: { mapping: Mapping }) {
  const { mode, mapped, reserved, unitOfMeasure } = mapping;
  const short = mode === 'METRC' ? shortBy({ quantity: mapped, reserved }) : null;
  return (
    <>
      <p className={css.total}>
        <span>Together</span> <b>{describeQuantity(mapped, unitOfMeasure)}</b>
      </p>
      {short !== null && (
        <p className={css.short} role="status">
          Open orders have {describeQuantity(reserved, unitOfMeasure)} reserved,{' '}
          {describeQuantity(short, unitOfMeasure)} more than these packages hold. Map more items or change the orders.
        </p>
      )}
    </>
  );
}
