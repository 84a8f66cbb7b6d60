import type { QuietHours } from './settings';

const MINUTE = 60_000;
const DAY = 24 * 60;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What a clock of the time zone shows, in minutes after midnight. */
function clockAt(instant: number, timeZone: string): number {
  let format = clocks.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    clocks.set(timeZone, format);
  }
  return minutesOf(format.format(instant));
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Whether a time of day is within quiet hours, which begin with `from` and are over at `to`. */
function isWithin(clock: number, { from, to }: QuietHours): boolean {
  const [begins, ends] = [minutesOf(from), minutesOf(to)];
  return begins < ends ? begins <= clock && clock < ends : begins <= clock || clock < ends;
}

/**
 * When what is due at an instant may be emailed: then, or once the clocks of the time zone show that the quiet hours are
 * over. An hour that clocks skip isn't waited for; one they show twice is quiet twice.
 */
export function afterQuiet(due: Date, hours: QuietHours | null, timeZone: string): Date {
  if (hours === null) return due;
  const isQuiet = (instant: number) => isWithin(clockAt(instant, timeZone), hours);
  if (!isQuiet(due.getTime())) return due;
  const begun = Math.floor(due.getTime() / MINUTE) * MINUTE;
  const ends = minutesOf(hours.to);
  const left = (((ends - clockAt(begun, timeZone)) % DAY) + DAY) % DAY;
  const plain = begun + left * MINUTE;
  if (clockAt(plain, timeZone) === ends) return new Date(plain);
  // The clocks change meanwhile.
  let instant = begun;
  while (isQuiet(instant)) instant += MINUTE;
  return new Date(instant);
}
