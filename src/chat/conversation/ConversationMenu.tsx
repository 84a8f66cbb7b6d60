import type { Channel } from 'stream-chat';
import { reportError } from '../../providers/snackbar';
import { Icon } from '../../ui/Icon';
import { Menu, type MenuEntry } from '../../ui/Menu';

type Props = { name: string; live: Channel | null; entries: readonly MenuEntry[] };

/** A conversation's menu: muting, and what else its kind has. */
export function ConversationMenu({ name, live, entries }: Props) {
  const isMuted = live?.muteStatus().muted === true;
  const mute: MenuEntry = {
    label: isMuted ? 'Unmute' : 'Mute',
    icon: 'bell',
    onSelect: () => void (isMuted ? live?.unmute() : live?.mute())?.catch(reportError),
    disabled: live === null,
  };
  return (
    <Menu label={`Actions for ${name}`} entries={[mute, ...entries]} className="v-icon-button" align="end">
      <Icon name="more" />
    </Menu>
  );
}
