import { useState } from 'react';
import { Link } from 'react-router';
import type { ChannelMember, ChatChannel } from '../../../domain/chat/channel';
import { factsOf, refusalToLeave, refusalToRename } from '../../../domain/chat/rules';
import { counted } from '../../../domain/text';
import { useSession } from '../../providers/session';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Menu, type MenuEntry } from '../../ui/Menu';
import { Pill } from '../../ui/Pill';
import css from '../chat.module.css';
import { ChannelPeople } from './ChannelPeople';
import { RenameChannel } from './RenameChannel';
import { useChannelEdit } from './useChannelEdit';

/** A channel in the channel browser, with join, leave and other actions. */
export function BrowsedChannel({
  channel,
  colleagues,
}: {
  channel: ChatChannel;
  colleagues: readonly ChannelMember[];
}) {
  const { cid, name, topic, members, isPrivate, role } = channel;
  const { membership, user } = useSession();
  const [dialog, setDialog] = useState<'people' | 'rename' | null>(null);
  const joining = useChannelEdit(channel, { success: `You joined ${name}.` });
  const leaving = useChannelEdit(channel, { success: `You left ${name}.` });
  const facts = factsOf(channel);
  const whyStay = refusalToLeave(facts);
  const whyKeep = membership && refusalToRename(facts, membership);
  const entries: MenuEntry[] = [
    { label: 'People', icon: 'user', onSelect: () => setDialog('people') },
    {
      label: 'Rename',
      icon: 'edit',
      onSelect: () => setDialog('rename'),
      ...(whyKeep ? { disabled: true, note: whyKeep } : {}),
    },
  ];
  return (
    <li className={css.browsed}>
      <div>
        <p className={css.browsedName}>
          {role === null ? <span>{name}</span> : <Link to={`/chat/messages/${cid}`}>{name}</Link>}
          {isPrivate && <Pill>Private</Pill>}
          {role !== null && <Pill tone="positive">Joined</Pill>}
        </p>
        <p className="muted small">
          {[counted(members.length, 'person', 'people'), topic].filter(Boolean).join(' · ')}
        </p>
      </div>
      <div className={css.browsedActions}>
        {role === null ? (
          <Button
            tone="primary"
            busy={joining.isPending}
            aria-label={`Join ${name}`}
            onClick={() => void joining.edit({ userIdsToAdd: [user.id] })}
          >
            Join
          </Button>
        ) : (
          whyStay === null && (
            <Button
              busy={leaving.isPending}
              aria-label={`Leave ${name}`}
              onClick={() => void leaving.edit({ removeSelf: true })}
            >
              Leave
            </Button>
          )
        )}
        <Menu label={`Actions for ${name}`} entries={entries} className="v-icon-button" align="end">
          <Icon name="more" />
        </Menu>
      </div>
      {dialog === 'people' && (
        <ChannelPeople channel={channel} colleagues={colleagues} onClose={() => setDialog(null)} />
      )}
      {dialog === 'rename' && <RenameChannel channel={channel} onClose={() => setDialog(null)} />}
    </li>
  );
}
