import { isTimeZone } from '../dates';
import { zoneText } from '../time-zones';

/** The zones of the states, which most companies are in, from east to west. */
const US_ZONES = [
  'America/New_York',
  'America/Detroit',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];

/** Every time zone to choose from, those of the states first; a zone that isn't offered otherwise is kept as chosen. */
export function zoneChoices(chosen: string | null): { value: string; label: string }[] {
  const others = Intl.supportedValuesOf('timeZone').filter((name) => !US_ZONES.includes(name));
  const all = [...US_ZONES.filter(isTimeZone), ...others];
  if (chosen !== null && !all.includes(chosen)) all.unshift(chosen);
  return all.map((value) => ({
    value,
    label: US_ZONES.includes(value) ? zoneText(value) : value.replaceAll('_', ' '),
  }));
}
