import type { ReactNode } from 'react';
import type { ShownProduct } from '../../../../domain/catalogue/menu';
import { describeQuantity } from '../../../../domain/catalogue/units/quantity';
import { INVENTORY_MODES, STRAIN_TYPES } from '../../../../domain/catalogue/vocabulary';
import { shortDay } from '../../../../domain/dates';
import { boughtBefore } from '../../../../domain/directory/bought-contract';
import { productLab as calls } from '../../../../domain/inventory/lab-summary';
import { formatUsd } from '../../../../domain/money';
import { useCan } from '../../../access/useCan';
import { PurchaseOrderLink } from '../../../kit/links/OrderLink';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useSessionState } from '../../../providers/session';
import { Dialog } from '../../../ui/Dialog';
import { Facts } from '../../../ui/Facts';
import { dateHere } from '../../../ui/reader-dates';
import { FollowButton } from '../../FollowButton';
import css from './ProductDetails.module.css';

type ProductDetailsProps = {
  product: ShownProduct;
  /** What it costs, for those who see prices. */
  price?: ReactNode;
  /** How much there is of it, in words. */
  stock: string | undefined;
  /** The tag of the package its newest lab report is of. */
  batch?: string | undefined;
  /** Where it is ordered, or the way there. */
  order: ReactNode;
  /** Null for people who can't buy here. */
  buyerLicenseId: number | null;
  onClose: () => void;
};

/** Everything known of a product: its pictures and text, its price, what a lab found, what was bought of it before. */
export function ProductDetails(props: ProductDetailsProps) {
  const { product, price, stock, batch, order, buyerLicenseId, onClose } = props;
  const { name, description, images, category, strain, sku, productLine, minimumOrder, maximumOrder } = product;
  const type = strain && strain.strainClassification !== 'NA' && STRAIN_TYPES[strain.strainClassification];
  return (
    <Dialog title={name} width={640} onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people scroll it by keyboard */}
      <section className={css.details} tabIndex={0} aria-label={`About ${name}`}>
        <div className={css.buying}>
          <div>
            {price}
            {stock && <p className={css.stock}>{stock}</p>}
          </div>
          <div>{order}</div>
        </div>
        {images.length > 0 && (
          <ul className={css.pictures} aria-label="Pictures">
            {images.map(({ imageUri, alt }, at) => (
              <li key={imageUri}>
                <img src={imageUri} alt={alt || `${name}, picture ${at + 1}`} decoding="async" />
              </li>
            ))}
          </ul>
        )}
        {buyerLicenseId !== null && (
          <div className={css.follow}>
            <FollowButton product={product} buyerLicenseId={buyerLicenseId} />
          </div>
        )}
        {description && <p className={css.text}>{description}</p>}
        <Facts
          layout="columns"
          facts={{
            Category: category,
            Strain: strain && [strain.name, type && `(${type})`].filter(Boolean).join(' '),
            'Product line': productLine?.name,
            SKU: sku,
            'Stock from': INVENTORY_MODES[product.inventoryManagement].stockFrom,
            'Tested batch': batch,
            'Minimum order': minimumOrder && describeQuantity(minimumOrder, product.sellInUnitOfMeasure),
            'Maximum order': maximumOrder && describeQuantity(maximumOrder, product.sellInUnitOfMeasure),
          }}
        />
        <LabResult product={product} />
        <Purchases product={product} />
      </section>
    </Dialog>
  );
}

/** What a lab found of what the product is sold from, if it was tested. */
function LabResult({ product: { id: productId, brandId: id } }: { product: ShownProduct }) {
  const isSignedIn = useSessionState().status === 'signed-in';
  const { data } = useCallQuery(calls.result, { params: { id, productId } }, { enabled: isSignedIn });
  if (!data?.result) return null;
  const { labName, performed, expires, potency, passed } = data.result;
  const levels = potency.map(({ name, level, unit }) => [name, `${level} ${unit}`.trim()]);
  return (
    <section aria-labelledby="lab-result">
      <h3 id="lab-result">Lab result</h3>
      <Facts
        layout="columns"
        facts={{
          ...Object.fromEntries(levels),
          Passed: passed.join(', '),
          Tested: `${shortDay(performed)} by ${labName}`,
          'Valid until': shortDay(expires),
        }}
      />
    </section>
  );
}

/** What the reader's licenses bought of it, and at which price. */
function Purchases({ product: { id: productId, brandId: id } }: { product: ShownProduct }) {
  const mayRead = useCan().can(boughtBefore.product.requires);
  const { data = [] } = useCallQuery(boughtBefore.product, { params: { id, productId } }, { enabled: mayRead });
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="purchases">
      <h3 id="purchases">Bought before</h3>
      <ul className={css.purchases}>
        {data.map(({ order, placed, quantity, unitOfMeasure, unitPrice }) => (
          <li key={`${order.id} ${quantity} ${unitPrice}`}>
            <span>{dateHere(placed)}</span>
            <span>
              {describeQuantity(quantity, unitOfMeasure)} at {formatUsd(unitPrice)}
            </span>
            <PurchaseOrderLink order={order} />
          </li>
        ))}
      </ul>
    </section>
  );
}
