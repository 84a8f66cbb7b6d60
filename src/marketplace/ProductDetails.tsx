import type { MenuProduct } from '../../domain/catalogue/product';
import { STRAIN_TYPES } from '../../domain/catalogue/vocabulary';
import { shortDay } from '../../domain/dates';
import { productLab as calls } from '../../domain/inventory/lab-summary';
import { useCallQuery } from '../providers/use-call';
import { Dialog } from '../ui/Dialog';
import { Facts } from '../ui/Facts';
import css from './ProductDetails.module.css';

/** A product's pictures and text, as its seller shows them. */
export function ProductDetails({ product, onClose }: { product: MenuProduct; onClose: () => void }) {
  const { name, description, images, category, strain, sku, productLine } = product;
  const type = strain && strain.strainClassification !== 'NA' && STRAIN_TYPES[strain.strainClassification];
  return (
    <Dialog title={name} width={640} onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people scroll it by keyboard */}
      <section className={css.details} tabIndex={0} aria-label={`About ${name}`}>
        {images.length > 0 && (
          <ul className={css.pictures} aria-label="Pictures">
            {images.map(({ imageUri, alt }, at) => (
              <li key={imageUri}>
                <img src={imageUri} alt={alt || `${name}, picture ${at + 1}`} decoding="async" />
              </li>
            ))}
          </ul>
        )}
        {description && <p className={css.text}>{description}</p>}
        <Facts
          layout="columns"
          facts={{
            Category: category,
            Strain: strain && [strain.name, type && `(${type})`].filter(Boolean).join(' '),
            'Product line': productLine?.name,
            SKU: sku,
          }}
        />
        <LabResult product={product} />
      </section>
    </Dialog>
  );
}

/** What a lab found of what the product is sold from, if it was tested. */
function LabResult({ product: { id: productId, brandId: id } }: { product: MenuProduct }) {
  const { data } = useCallQuery(calls.result, { params: { id, productId } });
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
