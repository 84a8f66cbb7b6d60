import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Channel } from 'stream-chat';
import type { ChannelMember, ChatChannel } from '../../../domain/chat/channel';
import { factsOf, refusalToLeave, refusalToRename } from '../../../domain/chat/rules';
import { useSession } from '../../providers/session';
import { lazyDialog } from '../../ui/lazy';
import type { MenuEntry } from '../../ui/Menu';
import { useChannelEdit } from '../channels/useChannelEdit';
import { ConversationMenu } from './ConversationMenu';

const ChannelPeople = lazyDialog(async () => (await import('../channels/ChannelPeople')).ChannelPeople);
const RenameChannel = lazyDialog(async () => (await import('../channels/RenameChannel')).RenameChannel);

type Props = { channel: ChatChannel; colleagues: readonly ChannelMember[]; live: Channel | null };

/** What a member may do with a channel or direct conversation of the organization. */
export function TeamActions({ channel, colleagues, live }: Props) {
  const [dialog, setDialog] = useState<'people' | 'rename' | null>(null);
  const { membership } = useSession();
  const navigate = useNavigate();
  const { edit } = useChannelEdit(channel, { success: `You left ${channel.name}.` });
  const facts = factsOf(channel);
  const leave = async () => {
    const result = await edit({ removeSelf: true });
    if (result.ok) await navigate('/chat/messages');
  };
  const withReason = (whyNot: string | null) => (whyNot === null ? {} : { disabled: true, note: whyNot });
  const entries: MenuEntry[] = [];
  if (channel.channelType === 'TEAM' && membership) {
    entries.push(
      { label: 'People', icon: 'user', onSelect: () => setDialog('people') },
      {
        label: 'Rename',
        icon: 'edit',
        onSelect: () => setDialog('rename'),
        ...withReason(refusalToRename(facts, membership)),
      },
      {
        label: 'Leave',
        icon: 'external',
        separated: true,
        onSelect: () => void leave(),
        ...withReason(refusalToLeave(facts)),
      },
    );
  }
  return (
    <>
      <ConversationMenu name={channel.name} live={live} entries={entries} />
      {dialog === 'people' && (
        <ChannelPeople.Part channel={channel} colleagues={colleagues} onClose={() => setDialog(null)} />
      )}
      {dialog === 'rename' && <RenameChannel.Part channel={channel} onClose={() => setDialog(null)} />}
    </>
  );
}
