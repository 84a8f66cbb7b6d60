import { useState } from 'react';
import { z } from 'zod';
import type { Product } from '../../../../../domain/catalogue/product-record';
import { describeQuantity } from '../../../../../domain/catalogue/units/quantity';
import { productItems } from '../../../../../domain/inventory/items/items-contract';
import type { TrackingItem } from '../../../../../domain/inventory/items/tracking-item';
import {
  type FoundItem,
  mappedWith,
  mappingRefusal,
  type ProductMapping,
} from '../../../../../domain/inventory/mapping';
import { formatNumber } from '../../../../../domain/money';
import { counted } from '../../../../../domain/text';
import { QueryState } from '../../../../kit/form/QueryState';
import { messageOf } from '../../../../providers/call/call-errors';
import { useCall, useCallQuery } from '../../../../providers/refine/use-call';
import { useSession } from '../../../../providers/session';
import { Button } from '../../../../ui/Button';
import { Dialog } from '../../../../ui/Dialog';
import { Field, FieldError, TextInput } from '../../../../ui/Field';
import { useDebounced } from '../../../../ui/hooks';
import { lazyDialog } from '../../../../ui/lazy';
import { ItemLine } from './ItemLine';
import css from './mapping.module.css';

const NewItem = lazyDialog(async () => (await import('./NewItem')).NewItem);

type AddItemsProps = { product: Product; mapping: ProductMapping; onClose: () => void };

/** Finds items to map, the ones used last first, and shows what they make of the stock before they are mapped. */
export function AddItems({ product, mapping, onClose }: AddItemsProps) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<readonly FoundItem[]>([]);
  const [isCreating, setCreating] = useState(false);
  const searchTerm = useDebounced(text.trim());
  const { found, recent } = useFound(product.id, searchTerm);
  const assign = useCall(productItems.assign, { showsErrors: true, success: `Items of ${product.name} saved.` });
  const toggle = (item: FoundItem, isChosen: boolean) =>
    setChosen((before) => [...before.filter(({ id }) => id !== item.id), ...(isChosen ? [item] : [])]);
  const addCreated = (items: readonly TrackingItem[]) => {
    for (const item of items) toggle({ ...item, packageCount: 0, quantity: '0', mappedTo: null }, true);
  };
  const save = async () => {
    const verdantItemIds = chosen.map(({ id }) => id);
    const result = await assign.run({ params: { id: product.id }, body: { verdantItemIds } });
    if (!result.ok) return;
    saveRecentItems(chosen);
    onClose();
  };
  const isNew = ({ id }: FoundItem) => !mapping.items.some((item) => item.id === id);
  const rows = (items: readonly FoundItem[]) => (
    <ItemChoices product={product} items={items.filter(isNew)} chosen={chosen} onToggle={toggle} />
  );
  const elsewhere = chosen.filter(({ id }) => !found.data?.results.some((item) => item.id === id));
  return (
    <Dialog
      title="Map items"
      width={560}
      onClose={onClose}
      closable={!assign.isPending}
      actions={
        <>
          <div className={css.effect} role="status">
            {chosen.length > 0 && effectOf(mapping, chosen)}
            {assign.error !== null && <FieldError>{messageOf(assign.error, 'The items weren’t mapped.')}</FieldError>}
          </div>
          <Button disabled={assign.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" busy={assign.isPending} disabled={chosen.length === 0} onClick={() => void save()}>
            {chosen.length > 1 ? `Map ${counted(chosen.length, 'item')}` : 'Map item'}
          </Button>
        </>
      }
    >
      <div className={css.search}>
        <Field label="Item name">
          <TextInput type="search" value={text} autoComplete="off" onChange={({ target }) => setText(target.value)} />
        </Field>
        <Button icon="plus" onClick={() => setCreating(true)} onFocus={NewItem.prefetch}>
          New item
        </Button>
      </div>
      {searchTerm === '' && recent.length > 0 && (
        <section aria-label="Used recently">
          <h3 className={css.part}>Used recently</h3>
          {rows(recent)}
        </section>
      )}
      {elsewhere.length > 0 && (
        <section aria-label="Chosen">
          <h3 className={css.part}>Chosen</h3>
          {rows(elsewhere)}
        </section>
      )}
      <section aria-label="Items found">
        {(recent.length > 0 || elsewhere.length > 0) && <h3 className={css.part}>All items</h3>}
        <QueryState
          query={found}
          failure="The items didn’t load."
          empty={<p className="v-hint">No items with this name in the licenses of this state. Add a new one.</p>}
        >
          {({ results, resultCount }) => (
            <>
              {rows(results)}
              {resultCount > results.length && (
                <p className="v-hint">
                  The first {results.length} of {formatNumber(resultCount)}. Type a name to find others.
                </p>
              )}
            </>
          )}
        </QueryState>
      </section>
      {isCreating && (
        <NewItem.Part product={product} name={searchTerm} onAdded={addCreated} onClose={() => setCreating(false)} />
      )}
    </Dialog>
  );
}

