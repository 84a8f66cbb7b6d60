import { Link } from 'react-router';
import type { Channel } from 'stream-chat';
import type { ChannelMember, ShownChannel } from '../../../domain/chat/channel';
import { counted } from '../../../domain/text';
import { useSession } from '../../providers/session';
import { Icon } from '../../ui/Icon';
import { PartnerActions } from '../partners/PartnerActions';
import { OnlineDot } from '../presence/OnlineDot';
import { useOnline } from '../presence/useOnline';
import css from './ConversationHead.module.css';
import { NetworkActions } from './NetworkActions';
import { TeamActions } from './TeamActions';

type Props = { channel: ShownChannel; colleagues: readonly ChannelMember[]; live: Channel | null };

/** The conversation's name, people and actions. */
export function ConversationHead({ channel, colleagues, live }: Props) {
  const { user } = useSession();
  const isOnline = useOnline();
  const isDirect = channel.channelType === 'NETWORK_DM' || channel.channelType === 'TEAM_DM';
  const other = isDirect && channel.members.find(({ userId }) => userId !== user.id);
  return (
    <header className={css.head}>
      <Link className={css.back} to="/chat/messages" aria-label="All conversations">
        <Icon name="chevronLeft" />
      </Link>
      <div className={css.headWords}>
        <h1 tabIndex={-1}>{channel.name}</h1>
        <p className="muted small">
          {describe(channel)}
          {other && isOnline(other.userId) && (
            <>
              {' · '}
              <OnlineDot /> Online
            </>
          )}
        </p>
      </div>
      <Actions channel={channel} colleagues={colleagues} live={live} />
    </header>
  );
}

function Actions({ channel, colleagues, live }: Props) {
  switch (channel.channelType) {
    case 'NETWORK_DM':
      return <NetworkActions channel={channel} live={live} />;
    case 'NETWORK_ORG_TO_ORG':
      return <PartnerActions channel={channel} colleagues={colleagues} live={live} />;
    default:
      return channel.role !== null && <TeamActions channel={channel} colleagues={colleagues} live={live} />;
  }
}

function describe(channel: ShownChannel): string {
  if (channel.channelType === 'NETWORK_DM') return channel.isFrozen ? 'No longer connected' : 'Connection';
  if (channel.channelType === 'NETWORK_ORG_TO_ORG') {
    const count = channel.orgs.map(
      ({ id, name }) => `${channel.members.filter(({ orgId }) => orgId === id).length} of ${name}`,
    );
    return [channel.frozen ? 'Paused' : 'Partner channel', count.join(', '), channel.topic].filter(Boolean).join(' · ');
  }
  const { channelType, isPrivate, members, topic } = channel;
  if (channelType === 'TEAM_DM') return 'Direct messages';
  const people = counted(members.length, 'person', 'people');
  return [isPrivate ? 'Private' : '', people, topic].filter(Boolean).join(' · ');
}
