import { useMemo, useState } from 'react';
import { withoutPlan } from '../../../../domain/access/ability';
import { choices, defineFilters, type FiltersOf, ids, text } from '../../../../domain/filters';
import { PARTNER_STATES, type PartnerAct, type PartnerSide, partnerActs } from '../../../../domain/network/partner';
import { partners as calls, type Partner } from '../../../../domain/network/partners-contract';
import { finds } from '../../../../domain/search-text';
import { useCan } from '../../../access/useCan';
import { CreateButton, ListLinks, ResourceGrid, useListAddress } from '../../../kit/list';
import { messageOf } from '../../../providers/call/call-errors';
import { useResourceList } from '../../../providers/refine/use-resource';
import { PageFrame } from '../../../ui/PageFrame';
import { EndPartner } from './EndPartner';
import { AddPartner, AskForBrand, PartnerTerms } from './PartnerForms';
import { columnsOf, STATES } from './partners.columns';
import { brandPartners, partnerBrands } from './resource';
import { usePartnerActs } from './usePartnerActs';

const partnerFilters = defineFilters({
  q: text('Brand or organization'),
  brandId: ids('Brand', 'brands'),
  status: choices(
    'Status',
    PARTNER_STATES.map((value) => ({ value, label: STATES[value].children })),
  ),
});

const otherOf = ({ side, owner, partner }: Partner) => (side === 'OWNER' ? partner : owner);

function matches(partner: Partner, { q = '', brandId, status }: FiltersOf<typeof partnerFilters>): boolean {
  if (brandId && !brandId.includes(partner.brand.id)) return false;
  if (status && !status.includes(partner.status)) return false;
  return finds(q)(partner.brand.name, otherOf(partner).name);
}

const ACTS: Record<PartnerAct, { label: string; isDanger?: true }> = {
  accept: { label: 'Accept' },
  change: { label: 'Change what they see' },
  refuse: { label: 'Refuse', isDanger: true },
  rescind: { label: 'Withdraw request', isDanger: true },
  end: { label: 'End partnership', isDanger: true },
};

type Words = { title: string; add: string; empty: { title: string; hint: string } };

/** Partners of the organization's brands, and who asks to be one. */
export const BrandPartners = () => (
  <PartnerList
    side="OWNER"
    title="Partners"
    add="Add partner"
    empty={{
      title: 'No partners yet',
      hint: 'A partner assigns its items to your brand and, if you let it, sees your packages of it.',
    }}
  />
);

/** Brands of others that the organization works with, and its requests. */
export const PartnerBrands = () => (
  <PartnerList
    side="PARTNER"
    title="Partner Brands"
    add="Ask for a brand"
    empty={{
      title: 'No partner brands yet',
      hint: 'Do you make, pack or carry another organization’s brand? Ask its owner to assign your items to it.',
    }}
  />
);

const LINKS: Record<PartnerSide, readonly { to: string; label: string }[]> = {
  OWNER: [{ to: '/network/shared-licenses', label: 'Shared licenses' }],
  PARTNER: [{ to: '/inventory/sharing', label: 'Sharing' }],
};

type Asked = { partner: Partner; act: PartnerAct };

function PartnerList({ side, title, add: addLabel, empty }: Words & { side: PartnerSide }) {
  const resource = side === 'OWNER' ? brandPartners : partnerBrands;
  const address = useListAddress(partnerFilters);
  const { filters } = address;
  const { query, result } = useResourceList(resource, { filters: { side } });
  const rows = query.data && (result.data as readonly Partner[]);
  const acts = usePartnerActs();
  const [asked, ask] = useState<Asked | null>(null);
  const { whyNot } = useCan();
  const creates = withoutPlan(calls.grant.requires);
  const mayWrite = whyNot(creates) === null;
  const add = <CreateButton label={addLabel} requires={creates} />;
  const brands = useMemo(
    () => [...new Map(rows?.map(({ brand: { id, name } }) => [id, { id, name }])).values()],
    [rows],
  );
  const columns = useMemo(() => columnsOf(side), [side]);
  const close = () => ask(null);
  return (
    <PageFrame
      title={title}
      actions={
        <>
          <ListLinks links={LINKS[side]} />
          {add}
        </>
      }
    >
      <ResourceGrid<Partner>
        resource={resource}
        label={title}
        noun={side === 'OWNER' ? ['partner', 'partners'] : ['brand', 'brands']}
        columns={columns}
        nameOf={(partner) => `${otherOf(partner).name} for ${partner.brand.name}`}
        rows={rows}
        error={query.error && messageOf(query.error)}
        onRetry={() => void query.refetch()}
        refreshing={query.isFetching && query.data !== undefined}
        matches={(partner) => matches(partner, filters)}
        address={address}
        filters={partnerFilters}
        facets={rows && { brands }}
        search={{ label: 'Find by brand or organization', field: 'q' }}
        empty={{ ...empty, action: add }}
        rowTone={({ status }) => (status === 'REQUESTED' || status === 'ACCEPTED' ? undefined : 'muted')}
        rowActions={(partner) =>
          mayWrite
            ? partnerActs(side, partner.status).map((act) => ({
                label: ACTS[act].label,
                ...(ACTS[act].isDanger && { tone: 'danger' as const }),
                onSelect: () => ask({ partner, act }),
              }))
            : []
        }
        whyNotOpen={(row) => (row ? '' : whyNot(creates))}
        drawer={({ row, onClose }) =>
          row ? null : side === 'OWNER' ? (
            <AddPartner acts={acts} brandId={filters.brandId?.[0] ?? null} onClose={onClose} />
          ) : (
            <AskForBrand acts={acts} onClose={onClose} />
          )
        }
      />
      {asked && (asked.act === 'accept' || asked.act === 'change') && (
        <PartnerTerms acts={acts} partner={asked.partner} onClose={close} />
      )}
      {asked && asked.act !== 'accept' && asked.act !== 'change' && (
        <EndPartner partner={asked.partner} onClose={close} />
      )}
    </PageFrame>
  );
}
