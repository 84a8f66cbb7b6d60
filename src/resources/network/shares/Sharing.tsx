import { useState } from 'react';
import { Link } from 'react-router';
import { withoutPlan } from '../../../../domain/access/ability';
import { formatNumber } from '../../../../domain/money';
import { type LicenseSummary, sharedFromNow } from '../../../../domain/network/shared-brand';
import { autoSharing, sharedBrands as calls } from '../../../../domain/network/shares-contract';
import { finds } from '../../../../domain/search-text';
import { listed } from '../../../../domain/text';
import { useCan } from '../../../access/useCan';
import { QueryState } from '../../../kit/form/QueryState';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { ListLinks, ResourceGrid, useListAddress } from '../../../kit/list';
import { nameColumn, textColumn } from '../../../kit/list/columns';
import { call } from '../../../providers/call';
import { messageOf } from '../../../providers/call/call-errors';
import { useCall, useCallQuery } from '../../../providers/refine/use-call';
import { useResourceList } from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import { useResumable } from '../../../providers/session/resume';
import { showSnack } from '../../../providers/snackbar';
import type { GridColumn } from '../../../ui/grid';
import { PageFrame } from '../../../ui/PageFrame';
import { Pill } from '../../../ui/Pill';
import { licenseShares } from './resource';
import { byName } from './SharedBrands';
import css from './shares.module.css';

type Row = LicenseSummary & { id: number };

const pathOf = ({ id }: { id: number }) => `/network/shared-brands?licenseId=${id}`;
const LINKS = [
  { to: '/inventory/sharing/partners', label: 'Partner brands' },
  { to: '/network/shared-brands', label: 'Shared brands' },
  { to: '/network/shared-licenses', label: 'Shared licenses' },
];

const count = (id: 'shared' | 'enabled' | 'requested', header: string): GridColumn<Row> => ({
  id,
  header,
  cell: (row) => formatNumber(row[id]),
  value: (row) => row[id],
  align: 'end',
  width: 128,
  sortable: true,
});

const columns: readonly GridColumn<Row>[] = [
  nameColumn('license', 'License', {
    cell: (row) => <Link to={pathOf(row)}>{row.license.displayName}</Link>,
    value: ({ license }) => license.displayName,
    width: 200,
  }),
  textColumn('name', 'Name', ({ license }) => license.name, { width: 220, sortable: true, card: 'lead' }),
  {
    id: 'auto',
    header: 'Shares by itself',
    cell: ({ autoSharing: is }) => (is ? <Pill tone="positive">On</Pill> : <Pill mark="slash">Off</Pill>),
    value: ({ autoSharing: is }) => (is ? 'On' : 'Off'),
    width: 144,
    sortable: true,
    card: 'lead',
  },
  count('shared', 'Shared brands'),
  count('enabled', 'Enabled'),
  count('requested', 'Requests'),
];

/** The reader's licenses: what each shares with brands' owners, and whether it does so by itself. */
export default function Sharing() {
  const address = useListAddress(byName);
  const { can } = useCan();
  const [asked, setAsked] = useState<Row | null>(null);
  /** The license being switched, as it will be. */
  const [expected, setExpected] = useState<{ id: number; autoSharing: boolean } | null>(null);
  const { query, result } = useResourceList(licenseShares);
  const disable = useCall(autoSharing.disable);
  const isWanted = finds(address.filters.q ?? '');
  const mayGive = can(withoutPlan(autoSharing.enable.requires));
  const enable = useResumable('shares.by-itself', async ({ id, name }: { id: number; name: string }) => {
    await call(autoSharing.enable, { params: { id } });
    await query.refetch();
    showSnack({ status: 'success', message: `${name} shares its brands by itself.` });
  });
  const stop = async ({ id, license }: Row) => {
    setExpected({ id, autoSharing: false });
    const { ok } = await disable.run({ params: { id } });
    if (ok) {
      await query.refetch();
      showSnack({ status: 'success', message: `${license.displayName} no longer shares by itself.` });
    }
    setExpected(null);
  };
  const rows = query.data && !query.error ? (result.data as readonly LicenseSummary[]) : undefined;
  return (
    <PageFrame title="Sharing" actions={<ListLinks links={LINKS} />}>
      <ResourceGrid<Row>
        resource={licenseShares}
        label="Licenses"
        noun={['license', 'licenses']}
        columns={columns}
        nameOf={({ license }) => license.displayName}
        rows={rows?.map((row) => ({
          ...row,
          id: row.license.id,
          ...(expected?.id === row.license.id && expected),
        }))}
        error={query.error && messageOf(query.error)}
        onRetry={() => void query.refetch()}
        refreshing={query.isFetching && query.data !== undefined}
        matches={({ license }) => isWanted(license.displayName, license.name)}
        address={address}
        search={{ label: 'Find a license', field: 'q' }}
        pathOf={pathOf}
        empty={{ title: 'No licenses yet', hint: 'Add a license. Then share the brands it holds with their owners.' }}
        rowActions={(row) =>
          mayGive
            ? [
                row.autoSharing
                  ? { label: 'Stop sharing by itself', onSelect: () => void stop(row) }
                  : { label: 'Share by itself', onSelect: () => setAsked(row) },
              ]
            : []
        }
      />
      {asked && <ShareByItself license={asked} enable={enable} onClose={() => setAsked(null)} />}
    </PageFrame>
  );
}

type ByItselfProps = {
  license: Row;
  enable: (input: { id: number; name: string }, label: string) => Promise<void>;
  onClose: () => void;
};

/** Names the brands that a license shares from now, before it does so by itself. */
function ShareByItself({ license: { id, license }, enable, onClose }: ByItselfProps) {
  const orgId = useSession().scope?.orgId ?? 0;
  const found = useCallQuery(calls.candidates, { query: { orgId, licenseId: id } }, { staleTime: 0 });
  const name = license.displayName;
  const run = async () => {
    try {
      await enable({ id, name }, `share the brands of ${name} by itself`);
      return { ok: true, value: null } as const;
    } catch (error) {
      return { ok: false, error } as const;
    }
  };
  return (
    <Confirm
      title={`Share the brands of ${name} by itself?`}
      act="Share by itself"
      tone="primary"
      whyNot={found.data ? null : 'Reading the brands of its items…'}
      run={run}
      onClose={onClose}
    >
      <QueryState query={found}>
        {(all) => {
          const { shared, left } = sharedFromNow(all);
          return (
            <>
              {shared.length > 0 && <p>From now, with their owners:</p>}
              <ul className={css.brands}>
                {shared.map(({ brand, owner }) => (
                  <li key={brand.id}>
                    {brand.name}
                    {owner && `, with ${owner.name}`}
                  </li>
                ))}
              </ul>
              {shared.length === 0 && <p>No item here is assigned to a brand of others that isn’t shared already.</p>}
              {left.length > 0 && <p>You ended {listed(left.map(({ brand }) => brand.name))}: that stays ended.</p>}
              <p>Later, every other brand an item here is assigned to. You can disable or end each.</p>
            </>
          );
        }}
      </QueryState>
    </Confirm>
  );
}
