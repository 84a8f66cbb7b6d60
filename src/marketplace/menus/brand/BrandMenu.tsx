import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { isOrderable } from '../../../../domain/carts/line-error';
import { hasUnits } from '../../../../domain/carts/shown-units';
import { groupByLine } from '../../../../domain/catalogue/menu';
import type { MenuProduct } from '../../../../domain/catalogue/product';
import { brands } from '../../../../domain/directory/contract';
import type { Brand } from '../../../../domain/directory/listing';
import { counted } from '../../../../domain/text';
import { useCan } from '../../../access/useCan';
import { downloadFile } from '../../../kit/list/export/download-file';
import { isAbort, messageOf } from '../../../providers/call/call-errors';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useSessionState } from '../../../providers/session';
import { showSnack } from '../../../providers/snackbar';
import { Button } from '../../../ui/Button';
import { lazyDialog } from '../../../ui/lazy';
import { EmptyState, ErrorState } from '../../../ui/states';
import { useChangeSearch, without } from '../../../ui/useChangeSearch';
import { ADDED } from '../../brand-path';
import { heldElsewhere } from '../../carts/cart-groups';
import { useCarts, useCartWrites } from '../../carts/carts';
import { firstQuantity } from '../../carts/product-facts';
import { UnitSwitch } from '../../carts/UnitSwitch';
import css from '../../marketplace.module.css';
import { MenuRow } from '../MenuRow';
import { MenuSkeleton } from '../MenuSkeleton';
import { LicenseChooser } from './LicenseChooser';
import { MenuFilterBar } from './MenuFilterBar';
import { MenuWithoutPrices } from './MenuWithoutPrices';
import { useQuickOrder } from './quick-order-state';
import { useBuying } from './useBuying';
import { isNarrowed, narrow, sorted, useMenuAddress, useOpenedProduct } from './useMenuAddress';

const QuickOrder = lazyDialog(async () => (await import('./QuickOrder')).QuickOrder);
const NO_PDF = 'We couldn’t prepare the menu.';

/** A brand's products by product line, priced for the chosen license. Only members see prices. */
export function BrandMenu({ brand }: { brand: Brand }) {
  const session = useSessionState();
  const whyNot = useCan().whyNot(brands.menu.requires);
  if (session.status === 'loading') return <MenuSkeleton />;
  return session.status === 'signed-in' && whyNot === null ? (
    <SeenMenu brand={brand} />
  ) : (
    <MenuWithoutPrices brand={brand} whyNot={session.status === 'signed-in' ? whyNot : null} />
  );
}