const convertedFor = ({ unitOfMeasure }: Product, item: FoundItem) => ({
  quantity: mappedWith({ unitOfMeasure, items: [] }, [item]),
  unit: unitOfMeasure,
});

function effectOf(mapping: ProductMapping, chosen: readonly FoundItem[]): string {
  const shown = (quantity: string) => describeQuantity(quantity, mapping.unitOfMeasure);
  const sum = shown(mappedWith(mapping, chosen));
  if (mapping.mode !== 'METRC') return `The packages hold ${sum} together. The stock on hand stays as it is.`;
  if (sum === shown(mapping.quantity)) return `The stock on hand stays at ${sum}.`;
  return `The stock on hand changes from ${shown(mapping.quantity)} to ${sum}.`;
}

/** Items by name, and those used last that can still be mapped. */
function useFound(productId: number, searchTerm: string) {
  const licenses = useSession().organization?.licenses ?? [];
  const [itemIds] = useState(() => recentItemIds(licenses.map(({ id }) => id)));
  const options = { topics: ['products'], keepsPrevious: true } as const;
  const found = useCallQuery(productItems.search, { query: { productId, searchTerm } }, options);
  const enabled = itemIds.length > 0;
  const used = useCallQuery(
    productItems.search,
    { query: { productId, itemIds, itemsPerPage: 100 } },
    { ...options, enabled },
  );
  const recent = itemIds.flatMap((id) => used.data?.results.find((item) => item.id === id) ?? []);
  return { found, recent };
}

type ItemChoicesProps = {
  product: Product;
  items: readonly FoundItem[];
  chosen: readonly FoundItem[];
  onToggle: (item: FoundItem, isChosen: boolean) => void;
};

/** Items to tick; those that can't be mapped say why. */
function ItemChoices({ product, items, chosen, onToggle }: ItemChoicesProps) {
  return (
    <ul className={css.items}>
      {items.map((item) => {
        const refusal = mappingRefusal(product, item);
        return (
          <li key={item.id}>
            <label className={css.choice}>
              <input
                type="checkbox"
                disabled={refusal !== null}
                checked={chosen.some(({ id }) => id === item.id)}
                onChange={({ target }) => onToggle(item, target.checked)}
              />
              <span className={css.item}>
                <ItemLine item={item} {...(refusal === null ? { converted: convertedFor(product, item) } : {})} />
                {refusal && <span className={css.refusal}>{refusal}</span>}
              </span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}

const MOST_RECENT = 10;
const Kept = z.array(z.number().int().positive());

const keyOf = (licenseId: number) => `verdant.recent-items.${licenseId}`;

function readIds(licenseId: number): number[] {
  try {
    return Kept.parse(JSON.parse(localStorage.getItem(keyOf(licenseId)) ?? '[]')).slice(0, MOST_RECENT);
  } catch {
    return [];
  }
}

/** The tracking system items used last in this browser, ten of each license, newest first. */
const recentItemIds = (licenseIds: readonly number[]): number[] => licenseIds.flatMap(readIds);

/** Remembers items just used. */
function saveRecentItems(items: readonly Pick<TrackingItem, 'id' | 'licenseId'>[]): void {
  for (const { id, licenseId } of items) {
    const others = readIds(licenseId).filter((one) => one !== id);
    localStorage.setItem(keyOf(licenseId), JSON.stringify([id, ...others].slice(0, MOST_RECENT)));
  }
}
