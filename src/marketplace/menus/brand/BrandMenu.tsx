import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { isOrderable } from '../../../../domain/carts/line-error';
import { hasUnits } from '../../../../domain/carts/shown-units';
import { groupByLine } from '../../../../domain/catalogue/menu';
import { isNarrowed, menuChoices, narrow } from '../../../../domain/catalogue/menu-filters';
import type { MenuProduct } from '../../../../domain/catalogue/product';
import { brands } from '../../../../domain/directory/contract';
import type { Brand } from '../../../../domain/directory/listing';
import { productLab } from '../../../../domain/inventory/lab-summary';
import { counted } from '../../../../domain/text';
import { useCan } from '../../../access/useCan';
import { downloadFile } from '../../../kit/list/export/download-file';
import { messageOf } from '../../../providers/call/call-errors';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useSessionState } from '../../../providers/session';
import { Button } from '../../../ui/Button';
import { lazyDialog } from '../../../ui/lazy';
import { EmptyState, ErrorState } from '../../../ui/states';
import { heldElsewhere } from '../../carts/cart-groups';
import { useCarts } from '../../carts/carts';
import { firstQuantity } from '../../carts/product-facts';
import { UnitSwitch } from '../../carts/UnitSwitch';
import css from '../../marketplace.module.css';
import { MenuRow } from '../MenuRow';
import { MenuSkeleton } from '../MenuSkeleton';
import { LicenseChooser } from './LicenseChooser';
import bar from './MenuBar.module.css';
import { MenuBuying } from './MenuBuying';
import { MenuFilterBar, NO_FILTERS } from './MenuFilterBar';
import { MenuWithoutPrices } from './MenuWithoutPrices';
import { useQuickOrder } from './quick-order-state';
import { SoldElsewhere } from './SoldElsewhere';
import { useAddedOnReturn } from './useAddedOnReturn';
import { useBuying } from './useBuying';
import { sorted, useMenuAddress, useOpenedProduct } from './useMenuAddress';

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
  const labs = useCallQuery(productLab.ofBrand, { params: { id: brand.id } }, { topics: ['catalogue'] }).data;
  const labOf = useMemo(() => new Map(labs?.map((lab) => [lab.productId, lab])), [labs]);
  const thcOf = ({ id }: MenuProduct) => labOf.get(id)?.thc ?? null;
  const wanted = useAddedOnReturn(
    menu.isPlaceholderData ? undefined : menu.data?.products,
    whyNot === null ? (license?.id ?? null) : null,
    buying.others.length > 0,
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

  const isPending = menu.isPending;
  const products = menu.data?.products ?? [];
  const shown = narrow(products, filters, thcOf);
  const sought = opened ?? wanted;
  const isMissing =
    sought !== null && !menu.isPlaceholderData && menu.data && !products.some(({ id }) => id === sought);
  const groups =
    filters.sort === ''
      ? groupByLine(shown, menu.data?.productLines ?? [])
      : shown.length > 0
        ? [{ id: 0, name: 'Products', products: sorted(shown, filters.sort) }]
        : [];
  return (
    <section className={css.section} aria-label="Menu" aria-busy={menu.isPlaceholderData}>
      <div className={bar.bar} data-menu-bar>
        <div className={bar.narrowing}>
          {products.length > 0 && (
            <MenuFilterBar choices={menuChoices(products, filters, thcOf)} filters={filters} onChange={change} />
          )}
        </div>
        <div className={bar.buying}>
          <LicenseChooser buying={buying} />
          {whyNot === null && license && seller && (
            <MenuBuying brandId={brand.id} seller={seller} buyerLicenseId={license.id} carts={carts ?? []} />
          )}
        </div>
        {quick !== null && license && seller && (
          <QuickOrder.Part
            sellerName={seller.name}
            sellerCompanyId={seller.companyId}
            buyerLicenseId={license.id}
            begun={quick}
            onClose={() => setQuick(null)}
          />
        )}
        <div className={bar.last}>
          {groups.length > 1 && (
            <nav className={css.jump} aria-label="Product lines">
              {groups.map(({ id, name }) => (
                <a key={id} href={`#line-${id}`}>
                  {name}
                </a>
              ))}
            </nav>
          )}
          <span className={bar.acts}>
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
          </span>
        </div>
      </div>
      {isMissing && <SoldElsewhere brand={brand} buying={buying} productId={sought} />}
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
          action={<Button onClick={() => change(NO_FILTERS)}>Clear filters</Button>}
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
                key={product.id}
                product={product}
                lab={labOf.get(product.id)}
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
