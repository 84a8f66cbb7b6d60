import { CHANNEL_INVITE_STATUSES, type ChannelInvite, type ChannelInviteStatus } from '../../../domain/chat/invite';
import { dayColumn, nameColumn, textColumn } from '../../kit/list/columns';
import type { GridColumn } from '../../ui/grid';
import { Pill, type PillProps } from '../../ui/Pill';
import { dateHere } from '../../ui/reader-dates';

const LOOKS: Record<ChannelInviteStatus, Omit<PillProps, 'children'>> = {
  INVITED: { tone: 'progress', mark: 'clock' },
  IGNORED: { mark: 'slash' },
  EXPIRED: { tone: 'warning', mark: 'clock' },
  ACCEPTED: { tone: 'positive' },
  REMOVED: { mark: 'slash' },
};

/** The other side's name. */
export const otherSide = ({ side, invitingOrg, invitedOrgName }: ChannelInvite): string =>
  side === 'INVITED' ? invitingOrg.name : invitedOrgName;

const waitsForReader = ({ side, status }: ChannelInvite) => side === 'INVITED' && status === 'INVITED';

const statusText = (invite: ChannelInvite) =>
  waitsForReader(invite) ? 'Waiting for you' : CHANNEL_INVITE_STATUSES[invite.status];

const status: GridColumn<ChannelInvite> = {
  id: 'status',
  header: 'Status',
  cell: (invite) => (
    <Pill {...(waitsForReader(invite) ? { tone: 'warning', mark: 'alert' } : LOOKS[invite.status])}>
      {statusText(invite)}
    </Pill>
  ),
  value: statusText,
  width: 150,
  sortable: true,
  card: 'lead',
};

export const inviteColumns: readonly GridColumn<ChannelInvite>[] = [
  nameColumn<ChannelInvite>('organization', 'Organization', { cell: otherSide, value: otherSide, width: 240 }),
  textColumn('side', 'Sent or received', ({ side }) => (side === 'INVITED' ? 'Received' : 'Sent'), {
    width: 140,
    sortable: true,
  }),
  status,
  textColumn('topic', 'Topic', ({ topic }) => topic, { width: 260 }),
  textColumn('invitedBy', 'Sent by', ({ invitedBy }) => invitedBy, { width: 180 }),
  dayColumn('sent', 'Sent', ({ sent }) => sent, {
    cell: ({ sent }) => dateHere(sent),
    value: ({ sent }) => new Date(sent),
    sortable: true,
  }),
  dayColumn('expires', 'Open until', ({ expiresAt }) => expiresAt, {
    cell: ({ expiresAt }) => dateHere(expiresAt),
    value: ({ expiresAt }) => new Date(expiresAt),
    sortable: true,
    card: 'hidden',
  }),
  textColumn('email', 'Emailed to', ({ invitedEmail }) => invitedEmail, { width: 220, card: 'hidden' }),
];
