import { networkPackages as calls } from '../../../../domain/network/packages-contract';
import { STOCK_SORTS, type StockPackage, stockFilters } from '../../../../domain/network/stock';
import { ListLinks, ResourceGrid, useConsentRound, useExport, useFacets, useListAddress } from '../../../kit/list';
import { useSession } from '../../../providers/session';
import { PageFrame } from '../../../ui/PageFrame';
import { brandStock } from './resource';
import { StockDrawer } from './StockDrawer';
import { StockTotals } from './StockTotals';
import { stockColumns } from './stock.columns';

const SORTS = { by: STOCK_SORTS, first: 'tag', desc: false } as const;
const OF_OTHERS = ['network', 'shared-packages'] as const;
const TOPICS = ['packages', ...OF_OTHERS] as const;

/** What all holders who show it hold of one's brands and of partners' brands, and what one holds oneself. */
export default function BrandStock() {
  const orgId = useSession().scope?.orgId ?? 0;
  const address = useListAddress(stockFilters, SORTS);
  const facets = useFacets(calls.facets, { query: { orgId } }, address.filters, { topics: TOPICS });
  const round = useConsentRound(brandStock.name, OF_OTHERS);
  const start = useExport('brand-stock.export', calls.export);
  return (
    <PageFrame
      title="Brand Stock"
      aside={<span className="v-hint">At your licenses, and where others show you their packages</span>}
      actions={<ListLinks links={[{ to: '/network/access-log', label: 'Access log' }]} />}
    >
      <StockTotals orgId={orgId} filters={address.filters} />
      <ResourceGrid<StockPackage>
        key={round}
        resource={brandStock}
        label="Brand stock"
        noun={['package', 'packages']}
        columns={stockColumns}
        nameOf={({ tag, holder }) => `package ${tag} of ${holder.organization}`}
        address={address}
        filters={stockFilters}
        {...facets}
        search={{ label: 'Find a tag or item', field: 'search' }}
        empty={{
          title: 'No packages to see',
          hint: 'Packages of items assigned to a brand appear here, and those that partners and holders show you.',
        }}
        exports={{
          requires: calls.export.requires,
          all: (headers) =>
            void start({ body: { orgId, ...address.search, headers: headers as never } }, 'export these packages'),
        }}
        whyNotOpen={(row) => (row ? null : 'This package isn’t on this page, or isn’t shown to you any more.')}
        drawer={({ row, onClose }) => row && <StockDrawer row={row} onClose={onClose} />}
      />
    </PageFrame>
  );
}
