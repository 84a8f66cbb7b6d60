import { memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CartLine } from '../../../domain/carts/cart';
import { isOrderable, PRODUCT_UNAVAILABLE } from '../../../domain/carts/line-error';
import { enteredQuantity, hasUnits, shownQuantity } from '../../../domain/carts/shown-units';
import { isGone } from '../../../domain/carts/substitutes';
import type { MenuProduct } from '../../../domain/catalogue/product';
import { describeEntryUnit } from '../../../domain/catalogue/units/units-text';
import { STRAIN_TYPES } from '../../../domain/catalogue/vocabulary';
import { shortDay } from '../../../domain/dates';
import type { ProductLab } from '../../../domain/inventory/lab-summary';
import { compare, formatNumber, formatUsd, isEqual, money, type Quantity } from '../../../domain/money';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { lazyDialog } from '../../ui/lazy';
import { Picture } from '../../ui/Picture';
import { Pill } from '../../ui/Pill';
import { QuantityInput } from '../../ui/QuantityInput';
import { today } from '../../ui/reader-dates';
import { ClashChoice } from '../carts/ClashChoice';
import { checkLine, firstQuantity, totalFor } from '../carts/product-facts';
import { useShowsUnits } from '../carts/shows-units';
import { useLineEntry } from '../carts/useLineEntry';
import shared from '../marketplace.module.css';
import css from './MenuRow.module.css';
import { ProductPrice } from './product/ProductPrice';

const Similar = lazyDialog(async () => (await import('./product/SimilarProducts')).SimilarProducts);
/** Everything known of a product. */
export const Details = lazyDialog(async () => (await import('./product/ProductDetails')).ProductDetails);

export type MenuRowProps = {
  product: MenuProduct;
  /** The cart line that already has this product. */
  held: CartLine | undefined;
  cartId: number | undefined;
  inCart: Quantity | undefined;
  /** What its newest lab report says, where it has one. */
  lab?: ProductLab | undefined;
  /** Null for people who can't buy here. */
  buyerLicenseId: number | null;
  /** Its details are shown. */
  isOpen: boolean;
  onOpen: (productId: number | null) => void;
  /** What else there is to say of it. */
  note?: ReactNode;
  /** What is offered where it can't be ordered. */
  instead?: ReactNode;
};

export const MenuRow = memo(function MenuRow(props: MenuRowProps) {
  const { product, held, inCart, lab, buyerLicenseId, isOpen, onOpen, note, instead } = props;
  const inUnits = useShowsUnits() && hasUnits(product);
  const quantity = shownQuantity(product, '1', inUnits);
  const { hint, outOfStock } = checkLine(product, { quantity, line: held ?? null, inCart, inUnits });
  const canOrder = isOrderable(product);
  const [isLooking, setLooking] = useState(false);
  const row = useReturn(isOpen);
  const stock = canOrder ? hint : PRODUCT_UNAVAILABLE;
  const mayOrder = canOrder && buyerLicenseId !== null && (!outOfStock || held || product.listingState === 'BACKORDER');
  // What is typed for one license, or in units, isn't kept for another, or in cases.
  const order = mayOrder ? <Order key={`${inUnits} ${buyerLicenseId}`} {...props} /> : null;
  return (
    <li ref={row} data-product={product.id} className={`${shared.row} ${canOrder && !outOfStock ? '' : shared.rowOut}`}>
      <Picture src={product.images[0]?.imageUri} alt={product.images[0]?.alt} name={product.name} size={56} />
      <div className={shared.text}>
        <h3>
          <Name product={product} onOpen={() => onOpen(product.id)} />
        </h3>
        <p className={`${css.facts} muted small`}>
          {stock && <span className={shared.stock}>{stock}</span>}
          <span>{product.category}</span>
          <span>{product.sku}</span>
          {isMinimumSaid(product) && <span>Minimum {firstQuantity(product)}</span>}
          {product.strain && <span>{product.strain.name}</span>}
          {product.strain && product.strain.strainClassification !== 'NA' && (
            <Pill>{STRAIN_TYPES[product.strain.strainClassification]}</Pill>
          )}
          {lab && <Lab lab={lab} />}
          {product.listingState === 'SAMPLE' && <Pill tone="info">Sample</Pill>}
          {product.listingState === 'BACKORDER' && (
            <Pill tone="warning" mark="clock">
              Backorder
            </Pill>
          )}
        </p>
        {note}
      </div>
      <ProductPrice product={product} />
      {order}
      {!order && instead && <div className={css.similar}>{instead}</div>}
      {buyerLicenseId !== null && isGone(product) && !held && (
        <div className={css.similar}>
          <Button
            aria-label={`See similar products to ${product.name}`}
            onPointerEnter={Similar.prefetch}
            onFocus={Similar.prefetch}
            onClick={() => setLooking(true)}
          >
            See similar
          </Button>
        </div>
      )}
      {isLooking && buyerLicenseId !== null && (
        <Similar.Part product={product} buyerLicenseId={buyerLicenseId} onClose={() => setLooking(false)} />
      )}
      {isOpen && (
        <Details.Part
          product={product}
          price={<ProductPrice product={product} />}
          stock={stock}
          batch={lab?.batch}
          order={order ?? instead}
          buyerLicenseId={buyerLicenseId}
          onClose={() => onOpen(null)}
        />
      )}
    </li>
  );
});

