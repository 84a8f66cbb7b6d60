import type { MenuProduct } from '../../domain/catalogue/product';
import { STRAIN_TYPES } from '../../domain/catalogue/vocabulary';
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
      </section>
    </Dialog>
  );
}
