import { Link } from 'react-router';
import type { Product } from '../../../../../domain/catalogue/product-record';
import { LISTED_STATUSES, type ProductStatus } from '../../../../../domain/catalogue/vocabulary';
import { stateName } from '../../../../../domain/organization/us-states';
import { Panel } from '../../../../kit/record/RecordPage';
import { useSession } from '../../../../providers/session';
import { Facts } from '../../../../ui/Facts';

const LISTED: readonly ProductStatus[] = LISTED_STATUSES;

/** Which buyers see a product, on which menu, and who delivers it. */
export function ProductSold({ product }: { product: Product }) {
  const { organization } = useSession();
  const brand = organization?.brands.find(({ id }) => id === product.brandId);
  const company = organization?.companies.find(({ companyId }) => companyId === product.companyId);
  const state = company && stateName(company.state.ansiAbbrevation);
  const whyNot = notListed(product, brand?.disabled ?? false);
  const facts = {
    Menu:
      brand && whyNot === null ? (
        <Link to={`/marketplace/brands/${brand.slug}`}>{brand.name}</Link>
      ) : (
        (whyNot ?? product.brand.name)
      ),
    Company: company && `${company.name}, ${state}`,
    Buyers: whyNot === null && state && `Licensed buyers in ${state}`,
    'Usual distributor': product.distributor?.name ?? 'None',
  };
  return (
    <Panel title="Where it’s sold">
      <Facts layout="stacked" facts={facts} />
    </Panel>
  );
}

/** Why buyers don't see it; null when they do. */
function notListed({ isParent, listingState, brand }: Product, isDisabled: boolean): string | null {
  if (isParent) return 'Not on a menu: buyers see its child products.';
  if (isDisabled) return `Not on a menu: ${brand.name} is disabled.`;
  if (LISTED.includes(listingState)) return null;
  return listingState === 'ARCHIVED' ? 'Not on a menu: it’s archived.' : 'Not on a menu: its status is Internal.';
}
