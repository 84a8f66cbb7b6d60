import { addDays, dayOf, instantOf } from '../dates';

const HOUR_MS = 60 * 60 * 1000;
/** Days ahead until when an entry can be put away. */
const SNOOZE_DAYS = 90;

type SnoozeChoice = { label: string; until: Date };

/** Until when an entry can be put away by a choice, by the clocks of the reader's time zone. */
export function snoozeChoices(now: Date, timeZone: string): SnoozeChoice[] {
  const today = dayOf(now, timeZone);
  const at = (days: number, clock: string) => new Date(instantOf(`${addDays(today, days)}T${clock}`, timeZone));
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const untilMonday = (8 - weekday) % 7 || 7;
  const isBeforeEvening = now < at(0, '17:00');
  return [
    { label: 'In an hour', until: new Date(now.getTime() + HOUR_MS) },
    ...(isBeforeEvening ? [{ label: 'This evening', until: at(0, '18:00') }] : []),
    { label: 'Tomorrow morning', until: at(1, '08:00') },
    { label: 'Next week', until: at(untilMonday, '08:00') },
  ];
}

/** Why an entry can't be put away until then; null if it can. */
export function whyNotUntil(until: Date, now: Date): string | null {
  if (until <= now) return 'Must be in the future';
  if (until.getTime() - now.getTime() <= SNOOZE_DAYS * 24 * HOUR_MS) return null;
  return `Must be at most ${SNOOZE_DAYS} days ahead`;
}
