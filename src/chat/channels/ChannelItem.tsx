import { Link } from 'react-router';
import type { Channel } from 'stream-chat';
import type { ChatChannel } from '../../../domain/chat/channel';
import { useSession } from '../../providers/session';
import { Icon } from '../../ui/Icon';
import css from './ChannelItem.module.css';
import { countUnread } from './useLiveChannels';

type Props = { channel: ChatChannel; live: Channel | null; isOpen: boolean };

/** A conversation in the list: name, last message and unread count. */
export function ChannelItem({ channel, live, isOpen }: Props) {
  const { user } = useSession();
  const isMuted = live?.muteStatus().muted === true;
  const unread = isMuted || live === null ? 0 : countUnread(live);
  return (
    <li>
      <Link
        className={css.item}
        to={`/chat/messages/${channel.cid}`}
        aria-current={isOpen ? 'page' : undefined}
        data-unread={unread > 0}
      >
        <Icon name={channel.channelType === 'TEAM_DM' ? 'user' : channel.isPrivate ? 'lock' : 'chat'} size={18} />
        <span className={css.itemWords}>
          <span className={css.itemName}>
            {channel.name}
            {channel.isPrivate && channel.channelType === 'TEAM' && <span className="v-hidden"> (private)</span>}
          </span>
          <span className={css.itemLast}>{lastWords(live, user.id)}</span>
        </span>
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

function lastWords(live: Channel | null, userId: string): string {
  const last = live?.state.latestMessages.findLast(({ type }) => type !== 'deleted');
  if (!last) return 'No messages yet';
  const by = last.user?.id === userId ? 'You' : (last.user?.name?.split(' ')[0] ?? '');
  return `${by}: ${last.text ?? ''}`;
}
