import { useId, useRef, useState } from 'react';
import { describeQuantity, isOutOfStock, unitOfQuantity } from '../../../../domain/catalogue/units/quantity';
import { compare, formatUsd } from '../../../../domain/money';
import { orderEntry as calls } from '../../../../domain/orders/entry/contract';
import type { LineProduct } from '../../../../domain/orders/entry/draft';
import { stockText } from '../../../../domain/orders/entry/needs';
import { isBarcode, scannedSku } from '../../../../domain/scanned';
import { readTyped, TYPED } from '../../../../domain/typed';
import { LEAST_SEARCHED } from '../../../kit/form/choices';
import { call } from '../../../providers/call';
import { messageOf } from '../../../providers/call/call-errors';
import { useCallQuery } from '../../../providers/refine/use-call';
import { Button, IconButton } from '../../../ui/Button';
import { Combobox, ungrouped } from '../../../ui/Combobox';
import { FieldError, TextInput } from '../../../ui/Field';
import { useDebounced } from '../../../ui/hooks';
import css from './entry.module.css';

/** `unit` is what its quantity counts, once the product is known. */
type Chosen = { name: string; product: Promise<LineProduct | null>; unit: string };
type Scope = { orgId: number; companyId: number; customerId: number | null };
/** A product with what decides whether to sell it: unit, price and stock. */
function offeredProduct(product: LineProduct) {
  const { name, sku, sellInUnitOfMeasure, unitMultiplier, unitOfMeasure, price } = product;
  const isOut = product.inventoryManagement !== 'UNLIMITED' && isOutOfStock(product);
  return (
    <span className={css.offer}>
      <span>{name}</span>
      <span className={css.offerEnd}>
        {formatUsd(price.unitPrice)} per {(product.sellInBulk ? 'case' : sellInUnitOfMeasure).toLowerCase()}
      </span>
      <span className={css.offerMore}>
        {sku}
        {product.sellInBulk && ` · ${describeQuantity(unitMultiplier, unitOfMeasure)} per case`}
      </span>
      <span className={`${css.offerMore} ${css.offerEnd} ${isOut ? css.wrong : ''}`}>
        {isOut ? 'Out of stock' : stockText(product)}
      </span>
    </span>
  );
}

/** Why a quantity can't be added as typed; null if it can, or is left blank for one. */
function whyNotAdded(quantity: string): string | null {
  if (isBarcode(quantity)) return TYPED.quantity.needs;
  const { amount, problem } = readTyped('quantity', quantity);
  if (problem !== null || amount === null || amount === '') return problem;
  return compare(amount, 0) === 0 ? 'Must be greater than 0' : null;
}

type AddLineProps = {
  scope: Scope;
  onAdd: (product: LineProduct, quantity: string) => void;
  /** A line was typed whose product is still being found; resolves to whether it was added. */
  onFinding?: (line: Promise<boolean>) => void;
  /** Several rows were pasted. */
  onPaste: (block: string) => void;
};

/**
 * Adds lines one after another by keyboard or scanner: SKU or name, Enter or Tab, quantity, Enter. A SKU is taken as typed,
 * before it is found; one that isn't a product's is said afterwards. One scanned in the quantity's place is the next product,
 * and one of the product before it is added.
 */
