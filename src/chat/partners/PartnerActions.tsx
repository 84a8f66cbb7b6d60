import { useNavigate } from 'react-router';
import type { Channel } from 'stream-chat';
import type { ChannelMember, OrgChannel } from '../../../domain/chat/channel';
import { useSession } from '../../providers/session';
import type { MenuEntry } from '../../ui/Menu';
import { ConversationMenu } from '../conversation/ConversationMenu';
import { PartnerDialogs, usePartnerEntries } from './usePartnerEntries';

type Props = { channel: OrgChannel; colleagues: readonly ChannelMember[]; live: Channel | null };

/** What a reader may do with a channel with another organization. */
export function PartnerActions({ channel, colleagues, live }: Props) {
  const navigate = useNavigate();
  const { user } = useSession();
  const { entries, dialog, close } = usePartnerEntries(channel, {
    onLeft: () => void navigate('/chat/messages'),
  });
  const own: MenuEntry[] = channel.memberUserIds.includes(user.id)
    ? entries
    : entries.filter(({ label }) => label === 'People');
  return (
    <>
      <ConversationMenu name={channel.name} live={live} entries={own} />
      <PartnerDialogs channel={channel} colleagues={colleagues} dialog={dialog} onClose={close} />
    </>
  );
}
