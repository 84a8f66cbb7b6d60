import { useNavigate } from 'react-router';
import {
  CHANNEL_INVITE_DAYS,
  CHANNEL_INVITE_STATUSES,
  type ChannelInvite,
  INVITE_SIDES,
  inviteAnswers,
  type STORED_INVITE_STATUSES,
} from '../../../domain/chat/invite';
import { channelInvites as calls } from '../../../domain/chat/network-contract';
import { choices, defineFilters, type FiltersOf, text } from '../../../domain/filters';
import { finds } from '../../../domain/search-text';
import { useCan } from '../../access/useCan';
import { CreateButton, ListLinks, ResourceGrid, useListAddress } from '../../kit/list';
import { messageOf } from '../../providers/call/call-errors';
import { useCall } from '../../providers/refine/use-call';
import { useResourceList } from '../../providers/refine/use-resource';
import { useSession } from '../../providers/session';
import { showSnack } from '../../providers/snackbar';
import { PageFrame } from '../../ui/PageFrame';
import { channelInvites } from '../resource';
import { InviteOrganization } from './InviteOrganization';
import { inviteColumns, otherSide } from './invites.columns';

const SIDES = { INVITED: 'Received', INVITING: 'Sent' } as const;

const inviteFilters = defineFilters({
  q: text('Organization or topic'),
  side: choices(
    'Sent or received',
    INVITE_SIDES.map((value) => ({ value, label: SIDES[value] })),
  ),
  status: choices(
    'Status',
    (['INVITED', 'IGNORED', 'EXPIRED'] as const).map((value) => ({ value, label: CHANNEL_INVITE_STATUSES[value] })),
  ),
});

function matches(invite: ChannelInvite, { q = '', side, status }: FiltersOf<typeof inviteFilters>): boolean {
  if (side && !side.includes(invite.side)) return false;
  if (status && !status.includes(invite.status as never)) return false;
  return finds(q)(otherSide(invite), invite.topic);
}

type Answer = (typeof STORED_INVITE_STATUSES)[number];

/** What an answer is called, by whose side gives it. */
function labelOf({ side, status }: ChannelInvite, answer: Answer): string {
  if (answer === 'ACCEPTED') return 'Accept';
  if (answer === 'IGNORED') return 'Ignore';
  if (answer === 'INVITED') return side === 'INVITING' ? 'Send again' : 'Stop ignoring';
  if (side === 'INVITED') return status === 'EXPIRED' ? 'Remove from the list' : 'Decline';
  return status === 'EXPIRED' ? 'Remove from the list' : 'Withdraw';
}

/** Invites to channels with other organizations that nobody answered, on either side. */
export default function BrowseInvites() {
  const address = useListAddress(inviteFilters);
  const { query, result } = useResourceList(channelInvites);
  const rows = query.data && (result.data as readonly ChannelInvite[]);
  const { whyNot } = useCan();
  const mayAnswer = whyNot(calls.update.requires) === null;
  const answer = useAnswer();
  const add = <CreateButton label="Invite an organization" requires={calls.send.requires} />;
  return (
    <PageFrame
      title="Channel invites"
      breadcrumbs={[{ label: 'Messages', to: '/chat/messages' }]}
      actions={
        <>
          <ListLinks links={[{ to: '/chat/browse-network-channels', label: 'Partner channels' }]} />
          {add}
        </>
      }
    >
      <ResourceGrid<ChannelInvite>
        resource={channelInvites}
        label="Channel invites"
        noun={['invite', 'invites']}
        columns={inviteColumns}
        nameOf={otherSide}
        rows={rows}
        error={query.error && messageOf(query.error)}
        onRetry={() => void query.refetch()}
        refreshing={query.isFetching && query.data !== undefined}
        matches={(invite) => matches(invite, address.filters)}
        address={address}
        filters={inviteFilters}
        search={{ label: 'Find by organization or topic', field: 'q' }}
        empty={{
          title: 'No open invites',
          hint: `Invite an organization you work with to a channel you share. They have ${CHANNEL_INVITE_DAYS} days to answer.`,
          action: add,
        }}
        rowTone={({ status }) => (status === 'INVITED' ? undefined : 'muted')}
        rowActions={(invite) =>
          mayAnswer
            ? inviteAnswers(invite.side, invite.status).map((one) => ({
                label: labelOf(invite, one),
                ...(one === 'REMOVED' && { tone: 'danger' as const }),
                onSelect: () => void answer(invite, one),
              }))
            : []
        }
        whyNotOpen={(row) => (row ? '' : whyNot(calls.send.requires))}
        drawer={({ row, onClose }) => (row ? null : <InviteOrganization onClose={onClose} />)}
      />
    </PageFrame>
  );
}

const SAID: Record<Answer, (other: string) => string> = {
  ACCEPTED: (other) => `You share a channel with ${other} now.`,
  IGNORED: (other) => `Ignored. ${other} isn’t told.`,
  INVITED: (other) => `The invite of ${other} is open.`,
  REMOVED: (other) => `The invite of ${other} is gone.`,
};

/** Answers an invite; an accepted one opens its channel. */
function useAnswer() {
  const navigate = useNavigate();
  const orgId = useSession().scope?.orgId ?? 0;
  const { run } = useCall(calls.update);
  return async (invite: ChannelInvite, status: Answer) => {
    const result = await run({ params: { orgId, id: invite.id }, body: { status } });
    if (!result.ok) return;
    showSnack({ status: 'success', message: SAID[status](otherSide(invite)) });
    if (result.value.cid !== null) await navigate(`/chat/messages/${result.value.cid}`);
  };
}
