const isUniversal = (timeZone: string) => /^(Etc\/)?(UTC|UCT|GMT|Zulu)$/.test(timeZone);

const cityOf = (timeZone: string) => (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');

/** A time zone as people say it, with the place it is named by: "Pacific Time (Los Angeles)". Takes an IANA name. */
export function zoneText(timeZone: string): string {
  if (isUniversal(timeZone)) return 'UTC';
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(0);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return `${name} (${cityOf(timeZone)})`;
}

/** The same in a few words, as for a column's heading: "Los Angeles time". */
export const zoneTime = (timeZone: string): string => (isUniversal(timeZone) ? 'UTC' : `${cityOf(timeZone)} time`);

/** Says in which zone days are counted, where they are chosen or summed: "Days in Pacific Time (Los Angeles)". */
export const daysIn = (timeZone: string): string => `Days in ${zoneText(timeZone)}`;
