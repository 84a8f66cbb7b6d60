import { memo, useState } from 'react';
import type { CartLine } from '../../../domain/carts/cart';
import { carts as calls } from '../../../domain/carts/contract';
import { PRODUCT_GONE } from '../../../domain/carts/line-error';
import { hasUnits } from '../../../domain/carts/shown-units';
import { isGone } from '../../../domain/carts/substitutes';
import type { MenuProduct } from '../../../domain/catalogue/product';
import { describeQuantity } from '../../../domain/catalogue/units/quantity';
import { describeEntryUnit, describeUnits } from '../../../domain/catalogue/units/units-text';
import { compare, formatUsd, isEqual, money, type Quantity } from '../../../domain/money';
import { describePrice } from '../../../domain/pricing/price';
import { Can } from '../../access/useCan';
import { Button, IconButton } from '../../ui/Button';
import { FieldError } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { lazyDialog } from '../../ui/lazy';
import { Picture } from '../../ui/Picture';
import { QuantityInput } from '../../ui/QuantityInput';
import css from '../marketplace.module.css';
import { ClashChoice } from './ClashChoice';
import { turnToLine, useColleaguesAtLine } from './colleagues/presence';
import { prefetchNote } from './notes/NotedLine';
import { noteLine } from './notes/noted-line';
import { checkLine } from './product-facts';
import { useShowsUnits } from './shows-units';
import { useLineEntry } from './useLineEntry';

const LineSubstitutes = lazyDialog(async () => (await import('./substitutes/LineSubstitutes')).LineSubstitutes);

export type CartLineRowProps = {
  cartId: number;
  buyerLicenseId: number;
  line: CartLine;
  /** As its menu shows it now; null when buyers no longer see it. */
  product: MenuProduct | null;
  inCart: Quantity | undefined;
  /** In the narrow cart menu: without picture and details. */
  isBrief?: boolean;
};

/** A cart line: quantity, total, remove. Drawn again only when it changes, as carts may have hundreds. */
export const CartLineRow = memo(function CartLineRow(props: CartLineRowProps) {
  const { cartId, buyerLicenseId, line, product, inCart, isBrief = false } = props;
  const [isReplacing, setReplacing] = useState(false);
  const changers = useColleaguesAtLine(line.id);
  const inUnits = useShowsUnits() && product !== null && hasUnits(product);
  const quantity = inUnits ? line.displayedQuantity : line.quantity;
  const entry = useLineEntry({
    product,
    held: { cartId, line },
    buyerLicenseId,
    inCart,
    inUnits,
  });
  const error = entry.error ?? line.errorMessage ?? undefined;
  const hint = error === undefined ? checkLine(product, { quantity, line, inCart, inUnits }).hint : undefined;
  const isRepacked =
    product !== null && line.errorMessage !== null && !isEqual(line.expectedUnitMultiplier, product.unitMultiplier);
  const isLower = compare(line.unitPrice, line.wholesalePrice) < 0;
  return (
    <li className={`${css.line} ${isBrief ? css.brief : ''}`} aria-busy={entry.isSaving}>
      {!isBrief && (
        <Picture src={product?.images[0]?.imageUri} alt={product?.images[0]?.alt} name={line.productName} size={44} />
      )}
      <div className={css.lineText}>
        <span className={css.lineTitle}>{line.productName}</span>
        {!isBrief && (
          <span className="small muted">
            {isLower && (
              <s>
                <span className="v-hidden">Wholesale price </span>
                {formatUsd(line.wholesalePrice)}
              </s>
            )}{' '}
            {formatUsd(line.unitPrice)} {product && describeUnits(product, line.unitPrice)}
            {line.priceWhy.kind !== 'wholesale' && (
              <span className={css.why}> {describePrice(line.priceWhy, 'buyer')}</span>
            )}
          </span>
        )}
        {!isBrief && (
          <span className="small">
            {line.notes && <span>“{line.notes}” </span>}
            {product && (
              <Can requires={calls.upsertItems.requires}>
                <button
                  type="button"
                  className="v-link"
                  aria-label={`${line.notes ? 'Change' : 'Add'} note for ${line.productName}`}
                  onPointerEnter={prefetchNote}
                  onFocus={prefetchNote}
                  onClick={() => noteLine({ line, product, buyerLicenseId })}
                >
                  {line.notes ? 'Change note' : 'Add note'}
                </button>
              </Can>
            )}
            {changers && (
              <span className={css.changers}>
                <Icon name="edit" size={16} /> {changers}
                <span className="v-hidden"> {changers.includes(' and ') ? 'are' : 'is'} changing this line</span>
              </span>
            )}
          </span>
        )}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears the field inside it being left */}
      <div
        onFocus={() => turnToLine(line.id)}
        onBlur={() => {
          turnToLine(null);
          entry.leave();
        }}
      >
        {product ? (
          <QuantityInput
            ref={entry.field}
            value={Number(quantity)}
            step={inUnits ? Number(product.unitMultiplier) : 1}
            revision={entry.revision}
            label={`Quantity of ${line.productName}`}
            error={error}
            hint={
              isBrief
                ? undefined
                : inUnits && hint === undefined && error === undefined
                  ? describeEntryUnit(product, true)
                  : hint
            }
            onCheck={(typed) => {
              if (typed === null || isEqual(typed, quantity)) entry.check(quantity);
              else void entry.save(money(typed));
            }}
            onTyping={entry.typing}
            onUnreadable={entry.misread}
            onRemove={() => void entry.remove()}
          />
        ) : (
          <FieldError>{line.errorMessage ?? PRODUCT_GONE}</FieldError>
        )}
        <ClashChoice entry={entry} />
        {line.errorMessage !== null && isGone(product) && (
          <Can requires={calls.upsertItems.requires}>
            <Button
              aria-label={`See substitutes for ${line.productName}`}
              onPointerEnter={LineSubstitutes.prefetch}
              onFocus={LineSubstitutes.prefetch}
              onClick={() => setReplacing(true)}
            >
              See substitutes
            </Button>
          </Can>
        )}
        {isReplacing && <LineSubstitutes.Part cartId={cartId} line={line} onClose={() => setReplacing(false)} />}
        {isRepacked && (
          <Button busy={entry.isSaving} onClick={() => void entry.save(quantity)}>
            Keep {describeQuantity(line.quantity, product.sellInUnitOfMeasure)} of {product.unitMultiplier}
          </Button>
        )}
      </div>
      <span className={css.lineTotal}>{formatUsd(line.total)}</span>
      <IconButton icon="trash" label={`Remove ${line.productName}`} onClick={() => void entry.remove()} />
    </li>
  );
});
