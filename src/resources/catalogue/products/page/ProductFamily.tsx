import { Link } from 'react-router';
import { Panel } from '../../../../kit/record/RecordPage';
import { ProductLink } from '../ProductLink';
import { PRODUCTS, type ProductSection } from '../product.text';
import css from '../product-page.module.css';
import { StatusPill } from '../StatusPill';

/** The ways a product is sold: a parent's children, or a child's parent and siblings. Nothing for one on its own. */
export function ProductFamily({ product, whyNot }: Pick<ProductSection, 'product' | 'whyNot'>) {
  const { id, isParent, parent, family } = product;
  if (!isParent && parent === null) return null;
  return (
    <Panel
      title={isParent ? 'Ways it’s sold' : 'Family'}
      actions={
        isParent &&
        whyNot === null && (
          <Link className="v-button" to={`${PRODUCTS}/new?parent=${id}`}>
            Add child product
          </Link>
        )
      }
    >
      {parent && (
        <p>
          Child of <ProductLink product={parent} />
        </p>
      )}
      {family.length === 0 && <p className="v-hint">No child products yet.</p>}
      <ul className={css.family}>
        {family.map((kin) => (
          <li key={kin.id}>
            <span>
              {kin.id === id ? <b>{kin.name}</b> : <ProductLink product={kin} />}{' '}
              <span className="v-hint">{kin.sku}</span>
            </span>
            <StatusPill status={kin.listingState} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
