/** States whose clocks show another time than New York's, by zone. Of states with two zones it is that of most people. */
const ZONES: Record<string, readonly string[]> = {
  'America/Chicago': ['AL', 'AR', 'IA', 'IL', 'KS', 'LA', 'MN', 'MO', 'MS', 'ND', 'NE', 'OK', 'SD', 'TN', 'TX', 'WI'],
  'America/Denver': ['CO', 'ID', 'MT', 'NM', 'UT', 'WY'],
  'America/Phoenix': ['AZ'],
  'America/Los_Angeles': ['CA', 'NV', 'OR', 'WA'],
  'America/Anchorage': ['AK'],
  'Pacific/Honolulu': ['HI'],
  'America/Detroit': ['MI'],
  'America/Puerto_Rico': ['PR', 'VI'],
  'Pacific/Guam': ['GU', 'MP'],
};

/** The IANA time zone clocks of a state show, by its abbreviation. */
export const zoneOfState = (usState: string): string =>
  Object.entries(ZONES).find(([, states]) => states.includes(usState))?.[0] ?? 'America/New_York';
