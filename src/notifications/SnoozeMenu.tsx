import { snoozeChoices } from '../../domain/notifications/snooze';
import { Icon } from '../ui/Icon';
import { Menu } from '../ui/Menu';
import { momentOfReader, timeZone } from '../ui/reader-dates';

type SnoozeMenuProps = { title: string; onSnooze: (until: Date) => void };

/** Until when an entry is put away, by the reader's clocks. */
export function SnoozeMenu({ title, onSnooze }: SnoozeMenuProps) {
  const entries = snoozeChoices(new Date(), timeZone).map(({ label, until }) => ({
    label,
    note: momentOfReader(until),
    onSelect: () => onSnooze(until),
  }));
  return (
    <Menu label={`Snooze ${title}`} entries={entries} className="v-icon-button v-small" align="end">
      <Icon name="clock" />
    </Menu>
  );
}