export function AddLine({ scope, onAdd, onFinding, onPaste }: AddLineProps) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [quantity, setQuantity] = useState('');
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [isWrong, setWrong] = useState(false);
  const said = whyNotAdded(quantity);
  const problem = isWrong ? said : null;
  const errorId = useId();
  const box = useRef<HTMLDivElement>(null);
  const amount = useRef<HTMLInputElement>(null);
  const wanted = useDebounced(text.trim());
  const isCurrent = wanted === text.trim() && wanted.length >= LEAST_SEARCHED;
  const { data } = useCallQuery(
    calls.lineProducts,
    { body: { ...scope, searchTerm: wanted } },
    { enabled: isCurrent, topics: ['catalogue'] },
  );
  const found = isCurrent ? (data?.results ?? []) : [];
  const choose = (name: string, product: Promise<LineProduct | null>) => {
    const now: Chosen = { name, product, unit: '' };
    setChosen(now);
    product
      .then((found) => {
        const unit = found ? unitOfQuantity(2, found.sellInUnitOfMeasure) : '';
        // Another may have been chosen meanwhile.
        setChosen((since) => (since === now ? { ...now, unit } : since));
      })
      .catch(() => undefined);
    setText('');
    amount.current?.focus();
  };
  const fault = (message: string) => setFaults((before) => [...before.filter((one) => one !== message), message]);
  const find = (sku: string) =>
    call(calls.lineProducts, { body: { ...scope, skus: [sku] } }).then(({ bySku }) => bySku[0] ?? null);
  const take = (sku: string) => {
    const product = find(sku);
    product.catch(() => undefined);
    choose(sku, product);
  };
  const add = async () => {
    if (chosen === null) return;
    const { amount: typed, fault: unread } = readTyped('quantity', quantity.trim() || '1');
    if (isBarcode(quantity) || unread === 'unreadable') {
      const next = await find(scannedSku(quantity) ?? quantity.trim()).catch(() => null);
      if (amount.current?.value !== quantity) return;
      if (next !== null) {
        setQuantity('');
        choose(next.name, Promise.resolve(next));
        return addChosen(chosen, '1');
      }
    }
    if (typed === null || typed === '' || whyNotAdded(quantity) !== null) {
      setWrong(true);
      return amount.current?.focus();
    }
    setChosen(null);
    setQuantity('');
    box.current?.querySelector('input')?.focus();
    await addChosen(chosen, typed);
  };
  const addFound = async ({ name, product }: Chosen, many: string): Promise<boolean> => {
    try {
      const found = await product;
      if (found) onAdd(found, many);
      else fault(`“${name}” isn’t the SKU or name of one of this company’s products.`);
      return found !== null;
    } catch (error) {
      fault(`“${name}” wasn’t added. ${messageOf(error)}`);
      return false;
    }
  };
  const addChosen = async (line: Chosen, many: string) => {
    const added = addFound(line, many);
    onFinding?.(added);
    await added;
  };
  return (
    <div className={css.adding}>
      <search
        className={css.add}
        onPaste={(event) => {
          const block = event.clipboardData.getData('text/plain');
          if (!/[\t\n]/.test(block.trim())) return;
          event.preventDefault();
          onPaste(block);
        }}
      >
        <div ref={box} className={chosen ? css.chosen : undefined}>
          <Combobox
            dropsDown="once"
            label="Product or SKU"
            placeholder={chosen ? chosen.name : 'Product or SKU'}
            text={text}
            onText={setText}
            groups={ungrouped(found)}
            idOf={({ id }) => String(id)}
            nothing={data && isCurrent ? `No products match “${wanted}”.` : ''}
            onEnter={(typed) => take(scannedSku(typed) ?? typed)}
            takesTab
            onChoose={(product) => choose(product.name, Promise.resolve(product))}
          >
            {offeredProduct}
          </Combobox>
        </div>
        <TextInput
          ref={amount}
          className="end"
          inputMode="decimal"
          autoComplete="off"
          aria-label="Quantity to add"
          placeholder={chosen?.unit || 'Qty'}
          value={quantity}
          aria-invalid={problem !== null ? true : undefined}
          aria-describedby={problem !== null ? errorId : undefined}
          onChange={({ target }) => {
            setQuantity(target.value);
            setWrong(false);
          }}
          onBlur={() => setWrong(true)}
          onKeyDown={(event) => {
            const isScan = event.key === 'Tab' && !event.shiftKey && isBarcode(quantity);
            if (event.ctrlKey || event.metaKey || (event.key !== 'Enter' && !isScan)) return;
            event.preventDefault();
            void add();
          }}
        />
        <Button icon="plus" disabled={chosen === null} onClick={() => void add()}>
          Add line
        </Button>
      </search>
      {problem !== null && <FieldError id={errorId}>{problem}</FieldError>}
      {faults.length > 0 && (
        <div className={css.faults}>
          <div>
            {faults.map((message) => (
              <FieldError key={message}>{message}</FieldError>
            ))}
          </div>
          <IconButton icon="close" label="Dismiss" onClick={() => setFaults([])} />
        </div>
      )}
    </div>
  );
}
