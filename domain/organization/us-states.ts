/** States by abbreviation; active ones have a wholesale market and known license numbers. */
export const US_STATES = [
  { ansiAbbrevation: 'AL', unabbreviatedName: 'Alabama', active: false },
  { ansiAbbrevation: 'AK', unabbreviatedName: 'Alaska', active: false },
  { ansiAbbrevation: 'AZ', unabbreviatedName: 'Arizona', active: false },
  { ansiAbbrevation: 'AR', unabbreviatedName: 'Arkansas', active: false },
  { ansiAbbrevation: 'CA', unabbreviatedName: 'California', active: true },
  { ansiAbbrevation: 'CO', unabbreviatedName: 'Colorado', active: true },
  { ansiAbbrevation: 'CT', unabbreviatedName: 'Connecticut', active: false },
  { ansiAbbrevation: 'DE', unabbreviatedName: 'Delaware', active: false },
  { ansiAbbrevation: 'DC', unabbreviatedName: 'District of Columbia', active: false },
  { ansiAbbrevation: 'FL', unabbreviatedName: 'Florida', active: false },
  { ansiAbbrevation: 'GA', unabbreviatedName: 'Georgia', active: false },
  { ansiAbbrevation: 'HI', unabbreviatedName: 'Hawaii', active: false },
  { ansiAbbrevation: 'ID', unabbreviatedName: 'Idaho', active: false },
  { ansiAbbrevation: 'IL', unabbreviatedName: 'Illinois', active: true },
  { ansiAbbrevation: 'IN', unabbreviatedName: 'Indiana', active: false },
  { ansiAbbrevation: 'IA', unabbreviatedName: 'Iowa', active: false },
  { ansiAbbrevation: 'KS', unabbreviatedName: 'Kansas', active: false },
  { ansiAbbrevation: 'KY', unabbreviatedName: 'Kentucky', active: false },
  { ansiAbbrevation: 'LA', unabbreviatedName: 'Louisiana', active: false },
  { ansiAbbrevation: 'ME', unabbreviatedName: 'Maine', active: true },
  { ansiAbbrevation: 'MD', unabbreviatedName: 'Maryland', active: false },
  { ansiAbbrevation: 'MA', unabbreviatedName: 'Massachusetts', active: true },
  { ansiAbbrevation: 'MI', unabbreviatedName: 'Michigan', active: true },
  { ansiAbbrevation: 'MN', unabbreviatedName: 'Minnesota', active: false },
  { ansiAbbrevation: 'MS', unabbreviatedName: 'Mississippi', active: false },
  { ansiAbbrevation: 'MO', unabbreviatedName: 'Missouri', active: false },
  { ansiAbbrevation: 'MT', unabbreviatedName: 'Montana', active: false },
  { ansiAbbrevation: 'NE', unabbreviatedName: 'Nebraska', active: false },
  { ansiAbbrevation: 'NV', unabbreviatedName: 'Nevada', active: false },
  { ansiAbbrevation: 'NH', unabbreviatedName: 'New Hampshire', active: false },
  { ansiAbbrevation: 'NJ', unabbreviatedName: 'New Jersey', active: false },
  { ansiAbbrevation: 'NM', unabbreviatedName: 'New Mexico', active: true },
  { ansiAbbrevation: 'NY', unabbreviatedName: 'New York', active: true },
  { ansiAbbrevation: 'NC', unabbreviatedName: 'North Carolina', active: false },
  { ansiAbbrevation: 'ND', unabbreviatedName: 'North Dakota', active: false },
  { ansiAbbrevation: 'OH', unabbreviatedName: 'Ohio', active: false },
  { ansiAbbrevation: 'OK', unabbreviatedName: 'Oklahoma', active: false },
  { ansiAbbrevation: 'OR', unabbreviatedName: 'Oregon', active: true },
  { ansiAbbrevation: 'PA', unabbreviatedName: 'Pennsylvania', active: false },
  { ansiAbbrevation: 'RI', unabbreviatedName: 'Rhode Island', active: false },
  { ansiAbbrevation: 'SC', unabbreviatedName: 'South Carolina', active: false },
  { ansiAbbrevation: 'SD', unabbreviatedName: 'South Dakota', active: false },
  { ansiAbbrevation: 'TN', unabbreviatedName: 'Tennessee', active: false },
  { ansiAbbrevation: 'TX', unabbreviatedName: 'Texas', active: false },
  { ansiAbbrevation: 'UT', unabbreviatedName: 'Utah', active: false },
  { ansiAbbrevation: 'VT', unabbreviatedName: 'Vermont', active: false },
  { ansiAbbrevation: 'VA', unabbreviatedName: 'Virginia', active: false },
  { ansiAbbrevation: 'WA', unabbreviatedName: 'Washington', active: true },
  { ansiAbbrevation: 'WV', unabbreviatedName: 'West Virginia', active: false },
  { ansiAbbrevation: 'WI', unabbreviatedName: 'Wisconsin', active: false },
  { ansiAbbrevation: 'WY', unabbreviatedName: 'Wyoming', active: false },
] as const;

/** A state's name by abbreviation; unknown abbreviations are returned as is. */
export function stateName(ansiAbbrevation: string): string {
  return US_STATES.find((state) => state.ansiAbbrevation === ansiAbbrevation)?.unabbreviatedName ?? ansiAbbrevation;
}

const known: ReadonlySet<string> = new Set(US_STATES.map(({ ansiAbbrevation }) => ansiAbbrevation));

/** Whether it is the abbreviation of a state. */
export const isUsState = (ansiAbbrevation: string): boolean => known.has(ansiAbbrevation);

/** Every state as a choice. */
export const stateChoices = US_STATES.map(({ ansiAbbrevation, unabbreviatedName }) => ({
  value: ansiAbbrevation as string,
  label: unabbreviatedName,
}));
