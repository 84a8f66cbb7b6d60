import { Link } from 'react-router';
import type { Channel } from 'stream-chat';
import { messageWords, type ServiceAttachment } from '../../../domain/chat/attachment';
import type { ShownChannel } from '../../../domain/chat/channel';
import { useSession } from '../../providers/session';
import { Avatar } from '../../ui/Avatar';
import { Icon } from '../../ui/Icon';
import { OnlineDot } from '../presence/OnlineDot';
import { useUnsent } from '../unsent';
import css from './ChannelItem.module.css';
import { countUnread } from './useLiveChannels';

type Props = {
  channel: ShownChannel;
  live: Channel | null;
  isOpen: boolean;
  isOnline: (userId: string | undefined) => boolean;
};

/** A conversation in the list: name, last message and unread count. */
export function ChannelItem({ channel, live, isOpen, isOnline }: Props) {
  const { user } = useSession();
  const waiting = useUnsent().findLast(({ cid, isWaiting }) => isWaiting && cid === live?.cid);
  const isDirect = channel.channelType === 'TEAM_DM' || channel.channelType === 'NETWORK_DM';
  const other = isDirect && channel.members.find(({ userId }) => userId !== user.id);
  const topic = channel.channelType === 'NETWORK_ORG_TO_ORG' ? channel.topic : '';
  const isPaused = channel.channelType === 'NETWORK_ORG_TO_ORG' && channel.frozen;
  const isPrivate = channel.channelType === 'TEAM' && channel.isPrivate;
  const isMuted = live?.muteStatus().muted === true;
  const unread = live === null ? 0 : countUnread(live);
  return (
    <li>
      <Link
        className={css.item}
        to={`/chat/messages/${channel.cid}`}
        aria-current={isOpen ? 'page' : undefined}
        data-unread={unread > 0}
      >
        {other ? (
          <span className={css.picture}>
            <Avatar name={channel.name} uri={other.profileImageUri} size={24} />
            {isOnline(other.userId) && <OnlineDot />}
          </span>
        ) : (
          <span className={css.itemIcon}>
            <Icon
              name={isPrivate ? 'lock' : channel.channelType === 'NETWORK_ORG_TO_ORG' ? 'building' : 'chat'}
              size={18}
            />
          </span>
        )}
        <span className={css.itemWords}>
          <span className={css.itemName}>
            {channel.name}
            {topic && <span className="muted"> {topic}</span>}
            {other && isOnline(other.userId) && <span className="v-hidden"> (online)</span>}
            {isPrivate && <span className="v-hidden"> (private)</span>}
          </span>
          <span className={css.itemLast}>
            {waiting ? `Not sent yet: ${wordsOf(waiting.message)}` : lastWords(channel, live, user.id)}
          </span>
        </span>
        {isPaused && <span className={css.itemMuted}>Paused</span>}
        {isMuted && <span className={css.itemMuted}>Muted</span>}
        {unread > 0 && (
          <span className={css.count}>
            {unread > 99 ? '99+' : unread}
            <span className="v-hidden"> unread</span>
          </span>
        )}
      </Link>
    </li>
  );
}

/** Whether a block hides an author of a channel with another organization. */
function isHiddenIn(channel: ShownChannel, userId: string | undefined): boolean {
  if (channel.channelType !== 'NETWORK_ORG_TO_ORG' || userId === undefined) return false;
  return ![...channel.members, ...channel.removedUsers].some((person) => person.userId === userId);
}

function lastWords(channel: ShownChannel, live: Channel | null, userId: string): string {
  const last = live?.state.latestMessages.findLast(({ type }) => type !== 'deleted');
  if (!last) return 'No messages yet';
  if (last.status === 'failed') return `Not sent: ${wordsOf(last)}`;
  const first = isHiddenIn(channel, last.user?.id) ? 'Someone' : (last.user?.name?.split(' ')[0] ?? '');
  const by = last.user?.id === userId ? 'You' : first;
  return `${by}: ${wordsOf(last)}`;
}

const wordsOf = ({ text, attachments }: { text?: string; attachments?: readonly ServiceAttachment[] }): string =>
  messageWords(text, attachments);
