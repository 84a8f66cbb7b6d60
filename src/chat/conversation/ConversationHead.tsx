import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Channel } from 'stream-chat';
import type { ChannelMember, ChatChannel } from '../../../domain/chat/channel';
import { factsOf, refusalToLeave, refusalToRename } from '../../../domain/chat/rules';
import { counted } from '../../../domain/text';
import { useSession } from '../../providers/session';
import { reportError } from '../../providers/snackbar';
import { Icon } from '../../ui/Icon';
import { Menu, type MenuEntry } from '../../ui/Menu';
import { ChannelPeople } from '../channels/ChannelPeople';
import { RenameChannel } from '../channels/RenameChannel';
import { useChannelEdit } from '../channels/useChannelEdit';
import css from './ConversationHead.module.css';

type Props = { channel: ChatChannel; colleagues: readonly ChannelMember[]; live: Channel | null };

/** The conversation's name, people and actions. */
export function ConversationHead({ channel, colleagues, live }: Props) {
  const [dialog, setDialog] = useState<'people' | 'rename' | null>(null);
  const { membership } = useSession();
  const navigate = useNavigate();
  const { edit } = useChannelEdit(channel, { success: `You left ${channel.name}.` });
  const facts = factsOf(channel);
  const isMuted = live?.muteStatus().muted === true;
  const leave = async () => {
    const result = await edit({ removeSelf: true });
    if (result.ok) await navigate('/chat/messages');
  };
  const withReason = (whyNot: string | null) => (whyNot === null ? {} : { disabled: true, note: whyNot });
  const mute: MenuEntry = {
    label: isMuted ? 'Unmute' : 'Mute',
    icon: 'bell',
    onSelect: () => void (isMuted ? live?.unmute() : live?.mute())?.catch(reportError),
    disabled: live === null,
  };
  const entries: MenuEntry[] = [mute];
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
    <header className={css.head}>
      <Link className={css.back} to="/chat/messages" aria-label="All conversations">
        <Icon name="chevronLeft" />
      </Link>
      <div className={css.headWords}>
        <h1 tabIndex={-1}>{channel.name}</h1>
        <p className="muted small">{describe(channel)}</p>
      </div>
      {channel.role !== null && (
        <Menu label={`Actions for ${channel.name}`} entries={entries} className="v-icon-button" align="end">
          <Icon name="more" />
        </Menu>
      )}
      {dialog === 'people' && (
        <ChannelPeople channel={channel} colleagues={colleagues} onClose={() => setDialog(null)} />
      )}
      {dialog === 'rename' && <RenameChannel channel={channel} onClose={() => setDialog(null)} />}
    </header>
  );
}

function describe({ channelType, isPrivate, members, topic }: ChatChannel): string {
  if (channelType === 'TEAM_DM') return 'Direct messages';
  const people = counted(members.length, 'person', 'people');
  return [isPrivate ? 'Private' : '', people, topic].filter(Boolean).join(' · ');
}
