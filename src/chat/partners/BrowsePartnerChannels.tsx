import { Link, useNavigate } from 'react-router';
import type { OrgChannel } from '../../../domain/chat/channel';
import { orgChannels as calls, channelInvites } from '../../../domain/chat/network-contract';
import { refusalToJoinOrgChannel } from '../../../domain/chat/org-rules';
import { choices, defineFilters, type FiltersOf, text } from '../../../domain/filters';
import { finds } from '../../../domain/search-text';
import { counted } from '../../../domain/text';
import { useCan } from '../../access/useCan';
import { partnerChannels } from '../../kit/links/partner-channels';
import { ListLinks, ResourceGrid, useListAddress } from '../../kit/list';
import { nameColumn, textColumn } from '../../kit/list/columns';
import { messageOf } from '../../providers/call/call-errors';
import { useCall } from '../../providers/refine/use-call';
import { useResourceList } from '../../providers/refine/use-resource';
import { useSession } from '../../providers/session';
import { showSnack } from '../../providers/snackbar';
import type { GridColumn } from '../../ui/grid';
import { PageFrame } from '../../ui/PageFrame';
import { Pill } from '../../ui/Pill';
import { PersonGate } from '../ChatGate';
import { useListedPartnerChannel } from '../channels/useListedChannel';

type Row = OrgChannel & { id: number };

/** A list tells its rows apart by numbers. */
const numbers = new Map<string, number>();

function toRow(channel: OrgChannel): Row {
  const id = numbers.get(channel.cid) ?? numbers.size + 1;
  numbers.set(channel.cid, id);
  return { ...channel, id };
}

const STATES = { JOINED: 'Joined', OPEN: 'Not joined', PAUSED: 'Paused' } as const;
type State = keyof typeof STATES;

const channelFilters = defineFilters({
  q: text('Organization or topic'),
  state: choices(
    'State',
    (Object.keys(STATES) as State[]).map((value) => ({ value, label: STATES[value] })),
  ),
});

const statesOf = ({ role, frozen }: OrgChannel): State[] => [
  role === null ? 'OPEN' : 'JOINED',
  ...(frozen ? (['PAUSED'] as const) : []),
];

function matches(channel: Row, { q = '', state }: FiltersOf<typeof channelFilters>): boolean {
  if (state && !state.some((one) => statesOf(channel).includes(one))) return false;
  return finds(q)(channel.name, channel.topic, ...channel.members.map(({ displayName }) => displayName));
}

const peopleOf = (channel: OrgChannel, isOwn: boolean) =>
  channel.members
    .filter(({ orgId }) => (orgId === channel.orgId) === isOwn)
    .map(({ displayName }) => displayName)
    .join(', ');

const state: GridColumn<Row> = {
  id: 'state',
  header: 'State',
  cell: (channel) =>
    channel.frozen ? (
      <Pill tone="warning" mark="alert">
        Paused
      </Pill>
    ) : channel.role === null ? (
      <Pill>Not joined</Pill>
    ) : (
      <Pill tone="positive">Joined</Pill>
    ),
  value: (channel) =>
    statesOf(channel)
      .map((one) => STATES[one])
      .join(', '),
  width: 130,
  sortable: true,
  card: 'lead',
};

const columns: readonly GridColumn<Row>[] = [
  nameColumn<Row>('organization', 'Organization', { cell: ({ name }) => name, value: ({ name }) => name, width: 240 }),
  textColumn('topic', 'Topic', ({ topic }) => topic, { width: 280 }),
  state,
  textColumn('people', 'People', ({ members }) => counted(members.length, 'person', 'people'), { width: 110 }),
  textColumn('ours', 'Your people', (channel) => peopleOf(channel, true), { width: 240, card: 'hidden' }),
  textColumn('theirs', 'Their people', (channel) => peopleOf(channel, false), { width: 240, card: 'hidden' }),
];

/** Channels with other organizations: one's own, and those one may join. */
export default function BrowsePartnerChannels() {
  const { whyNot } = useCan();
  const mayInvite = whyNot(channelInvites.list.requires) === null;
  return (
    <PageFrame
      title="Partner channels"
      breadcrumbs={[{ label: 'Messages', to: '/chat/messages' }]}
      actions={mayInvite && <ListLinks links={[{ to: '/chat/browse-invites', label: 'Channel invites' }]} />}
    >
      <PersonGate>
        <Channels />
      </PersonGate>
    </PageFrame>
  );
}

function Channels() {
  const address = useListAddress(channelFilters);
  const { query, result } = useResourceList(partnerChannels);
  const rows = query.data && (result.data as readonly OrgChannel[]).map(toRow);
  const { membership, scope } = useSession();
  const navigate = useNavigate();
  const list = useListedPartnerChannel();
  const orgId = scope?.orgId ?? 0;
  const joining = useCall(calls.join);
  const leaving = useCall(calls.leave);
  const open = (cid: string) => navigate(`/chat/messages/${cid}`);
  const join = async ({ cid }: Row) => {
    const result = await joining.run({ params: { orgId, cid } });
    if (!result.ok) return;
    list(cid, result.value);
    await open(cid);
  };
  const leave = async ({ cid, name }: Row) => {
    const result = await leaving.run({ params: { orgId, cid } });
    if (!result.ok) return;
    list(cid, result.value);
    showSnack({ status: 'success', message: `You left the channel with ${name}.` });
  };
  return (
    <ResourceGrid<Row>
      resource={partnerChannels}
      label="Partner channels"
      noun={['channel', 'channels']}
      columns={columns}
      nameOf={({ name, topic }) => [name, topic].filter(Boolean).join(', ')}
      rows={rows}
      error={query.error && messageOf(query.error)}
      onRetry={() => void query.refetch()}
      refreshing={query.isFetching && query.data !== undefined}
      matches={(channel) => matches(channel, address.filters)}
      address={address}
      filters={channelFilters}
      search={{ label: 'Find by organization, topic or person', field: 'q' }}
      empty={{
        title: 'No partner channels yet',
        hint: 'A partner channel is shared by your organization and one other. It starts with an invite.',
        action: <Link to="/chat/browse-invites">Channel invites</Link>,
      }}
      rowActions={(channel) => {
        if (channel.role !== null) {
          return [
            { label: 'Open', onSelect: () => void open(channel.cid) },
            { label: 'Leave', tone: 'danger' as const, onSelect: () => void leave(channel) },
          ];
        }
        const whyNotJoin = membership && refusalToJoinOrgChannel(channel, membership);
        return [
          {
            label: 'Join',
            onSelect: () => void join(channel),
            ...(whyNotJoin ? { disabled: true, note: whyNotJoin } : {}),
          },
        ];
      }}
    />
  );
}
