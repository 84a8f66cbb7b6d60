import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { products as calls, productDetails } from '../../../../domain/catalogue/contract';
import { describeValues } from '../../../../domain/catalogue/product-log';
import type { Product, ProductRow } from '../../../../domain/catalogue/product-record';
import { pricesKeptThere } from '../../../../domain/pricing/own-prices';
import { Can, useCan } from '../../../access/useCan';
import { WhyNot } from '../../../access/WhyNot';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { ListLinks } from '../../../kit/list';
import { listPath } from '../../../kit/list/list-place';
import { Panel, PanelSkeleton, RecordColumns, type RecordHead, RecordSkeleton } from '../../../kit/record/RecordPage';
import { CallError, messageOf } from '../../../providers/call/call-errors';
import { useKnownRow } from '../../../providers/refine/known-row';
import { aheadOf } from '../../../providers/refine/look-ahead';
import { useCall, useCallQuery } from '../../../providers/refine/use-call';
import { useResourceOne } from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import { Days } from '../../../shell/Days';
import { ErrorScreen } from '../../../shell/errors/ErrorScreen';
import { ShareLink } from '../../../shell/ShareLink';
import { useTitle } from '../../../shell/useTitle';
import { Button } from '../../../ui/Button';
import { Facts } from '../../../ui/Facts';
import { useMediaQuery } from '../../../ui/hooks';
import { lazyDialog } from '../../../ui/lazy';
import { PageFrame } from '../../../ui/PageFrame';
import { ProductMapping } from './mapping/ProductMapping';
import { ProductForm } from './ProductForm';
import { ProductLink } from './ProductLink';
import { ProductHistory } from './page/ProductHistory';
import { ProductPictures } from './page/ProductPictures';
import { ProductPrices } from './page/ProductPrices';
import { ProductSold } from './page/ProductSold';
import {
  FORM_NAMES,
  fieldsOf,
  PRODUCTS,
  type ProductSection,
  type ProductValues,
  SAID,
  valuesOf,
} from './product.text';
import css from './product-page.module.css';
import { products } from './resource';
import { StatusPill } from './StatusPill';
import { ProductStock, stockFigures } from './stock/ProductStock';
import { StockLedger } from './stock/StockLedger';

const ArchiveProduct = lazyDialog(async () => (await import('./page/ArchiveProduct')).ArchiveProduct);
const LEDGER_PAGE = 25;
/** Wide enough for a record page's side column; below, what belongs there comes before the ledger. */
const BESIDE = '(min-width: 1100px)';

export const ahead = aheadOf(products);

/** A product: what it is, what it costs, its pictures, stock and history. */
export default function ProductPage() {
  const { slug = '' } = useParams();
  const isId = /^[1-9]\d{0,14}$/.test(slug);
  const { result: product, query } = useResourceOne(products, isId ? Number(slug) : undefined);
  const isGone = query.error instanceof CallError && query.error.status === 404;
  if (!isId || isGone) {
    return <ErrorScreen status={404} message="This product doesn’t exist, or its brand isn’t assigned to you." />;
  }
  if (product) return <OneProduct key={product.id} product={product} refresh={query.refetch} />;
  if (query.error) return <ErrorScreen message={messageOf(query.error)} onRetry={() => void query.refetch()} />;
  return <ProductSkeleton id={Number(slug)} />;
}

const headOf = ({ id, name, listingState }: Pick<ProductRow, 'id' | 'name' | 'listingState'>): RecordHead => ({
  title: name,
  breadcrumbs: [{ label: 'Products', to: listPath(PRODUCTS) }],
  aside: (
    <>
      <ShareLink path={`${PRODUCTS}/${id}`} />
      <StatusPill status={listingState} />
    </>
  ),
});

/** A product's page while it loads, with what its row in the list says. */
function ProductSkeleton({ id }: { id: number }) {
  const product = useKnownRow([products], (row) => row.id === id);
  const isWide = useMediaQuery(BESIDE);
  const { can } = useCan();
  if (!product) return <RecordSkeleton label="Product" />;
  const isArchived = product.listingState === 'ARCHIVED';
  const mayChange = can(calls.archive.requires);
  return (
    <RecordSkeleton
      label="Product"
      head={headOf(product)}
      acts={mayChange ? [{ label: 'Copy' }, { label: isArchived ? 'Restore' : 'Archive' }] : []}
      side={
        isWide && (
          <>
            {!product.isParent && (
              <PanelSkeleton title="Stock" layout="columns" facts={stockFigures(product)} height="97px" />
            )}
            {!product.isParent && <PanelSkeleton title="Prices by schedule" height="48px" />}
            <PanelSkeleton title="Where it’s sold" height="220px" />
          </>
        )
      }
    >
      <PanelSkeleton title="Details" height="663px" />
      {!product.isParent && <PanelSkeleton title="Units and prices" height="220px" />}
    </RecordSkeleton>
  );
}

