import { useMemo } from 'react';
import { Link } from 'react-router';
import { products as calls, PRODUCT_SORTS, productChanges } from '../../../../domain/catalogue/contract';
import { productImports } from '../../../../domain/catalogue/import/contract';
import type { ProductPatch } from '../../../../domain/catalogue/product-change';
import { productFilters } from '../../../../domain/catalogue/product-filters';
import type { ProductRow } from '../../../../domain/catalogue/product-record';
import { pricesKeptThere } from '../../../../domain/pricing/own-prices';
import { scannedSku } from '../../../../domain/scanned';
import { wholesaleStock } from '../../../../domain/wholesale/stock-contract';
import { useCan } from '../../../access/useCan';
import { useNotAssigned } from '../../../access/WhyNot';
import {
  type ListBulk,
  ListLinks,
  offerUndo,
  ResourceGrid,
  useExport,
  useListAddress,
  useSavedViews,
} from '../../../kit/list';
import { messageOf } from '../../../providers/call/call-errors';
import { useCall, useCallQuery } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { isOffered } from '../../../providers/settings';
import { Icon } from '../../../ui/Icon';
import { PageFrame } from '../../../ui/PageFrame';
import { LINES, PRODUCTS } from './product.text';
import { productListChanges } from './products.changes';
import { productColumns } from './products.columns';
import { rereadProduct } from './reread';
import { productSearches, products } from './resource';

const SORTS = { by: PRODUCT_SORTS, first: 'lastEdit', desc: true } as const;
const FACETS_FRESH_MS = 60_000;
const LINKS = [
  { to: LINES, label: 'Product lines' },
  { to: `${PRODUCTS}/import`, label: 'Import', requires: productImports.apply.requires },
];

/** Stock with the wholesale marketplace, of many products. */
const stockBulk: ListBulk<ProductRow, typeof wholesaleStock.bulk> = {
  call: wholesaleStock.bulk,
  label: 'Stock',
  nothingOpen: 'Products whose stock never runs out have none to exchange.',
  acts: [
    {
      act: 'exchange',
      title: 'Exchange the stock of # with the wholesale marketplace',
      outcome: 'being exchanged',
      review: (many) =>
        `Inherited stock of ${many} is taken over from there. The available stock of the others is sent.`,
      isOpenTo: ({ inventoryManagement, isParent }) => inventoryManagement !== 'UNLIMITED' && !isParent,
    },
  ],
};

/** The current seller company's products, edited in place or many at once. */
export default function ProductList() {
  const address = useListAddress(productFilters, SORTS);
  const { scope, sellerCompany } = useSession();
  const where = { orgId: scope?.orgId ?? 0, companyId: scope?.sellerCompanyId ?? undefined };
  const facets = useCallQuery(calls.facets, { query: where }, { topics: ['products'], staleTime: FACETS_FRESH_MS });
  const mayEdit = useCan().can(productChanges.apply.requires);
  const change = useCall(productChanges.apply, { showsErrors: true }).run;
  const startExport = useExport('products.export', calls.export);
  const notAssigned = useNotAssigned('products');
  const views = useSavedViews(productSearches, address, products.name);
  const { orgId, companyId } = where;
  const lines = facets.data?.productLines;

  const pricesKept = sellerCompany?.isMarketplaceLinked ? pricesKeptThere(sellerCompany.name) : null;

  const columns = useMemo(() => {
    const save = async ({ id, version, name }: ProductRow, patch: ProductPatch) => {
      const body = { orgId, companyId, change: { patches: [{ id, version, patch }] } };
      const result = await change({ body });
      if (!result.ok) throw new Error(messageOf(result.error));
      offerUndo(productChanges.undo, result.value.id, `Changed ${name}`);
    };
    return productColumns({ save, mayEdit, pricesKept, lines });
  }, [change, orgId, companyId, mayEdit, pricesKept, lines]);

  return (
    <PageFrame
      title="Products"
      aside={sellerCompany && <span className="v-hint">{sellerCompany.name}</span>}
      actions={
        <>
          <ListLinks links={LINKS} />
          {mayEdit && (
            <Link className="v-button v-primary" to={`${PRODUCTS}/new`}>
              <Icon name="plus" size={18} />
              Add product
            </Link>
          )}
        </>
      }
    >
      <ResourceGrid<ProductRow>
        resource={products}
        label="Products"
        noun={['product', 'products']}
        columns={columns}
        nameOf={({ name }) => name}
        address={address}
        filters={productFilters}
        facets={facets.data}
        views={views}
        search={{ label: 'Name or SKU', field: 'productNameSearch', scan: scannedSku }}
        empty={
          notAssigned ?? {
            title: 'No products yet',
            hint: 'Add what you sell or import a file. Buyers see available products on your brands’ menus.',
          }
        }
        reread={rereadProduct}
        pathOf={({ id }) => `/inventory/products/${id}`}
        rowTone={({ listingState }) => (listingState === 'ARCHIVED' ? 'muted' : undefined)}
        {...(isOffered('wholesale') && sellerCompany?.isMarketplaceLinked && { bulk: stockBulk })}
        changes={useMemo(() => productListChanges(facets.data), [facets.data])}
        exports={{
          requires: calls.export.requires,
          all: (headers) =>
            void startExport(
              { body: { ...where, ...address.search, headers: headers as never } },
              'export these products',
            ),
        }}
      />
    </PageFrame>
  );
}
