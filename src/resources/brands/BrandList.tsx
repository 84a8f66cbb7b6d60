import { useCallback } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { read } from '../../../domain/access/ability';
import type { BrandRecord } from '../../../domain/brands/brand';
import { brandInvites, brandSuggestions, ownBrands as calls } from '../../../domain/brands/contract';
import { BRAND_SOURCES } from '../../../domain/brands/source';
import { SUGGESTION_STATUSES } from '../../../domain/brands/suggestion';
import { readId } from '../../../domain/contract/endpoint';
import { formatNumber } from '../../../domain/money';
import { Can, useCan } from '../../access/useCan';
import { choicesOf, LEAST_SEARCHED } from '../../kit/form/choices';
import { claimOption } from '../../kit/form/controls/claim-option';
import { FormDrawer } from '../../kit/form/FormDrawer';
import { useRecordForm } from '../../kit/form/useRecordForm';
import { CreateButton, ListLinks, ResourceGrid, useListAddress } from '../../kit/list';
import { nameColumn, textColumn } from '../../kit/list/columns';
import { useResourceList } from '../../providers/refine/use-resource';
import type { GridColumn } from '../../ui/grid';
import { PageFrame } from '../../ui/PageFrame';
import { Picture } from '../../ui/Picture';
import { Pill } from '../../ui/Pill';
import { useChangeSearch, without } from '../../ui/useChangeSearch';
import { BrandPill } from './BrandPill';
import { BRANDS, brandFilters, brandStanding, matchesBrand } from './brand.text';
import css from './brands.module.css';
import { SuggestBrand } from './list/SuggestBrand';
import { brands, claimableBrands, suggestions } from './resource';

const SUGGEST = 'suggest';
const LINKS = [
  { to: '/account/manage/brand-invites', label: 'Invites', requires: brandInvites.sent.requires },
  { to: '/network/shared-licenses', label: 'Shared licenses', requires: read('ITEM_OWNERS') },
  { to: `?${SUGGEST}`, label: 'Suggest a brand', requires: brandSuggestions.create.requires },
];

const columns: readonly GridColumn<BrandRecord>[] = [
  nameColumn('name', 'Brand', {
    cell: ({ slug, name, profileImageUri }) => (
      <span className={css.name}>
        <Picture src={profileImageUri} name={name} size={24} />
        <Link to={`${BRANDS}/${slug}`}>{name}</Link>
      </span>
    ),
    value: ({ name }) => name,
    width: 260,
  }),
  {
    id: 'status',
    header: 'Status',
    cell: (brand) => <BrandPill brand={brand} />,
    value: brandStanding,
    width: 150,
    sortable: true,
    card: 'lead',
  },
  textColumn('states', 'States', ({ states }) => states.join(', '), { width: 160, sortable: true, card: 'lead' }),
  {
    id: 'products',
    header: 'Products',
    cell: ({ productCount }) => formatNumber(productCount),
    value: ({ productCount }) => productCount,
    align: 'end',
    width: 112,
    sortable: true,
  },
  textColumn('source', 'Source', ({ source }) => BRAND_SOURCES[source], { width: 176, sortable: true }),
  textColumn('tagline', 'Tagline', ({ tagline }) => tagline, { width: 320, card: 'hidden' }),
];

/** The organization's brands: claimed, suggested and opened for editing. */
export default function BrandList() {
  const address = useListAddress(brandFilters);
  const { filters } = address;
  const asked = readId(useSearchParams()[0].get('brandId'));
  const { whyNot } = useCan();
  const [params] = useSearchParams();
  const changeSearch = useChangeSearch();
  const add = <CreateButton label="Claim brand" requires={calls.claim.requires} />;
  const closeSuggestion = () => changeSearch(without(SUGGEST), { replace: true });
  return (
    <PageFrame
      title="My Brands"
      actions={
        <>
          <ListLinks links={LINKS} />
          {add}
        </>
      }
    >
      <Can requires={read('MANAGE_BRANDS')}>
        <SuggestedBrands />
      </Can>
      {asked !== null && (
        <p className="v-hint">
          Only one brand is shown. <Link to="/network/brands">Show all brands</Link>
        </p>
      )}
      <ResourceGrid<BrandRecord>
        resource={brands}
        label="Brands"
        noun={['brand', 'brands']}
        columns={columns}
        nameOf={({ name }) => name}
        matches={useCallback(
          (brand: BrandRecord) => matchesBrand(brand, filters) && (asked === null || brand.id === asked),
          [filters, asked],
        )}
        address={address}
        filters={brandFilters}
        search={{ label: 'Find a brand', field: 'q' }}
        empty={{
          title: 'No brands yet',
          hint: 'Buyers shop by brand. Claim yours, or suggest a new one.',
          action: add,
        }}
        pathOf={({ slug }) => `${BRANDS}/${slug}`}
        rowTone={({ disabled }) => (disabled ? 'muted' : undefined)}
        whyNotOpen={() => whyNot(calls.claim.requires)}
        drawer={({ onClose }) => <ClaimBrand onClose={onClose} />}
      />
      {params.has(SUGGEST) && (
        <Can requires={brandSuggestions.create.requires}>
          <SuggestBrand onClose={closeSuggestion} />
        </Can>
      )}
    </PageFrame>
  );
}

/** Brands that can't be claimed say so. */
const CLAIMABLE = choicesOf(claimableBrands, {
  search: 'searchTerm',
  least: LEAST_SEARCHED,
  option: ({ id, name, states, claimState }) =>
    claimOption(id, [name, states.join(', ')].filter(Boolean).join(' · '), claimState),
});

/** Claims a brand that no organization has, found by its name. */
function ClaimBrand({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useRecordForm<typeof brands, { brandId: number | null }>(brands, {
    values: { brandId: null },
    body: ({ brandId }) => ({ brandId: brandId ?? undefined }),
    draft: false,
    success: ({ name }) => `${name} claimed.`,
    onSaved: ({ slug }) => void navigate(`${BRANDS}/${slug}`, { replace: true }),
  });
  return (
    <FormDrawer
      form={form}
      title="Claim a brand"
      intro={
        <p>
          Find your brand by its name. If it isn’t here, <Link to="/network/brands?suggest">suggest a new brand</Link>.
        </p>
      }
      save="Claim brand"
      asksFirst={false}
      onClose={onClose}
      fields={[
        {
          name: 'brandId',
          label: 'Brand',
          control: 'lookup',
          source: CLAIMABLE,
          placeholder: 'Type a name',
          required: true,
        },
      ]}
    />
  );
}

const MOST = 5;

/** The brands the organization suggested for others that aren't made: in review, or rejected with the reason. */
function SuggestedBrands() {
  const { result } = useResourceList(suggestions);
  const open = result.data.filter(({ status, brandId }) => status !== 'APPROVED' && brandId === null).slice(0, MOST);
  if (open.length === 0) return null;
  return (
    <ul className={css.suggested} aria-label="Suggested brands">
      {open.map(({ id, suggestedName, status, reason }) => (
        <li key={id}>
          {suggestedName}{' '}
          <Pill tone={status === 'REJECTED' ? 'negative' : 'progress'} mark={status === 'REJECTED' ? 'cross' : 'clock'}>
            {SUGGESTION_STATUSES[status]}
          </Pill>
          {reason && <span className="v-hint">{reason}</span>}
        </li>
      ))}
    </ul>
  );
}
