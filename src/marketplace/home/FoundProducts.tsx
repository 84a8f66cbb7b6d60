import { useState } from 'react';
import { Link } from 'react-router';
import { carts as cartCalls } from '../../../domain/carts/contract';
import type { MenuProduct } from '../../../domain/catalogue/product';
import { directory } from '../../../domain/directory/contract';
import type { Listing } from '../../../domain/directory/listing';
import { counted } from '../../../domain/text';
import { useCan } from '../../access/useCan';
import { messageOf } from '../../providers/call/call-errors';
import { useCallQuery } from '../../providers/refine/use-call';
import { useResourceList } from '../../providers/refine/use-resource';
import { useSessionState } from '../../providers/session';
import { Button } from '../../ui/Button';
import { Picture } from '../../ui/Picture';
import { ErrorState } from '../../ui/states';
import { brandPath, listingPath } from '../brand-path';
import { heldElsewhere } from '../carts/cart-groups';
import { useCarts } from '../carts/carts';
import shared from '../marketplace.module.css';
import { BuyFor } from '../menus/BuyFor';
import { MenuRow } from '../menus/MenuRow';
import { MenuSkeleton } from '../menus/MenuSkeleton';
import { listings } from '../resource';
import css from './BrandCards.module.css';

/** Shown at first, and once all are asked for. */
const FEW = 8;
const MANY = 100;

type FoundProductsProps = { search: string; filters: Readonly<Record<string, unknown>> };

/** The products a search found: to order at once for those who see prices, else each on its brand's page. */
export default function FoundProducts({ search, filters }: FoundProductsProps) {
  const [isWhole, setWhole] = useState(false);
  const { query, result } = useResourceList(listings, {
    page: 0,
    itemsPerPage: MANY,
    filters: { ...filters, directoryListingTypes: ['product'] },
    keepsPrevious: true,
  });
  const session = useSessionState();
  const license = session.status === 'signed-in' ? session.buyerLicense : null;
  const seesPrices = useCan().can(directory.products.requires);
  const body = {
    productIds: result.data.map(({ id }) => id),
    ...(license && { buyerLicenseId: license.id }),
  };
  const priced = useCallQuery(
    directory.products,
    { body },
    { enabled: seesPrices && result.data.length > 0, topics: ['catalogue'], keepsPrevious: true },
  );
  if (query.isError && !query.data)
    return <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />;
  if (result.data.length === 0) return null;
  const shown = isWhole ? result.data : result.data.slice(0, FEW);
  const hidden = result.data.length - shown.length;
  const isReady = !seesPrices || !priced.isPending;
  return (
    <section className={shared.section} aria-labelledby="found-products">
      <h2 id="found-products">Products matching “{search}”</h2>
      {!isReady && <MenuSkeleton />}
      {isReady && priced.data && (
        <PricedProducts
          found={shown}
          products={priced.data}
          isStale={query.isPlaceholderData || priced.isPlaceholderData}
        />
      )}
      {isReady && !priced.data && (
        <ul className={css.cards} aria-busy={query.isPlaceholderData}>
          {shown.map((listing) => (
            <li key={listing.id}>
              <Link className={css.card} to={listingPath(listing)}>
                <Picture src={listing.imageUri} name={listing.name} size={64} />
                <span className={css.cardText}>
                  <span className={css.cardName}>{listing.name}</span>
                  <span className="muted">{listing.tagline}</span>
                  <span className="muted small">
                    {listing.org.name}, {listing.states.join(', ')}
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <span>
          <Button onClick={() => setWhole(true)}>Show {counted(hidden, 'more product')}</Button>
        </span>
      )}
    </section>
  );
}

type PricedProductsProps = { found: readonly Listing[]; products: readonly MenuProduct[]; isStale: boolean };

/** Found products as on a menu; one of another state offers the licenses that can buy it. */
function PricedProducts({ found, products, isStale }: PricedProductsProps) {
  const session = useSessionState();
  const { license, licenses } =
    session.status === 'signed-in'
      ? { license: session.buyerLicense, licenses: session.buyerCompany?.buyerLicenses ?? [] }
      : { license: null, licenses: [] };
  const mayBuy = useCan().can(cartCalls.upsertItems.requires);
  const carts = useCarts().data ?? [];
  const [opened, open] = useState<number | null>(null);
  const inCart = heldElsewhere(carts, license && { buyerLicenseId: license.id });
  return (
    <ul className={shared.rows} aria-busy={isStale}>
      {found.map((listing) => {
        const product = products.find(({ id }) => id === listing.id);
        if (!product) return null;
        const isSoldIn = (one: (typeof licenses)[number]) => listing.states.includes(one.license.state.ansiAbbrevation);
        const isHere = license !== null && isSoldIn(license);
        const able = isHere || !mayBuy ? [] : licenses.filter(isSoldIn);
        const own = carts.find(
          ({ cart }) => cart.buyerLicenseId === license?.id && cart.sellerCompanyId === product.sellerCompanyId,
        );
        return (
          <MenuRow
            key={product.id}
            product={product}
            held={own?.cart.lineItems.find(({ productId }) => productId === product.id)}
            cartId={own?.cart.id}
            inCart={inCart.get(product.id)}
            buyerLicenseId={mayBuy && isHere ? license.id : null}
            isOpen={opened === product.id}
            onOpen={open}
            note={
              <p className="small">
                <Link to={brandPath({ id: product.brandId, slug: listing.slug })}>{listing.tagline}</Link>{' '}
                <span className="muted">
                  {listing.org.name}, {listing.states.join(', ')}
                </span>
              </p>
            }
            instead={able.length > 0 && <BuyFor licenses={able} />}
          />
        );
      })}
    </ul>
  );
}