/** Why the reader may not change it. */
function useWhyNot({ canEdit, listingState }: Product): string | null {
  const whyNot = useCan().whyNot(calls.update.requires);
  if (whyNot !== null) return whyNot;
  if (!canEdit) return 'Your role can’t change products of this brand.';
  return listingState === 'ARCHIVED' ? 'This product is archived. Restore it to change it.' : null;
}

function OneProduct({ product, refresh }: Pick<ProductSection, 'product' | 'refresh'>) {
  const { id, name, isParent } = product;
  const whyNot = useWhyNot(product);
  const [page, setPage] = useState(0);
  const stock = useCallQuery(
    productDetails.stock,
    { params: { id }, query: { page, itemsPerPage: LEDGER_PAGE } },
    { topics: ['products', 'orders'], keepsPrevious: true, enabled: !isParent },
  );
  const isWide = useMediaQuery(BESIDE);
  useTitle(name);
  const section = { product, whyNot, refresh };
  const side = (
    <>
      {!isParent && <ProductStock {...section} stock={stock.data} />}
      {!isParent && <ProductPrices product={product} />}
      <ProductSold product={product} />
      <ProductFamily product={product} whyNot={whyNot} />
    </>
  );
  return (
    <Days of={product.companyId}>
      <PageFrame {...headOf(product)} actions={<Acts product={product} />}>
        <RecordColumns side={isWide && side}>
          {whyNot === null ? <Edited {...section} /> : <Described {...section} />}
          <ProductPictures {...section} />
          {!isWide && side}
          {!isParent && <ProductMapping product={product} whyNot={whyNot} />}
          {!isParent && (
            <StockLedger
              query={stock}
              page={page}
              itemsPerPage={LEDGER_PAGE}
              onPage={setPage}
              unit={product.unitOfMeasure}
            />
          )}
          <ProductHistory product={product} />
        </RecordColumns>
      </PageFrame>
    </Days>
  );
}

function Edited({ product, refresh }: ProductSection) {
  const form = useRecordForm<typeof products, ProductValues>(products, {
    id: product.id,
    values: valuesOf(product),
    version: product.version,
    names: FORM_NAMES,
    body: (values, { version }) => ({ ...fieldsOf(values), version }),
    refresh,
    ...SAID,
  });
  const { organization } = useSession();
  const company = organization?.companies.find(({ companyId }) => companyId === product.companyId);
  const pricesFixed = company?.isMarketplaceLinked ? pricesKeptThere(company.name) : null;
  return <ProductForm form={form} known={product} save="Save" pricesFixed={pricesFixed} />;
}

/** For those who may not change it. */
function Described({ product, whyNot }: ProductSection) {
  const values = describeValues({ ...product, quantity: null, images: null });
  return (
    <Panel title="Details">
      <p className="v-hint">{whyNot}</p>
      <Facts facts={Object.fromEntries(values.map(({ label, value }) => [label, value]))} />
    </Panel>
  );
}

/** Copy, archive and restore. */
function Acts({ product }: { product: Product }) {
  const { id, name, listingState, canEdit } = product;
  const reason = useCan().whyNot(calls.archive.requires);
  const restore = useCall(calls.restore, { success: `${name} restored as internal.` });
  const [isAsking, setAsking] = useState(false);
  if (!canEdit || reason !== null) return reason && <WhyNot reason={reason} />;
  return (
    <>
      <Can requires={calls.create.requires}>
        <ListLinks links={[{ to: `${PRODUCTS}/new?copy=${id}`, label: 'Copy' }]} />
      </Can>
      {listingState === 'ARCHIVED' ? (
        <Button tone="primary" busy={restore.isPending} onClick={() => void restore.run({ params: { id } })}>
          Restore
        </Button>
      ) : (
        <Button
          onClick={() => setAsking(true)}
          onPointerEnter={ArchiveProduct.prefetch}
          onFocus={ArchiveProduct.prefetch}
        >
          Archive
        </Button>
      )}
      {isAsking && <ArchiveProduct.Part product={product} onClose={() => setAsking(false)} />}
    </>
  );
}

/** The ways a product is sold: a parent's children, or a child's parent and siblings. Nothing for one on its own. */
function ProductFamily({ product, whyNot }: Pick<ProductSection, 'product' | 'whyNot'>) {
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
