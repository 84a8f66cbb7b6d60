import { Link } from 'react-router';
import { groupByLine, type ShownProduct } from '../../../../domain/catalogue/menu';
import { STRAIN_TYPES } from '../../../../domain/catalogue/vocabulary';
import { brands } from '../../../../domain/directory/contract';
import type { Brand } from '../../../../domain/directory/listing';
import { messageOf } from '../../../providers/call/call-errors';
import { useCallQuery } from '../../../providers/refine/use-call';
import { CreateOrganizationLink } from '../../../shell/session/CreateOrganizationLink';
import { Icon } from '../../../ui/Icon';
import { Picture } from '../../../ui/Picture';
import { Pill } from '../../../ui/Pill';
import { EmptyState, ErrorState } from '../../../ui/states';
import { ADDED, brandPath } from '../../brand-path';
import css from '../../marketplace.module.css';
import { Details, Name, useReturn } from '../MenuRow';
import rowCss from '../MenuRow.module.css';
import { MenuSkeleton } from '../MenuSkeleton';
import { useOpenedProduct } from './useMenuAddress';

type MenuWithoutPricesProps = {
  brand: Brand;
  /** Why somebody who is signed in sees no prices; null for a visitor. */
  whyNot: string | null;
};

/** What a brand sells, for people who may not see prices, with the way to them. */
export function MenuWithoutPrices({ brand, whyNot }: MenuWithoutPricesProps) {
  const [opened, open] = useOpenedProduct();
  const menu = useCallQuery(brands.products, { params: { id: brand.id }, query: {} });
  if (menu.isPending) return <MenuSkeleton />;
  if (menu.isError) return <ErrorState message={messageOf(menu.error)} onRetry={() => void menu.refetch()} />;
  const { products, productLines } = menu.data;
  const isVisitor = whyNot === null;
  return (
    <section className={css.section} aria-label="Menu">
      <div className={css.notice} role="note">
        <Icon name="lock" />
        <div>
          <strong>Prices are shown to licensed businesses.</strong>{' '}
          {whyNot ?? 'Sign in to see your prices and what’s in stock, and to order.'}
          <span className={css.actions}>
            {isVisitor && (
              <Link className="v-button v-primary" to={signInTo(brandPath(brand))}>
                Sign in
              </Link>
            )}
            <CreateOrganizationLink />
          </span>
        </div>
      </div>
      {products.length === 0 && (
        <EmptyState
          title={`${brand.name} has nothing for sale right now`}
          hint="Check back later, or contact the seller."
        />
      )}
      {groupByLine(products, productLines).map((group) => (
        <section key={group.id} aria-labelledby={`line-${group.id}`}>
          <h2 id={`line-${group.id}`} className={css.lineName}>
            {group.name} <span className="muted light">{group.products.length}</span>
          </h2>
          <ul className={`${css.rows} ${css.look}`}>
            {group.products.map((product) => (
              <ShownRow
                key={product.id}
                brand={brand}
                product={product}
                isVisitor={isVisitor}
                isOpen={product.id === opened}
                onOpen={open}
              />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

const signInTo = (path: string) => `/login?returnTo=${encodeURIComponent(path)}`;

type ShownRowProps = {
  brand: Brand;
  product: ShownProduct;
  isVisitor: boolean;
  isOpen: boolean;
  onOpen: (productId: number | null) => void;
};

function ShownRow({ brand, product, isVisitor, isOpen, onOpen }: ShownRowProps) {
  const { id, name, category, sku, strain, images, inStock } = product;
  const row = useReturn(isOpen);
  const stock = inStock ? 'In stock' : 'Out of stock';
  const order = isVisitor ? (
    <Link
      className="v-button"
      to={signInTo(`${brandPath(brand)}?${ADDED}=${id}`)}
      aria-label={`Sign in to order ${name}`}
    >
      Sign in to order
    </Link>
  ) : null;
  return (
    <li ref={row} className={css.row}>
      <Picture src={images[0]?.imageUri} alt={images[0]?.alt} name={name} size={56} />
      <div>
        <h3>
          <Name product={product} onOpen={() => onOpen(id)} />
        </h3>
        <p className={`${rowCss.facts} muted small`}>
          <span className={css.stock}>{stock}</span>
          <span>{category}</span>
          <span>{sku}</span>
          {strain && <span>{strain.name}</span>}
          {strain && strain.strainClassification !== 'NA' && <Pill>{STRAIN_TYPES[strain.strainClassification]}</Pill>}
        </p>
      </div>
      {order}
      {isOpen && (
        <Details.Part
          product={product}
          stock={stock}
          order={order}
          buyerLicenseId={null}
          onClose={() => onOpen(null)}
        />
      )}
    </li>
  );
}