function SeenMenu({ brand }: { brand: Brand }) {
  const buying = useBuying(brand);
  const [filters, change] = useMenuAddress();
  const [opened, open] = useOpenedProduct();
  const { license, isSoldHere, whyNot } = buying;
  const client = useQueryClient();
  useEffect(() => {
    void import('./note-opened').then(({ noteOpened }) => noteOpened(client, brand.id, opened)).catch(() => {});
  }, [client, brand.id, opened]);
  const seller = brand.sellers.find(({ usState }) => usState === license?.license.state.ansiAbbrevation);
  const [quick, setQuick] = useQuickOrder();
  const state = isSoldHere ? license?.license.state.ansiAbbrevation : brand.sellers[0]?.usState;
  const prices = whyNot === null && license ? { buyerLicenseId: license.id } : state ? { usStateAbbv: state } : {};
  const menu = useCallQuery(
    brands.menu,
    { params: { id: brand.id }, body: prices },
    { topics: ['catalogue'], keepsPrevious: true },
  );
  const facets = useCallQuery(
    brands.facets,
    { params: { id: brand.id }, query: state ? { usStateAbbv: state } : {} },
    { topics: ['catalogue'], keepsPrevious: true },
  );
  useAddedOnReturn(
    menu.isPlaceholderData ? undefined : menu.data?.products,
    whyNot === null ? (license?.id ?? null) : null,
  );
  const carts = useCarts().data;
  const licenseId = license?.id ?? null;
  const inCart = useMemo(
    () => heldElsewhere(carts ?? [], licenseId === null ? null : { buyerLicenseId: licenseId }),
    [carts, licenseId],
  );
  const lines = useMemo(() => {
    const own = (carts ?? []).filter(({ cart }) => cart.buyerLicenseId === licenseId);
    return new Map(
      own.flatMap((wrapper) =>
        wrapper.cart.lineItems.map((line) => [line.productId, { cartId: wrapper.cart.id, line }]),
      ),
    );
  }, [carts, licenseId]);

  /** What can be ordered of these and isn’t in the cart yet, at the least, as lines of a quick order. */
  const linesOf = (some: readonly MenuProduct[]) =>
    some.flatMap((product) =>
      isOrderable(product) && product.inStock && !lines.has(product.id)
        ? [`${product.sku}\t${firstQuantity(product)}`]
        : [],
    );

  const isPending = menu.isPending || facets.isPending;
  const products = isPending ? [] : (menu.data?.products ?? []);
  const shown = narrow(products, filters);
  const groups =
    filters.sort === ''
      ? groupByLine(shown, menu.data?.productLines ?? [])
      : shown.length > 0
        ? [{ id: 0, name: 'Products', products: sorted(shown, filters.sort) }]
        : [];
  return (
    <section className={css.section} aria-label="Menu" aria-busy={menu.isPlaceholderData}>
      <div className={css.menuBar}>
        <LicenseChooser brand={brand} buying={buying} />
        {products.length > 0 && <MenuFilterBar facets={facets.data} filters={filters} onChange={change} />}
        {products.some(hasUnits) && <UnitSwitch />}
        {products.length > 0 && (
          <Button
            icon="download"
            onClick={() => void downloadFile(brands.menuPdf, { params: { id: brand.id }, body: prices }, NO_PDF)}
          >
            Menu PDF
          </Button>
        )}
        {whyNot === null && license && seller && (
          <Button onPointerEnter={QuickOrder.prefetch} onFocus={QuickOrder.prefetch} onClick={() => setQuick('')}>
            Quick order
          </Button>
        )}
        {quick !== null && license && seller && (
          <QuickOrder.Part
            sellerName={seller.name}
            sellerCompanyId={seller.companyId}
            buyerLicenseId={license.id}
            begun={quick}
            onClose={() => setQuick(null)}
          />
        )}
        {groups.length > 1 && (
          <nav className={`${css.jump} ${css.wide}`} aria-label="Product lines">
            {groups.map(({ id, name }) => (
              <a key={id} href={`#line-${id}`}>
                {name}
              </a>
            ))}
          </nav>
        )}
      </div>
      {opened !== null && !isPending && menu.data && !products.some(({ id }) => id === opened) && (
        <p className={css.notice} role="status">
          That product isn’t on this menu. It may be sold in another state, or not anymore.
        </p>
      )}
      {isPending && <MenuSkeleton />}
      {menu.isError && !menu.data && <ErrorState message={messageOf(menu.error)} onRetry={() => void menu.refetch()} />}
      {!isPending && menu.data && products.length === 0 && (
        <EmptyState
          title={`${brand.name} has nothing for sale right now`}
          hint="Check back later, or contact the seller."
        />
      )}
      {products.length > 0 && shown.length === 0 && isNarrowed(filters) && (
        <EmptyState
          icon="filter"
          title="No products match these filters"
          hint={`The full menu has ${counted(products.length, 'product')}.`}
          action={
            <Button onClick={() => change({ q: '', category: '', strain: '', isInStock: false })}>Clear filters</Button>
          }
        />
      )}
      {groups.map((group) => (
        <section key={group.id} aria-labelledby={`line-${group.id}`}>
          <h2 id={`line-${group.id}`} className={css.lineName}>
            {group.name} <span className="muted light">{group.products.length}</span>
            {whyNot === null && license && seller && linesOf(group.products).length > 1 && (
              <button
                type="button"
                className={`v-link ${css.addAll}`}
                onPointerEnter={QuickOrder.prefetch}
                onFocus={QuickOrder.prefetch}
                onClick={() => setQuick(linesOf(group.products).join('\n'))}
              >
                Order all<span className="v-hidden"> of {group.name}</span>
              </button>
            )}
          </h2>
          <ul className={`${css.rows} ${whyNot === null ? '' : css.look}`}>
            {group.products.map((product) => (
              <MenuRow
                // Quantities typed for one license aren't kept for another.
                key={`${product.id} ${licenseId}`}
                product={product}
                held={lines.get(product.id)?.line}
                cartId={lines.get(product.id)?.cartId}
                inCart={inCart.get(product.id)}
                buyerLicenseId={whyNot === null ? licenseId : null}
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

/** Puts the product in the cart that somebody wanted before they signed in, once; what is in the cart already stays. */
function useAddedOnReturn(products: readonly MenuProduct[] | undefined, buyerLicenseId: number | null): void {
  const [params] = useSearchParams();
  const wanted = Number(params.get(ADDED)) || null;
  const changeSearch = useChangeSearch();
  const navigate = useNavigate();
  const carts = useCarts();
  const writes = useCartWrites();
  const done = useRef<number | null>(null);
  const isReady = products !== undefined && buyerLicenseId !== null && carts.data !== undefined;
  useEffect(() => {
    if (wanted === null || !isReady || done.current === wanted) return;
    done.current = wanted;
    changeSearch(without(ADDED), { replace: true, preventScrollReset: true });
    const product = products.find(({ id }) => id === wanted);
    const isHeld = carts.data.some(
      ({ cart }) =>
        cart.buyerLicenseId === buyerLicenseId && cart.lineItems.some(({ productId }) => productId === wanted),
    );
    if (!product || isHeld || !isOrderable(product)) {
      if (!isHeld) showSnack({ status: 'warning', message: 'You can’t order that product for this license.' });
      return;
    }
    writes.setLine({ buyerLicenseId, product, quantity: firstQuantity(product), seen: { quantity: '0' } }).then(
      ({ message: problem }) =>
        showSnack({
          status: problem === null ? 'success' : 'warning',
          message: problem === null ? `${product.name} is in your cart.` : `${product.name}: ${problem}`,
          action: { label: 'Go to cart', run: () => void navigate('/marketplace/cart') },
        }),
      (error) => {
        if (!isAbort(error)) showSnack({ status: 'error', message: messageOf(error) });
      },
    );
  }, [wanted, isReady, products, buyerLicenseId, carts.data, writes, changeSearch, navigate]);
}