/** Its THC, that a lab passed it and when, and the end of the tag of what was tested. */
function Lab({ lab: { thc, batch, performed, expires } }: { lab: ProductLab }) {
  return (
    <>
      {thc !== null && <span>THC {formatNumber(thc)}%</span>}
      {expires < today() ? (
        <Pill tone="warning">Lab result expired {shortDay(expires)}</Pill>
      ) : (
        <Pill tone="positive" mark="check">
          Lab passed {shortDay(performed)}
        </Pill>
      )}
      <span title={batch}>Batch …{batch.slice(-8)}</span>
    </>
  );
}

/** A row that somebody returns to once its window closes, also where a link had opened it. */
export function useReturn(isOpen: boolean) {
  const row = useRef<HTMLLIElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen && !row.current?.contains(document.activeElement)) {
      row.current?.querySelector('button')?.focus({ preventScroll: true });
      row.current?.scrollIntoView({ block: 'center' });
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  return row;
}

/** Its name, which opens everything known of it. */
export function Name({ product: { name }, onOpen }: { product: { name: string }; onOpen: () => void }) {
  return (
    <button
      type="button"
      className={css.name}
      aria-haspopup="dialog"
      onPointerEnter={Details.prefetch}
      onFocus={Details.prefetch}
      onClick={onOpen}
    >
      {name}
    </button>
  );
}

/** A minimum of one isn't worth a line. */
function isMinimumSaid(product: MenuProduct): boolean {
  return compare(firstQuantity(product), 1) > 0;
}

/** Moves to the next product's quantity, so a menu can be filled in from the keyboard. */
function focusNext(from: Element): void {
  const inputs = [...document.querySelectorAll<HTMLInputElement>('[data-product] [data-quantity] input')];
  const own = from.closest('[data-product]')?.querySelector<HTMLInputElement>('[data-quantity] input');
  if (own) inputs[inputs.indexOf(own) + 1]?.focus();
}

function Order({ product, held: line, cartId, inCart, buyerLicenseId }: MenuRowProps) {
  const held = line && cartId !== undefined ? { cartId, line } : undefined;
  const inUnits = useShowsUnits() && hasUnits(product);
  const entry = useLineEntry({ product, held, inCart, buyerLicenseId, inUnits });
  const read = (quantity: Quantity) => shownQuantity(product, quantity, inUnits);
  const first = read(firstQuantity(product));
  const kept = line ? read(line.quantity) : null;
  const [typed, setTyped] = useState<{ quantity: Quantity | null } | null>(null);
  const quantity = typed ? typed.quantity : (kept ?? first);
  const isKept = kept !== null && quantity !== null && isEqual(kept, quantity);
  const { acts, asked } = useRestoredFocus(isKept && !entry.isSaving);
  const add = async (wanted: Quantity | null) => {
    if (await entry.save(wanted)) setTyped(null);
    else entry.field.current?.focus();
  };
  const readQuantity = (number: number | null): Quantity | null => {
    const wanted = number === null ? null : money(number);
    setTyped({ quantity: wanted });
    return entry.check(wanted) === null ? wanted : null;
  };
  return (
    <div className={css.order} aria-busy={entry.isSaving}>
      <QuantityInput
        ref={entry.field}
        value={Number(kept ?? first)}
        step={inUnits ? Number(product.unitMultiplier) : 1}
        revision={entry.revision}
        label={`Quantity of ${product.name}`}
        error={entry.error ?? undefined}
        hint={entry.error === null ? describeEntryUnit(product, inUnits) : undefined}
        onTyping={(text, number) => {
          entry.typing(text);
          // What is blank or can't be read has no total.
          if (number === null) setTyped({ quantity: null });
        }}
        onUnreadable={entry.misread}
        onCheck={readQuantity}
        onEnter={(number) => {
          const wanted = readQuantity(number);
          if (wanted === null) return;
          if (document.activeElement) focusNext(document.activeElement);
          if (kept === null || !isEqual(kept, wanted)) void add(wanted);
        }}
        {...(kept === null ? {} : { onRemove: () => void entry.remove().then(() => setTyped(null)) })}
      />
      <span ref={acts} className={css.orderAction}>
        {isKept && !entry.isSaving ? (
          <span className={css.inCart} tabIndex={-1}>
            <Icon name="check" size={16} />
            In cart
          </span>
        ) : (
          <Button
            tone={kept === null ? 'plain' : 'primary'}
            busy={entry.isSaving}
            aria-label={`${kept === null ? 'Add to cart' : 'Update cart'}: ${product.name}`}
            onClick={() => {
              asked();
              void add(quantity);
            }}
          >
            {kept === null ? 'Add to cart' : 'Update cart'}
          </Button>
        )}
        {entry.error === null && quantity !== null && (
          <span className="small muted">
            {formatUsd(isKept ? (line?.total ?? '0') : totalFor(product, enteredQuantity(product, quantity, inUnits)))}
          </span>
        )}
      </span>
      <ClashChoice entry={entry} />
    </div>
  );
}

/**
 * When a button disappears after its action, moves focus to the message that replaces it; `asked` records the press.
 */
function useRestoredFocus(isDone: boolean) {
  const acts = useRef<HTMLSpanElement>(null);
  const isAsked = useRef(false);
  useLayoutEffect(() => {
    if (!isDone || !isAsked.current) return;
    isAsked.current = false;
    if (document.activeElement === document.body) {
      acts.current?.querySelector<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
    }
  }, [isDone]);
  return {
    acts,
    asked: () => {
      isAsked.current = true;
    },
  };
}
