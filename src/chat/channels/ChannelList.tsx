import { useState } from 'react';
import { Link } from 'react-router';
import type { StreamChat } from 'stream-chat';
import type { ChatChannel } from '../../../domain/chat/channel';
import { useBegin } from '../../shell/palette/useBegin';
import { IconButton } from '../../ui/Button';
import css from '../chat.module.css';
import { ChannelItem } from './ChannelItem';
import { NewConversation } from './NewConversation';
import { liveChannel } from './useLiveChannels';

type Props = { channels: readonly ChatChannel[]; client: StreamChat; open: string | undefined };

/** The reader's channels and direct conversations, most recent message first. */
export function ChannelList({ channels, client, open }: Props) {
  const [isAsking, setAsking] = useState(false);
  useBegin('write', true, () => setAsking(true));
  const lastAt = ({ cid, created }: ChatChannel) =>
    (liveChannel(client, cid)?.state.last_message_at ?? new Date(created)).getTime();
  const sorted = [...channels].sort((a, b) => lastAt(b) - lastAt(a));
  const group = (type: ChatChannel['channelType']) => sorted.filter(({ channelType }) => channelType === type);
  const items = (type: ChatChannel['channelType']) =>
    group(type).map((channel) => (
      <ChannelItem
        key={channel.cid}
        channel={channel}
        live={liveChannel(client, channel.cid)}
        isOpen={channel.cid === open}
      />
    ));
  const others = channels.find(({ isDefault }) => isDefault)?.members ?? [];
  return (
    <nav className={css.list} aria-label="Conversations">
      {open === undefined && (
        <h1 className={css.listTitle} tabIndex={-1}>
          Messages
        </h1>
      )}
      <div className={css.group}>
        <h2 id="c-channels">Channels</h2>
        <Link className="v-link" to="/chat/browse-channels">
          Browse channels
        </Link>
      </div>
      <ul aria-labelledby="c-channels">{items('TEAM')}</ul>
      <div className={css.group}>
        <h2 id="c-direct">Direct messages</h2>
        <IconButton icon="plus" label="New direct message" onClick={() => setAsking(true)} />
      </div>
      {group('TEAM_DM').length > 0 ? (
        <ul aria-labelledby="c-direct">{items('TEAM_DM')}</ul>
      ) : (
        <p className="muted small">No direct messages yet.</p>
      )}
      {isAsking && <NewConversation people={others} onClose={() => setAsking(false)} />}
    </nav>
  );
}
