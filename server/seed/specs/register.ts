import type { CompanyType } from '../../../domain/access/vocabulary';
import { addDays, type Day } from '../../../domain/dates';
import type { StatedStatus } from '../../../domain/licenses/standing';
import { type Random, randomOf } from '../random';

/** A license as a state's register tells it. */
export type Registered = {
  usState: string;
  licenseNumber: string;
  name: string;
  dba: string | null;
  licenseType: CompanyType;
  statedStatus: StatedStatus;
  lineOne: string;
  city: string;
  postalCode: string;
  expiresOn: Day | null;
};

const list = (text: string) => text.split('|');

const FIRST = list(
  'Amber|Aspen|Basin|Blue Heron|Bright|Canyon|Cascade|Cedar|Cloud|Copper|Coyote|Crescent|Driftwood|Eagle|Ember|Evergreen|Falcon|Fern|Foothill|Fox|Garnet|Glacier|Golden|Granite|Harbor|Hawthorn|Hidden|High|Highland|Indigo|Juniper|Lantern|Laurel|Lupine|Madrone|Maple|Meadow|Mesa|Moonlit|Mountain|North|Oak|Ocean|Orchard|Otter|Pacific|Pine|Prairie|Quail|Raven|Redwood|Ridge|River|Sage|Sequoia|Sierra|Silver|Sky|Stone|Summit|Sunset|Timber|Valley|Willow|Zephyr',
);
const SECOND = list(
  'Bay|Bend|Bloom|Botanics|Brothers|Camp|Circle|Coast|Creek|Crest|Crown|Field|Flats|Forest|Gardens|Gate|Glen|Grove|Harvest|Hill|Hollow|House|Island|Junction|Lake|Landing|Leaf|Light|Meadow|Mill|Path|Peak|Point|Ranch|Roots|Rose|Springs|Star|Trail|Tree|View|Vista|Water|Wind|Works',
);
const KINDS: readonly (readonly [CompanyType, number, readonly string[]])[] = [
  ['RETAILER', 40, list('Dispensary|Provisions|Wellness|Collective|Cannabis Company|Apothecary|Retail')],
  ['CULTIVATOR', 25, list('Farms|Cultivation|Growers|Family Farm')],
  ['PROCESSOR', 15, list('Extracts|Manufacturing|Processing|Edibles')],
  ['DISTRIBUTOR', 10, list('Distribution|Logistics|Distributors')],
  ['LABORATORY', 4, list('Labs|Testing')],
  ['MICROBUSINESS', 6, list('Microbusiness|Craft')],
];
const STATES: Record<
  string,
  { cities: readonly string[]; zip: number; number: (at: number, random: Random) => string }
> = {
  CA: {
    cities: list('Oakland|Sacramento|Eureka|Santa Rosa|Fresno|Long Beach|San Diego|Salinas'),
    zip: 90_000,
    number: (at, { int }) => `C${int(9, 12)}-${5_000_000 + at}-LIC`,
  },
  OR: {
    cities: list('Portland|Eugene|Bend|Medford|Ashland'),
    zip: 97_000,
    number: (at) => `050 ${10_011_120_000 + at}`,
  },
  IL: {
    cities: list('Chicago|Peoria|Springfield'),
    zip: 60_000,
    number: (at) => `284.${String(at).padStart(6, '0')}-AUDO`,
  },
  CO: {
    cities: list('Denver|Boulder|Pueblo|Aurora'),
    zip: 80_000,
    number: (at) => `402R-${String(at).padStart(5, '0')}`,
  },
  MI: {
    cities: list('Detroit|Lansing|Ann Arbor|Flint'),
    zip: 48_000,
    number: (at) => `AU-R-${String(at).padStart(6, '0')}`,
  },
};
const STREETS = list('Main Street|Mill Road|Second Street|Harbor Way|Industrial Avenue|Oak Lane|Railroad Avenue');

/**
 * A made-up register of so many licenses of these states, the same for the same seed and day. Names differ while there
 * are some; some numbers have lapsed, some businesses trade under another name.
 */
export function sampleRegister(
  count: number,
  { seed = 15, today, states = Object.keys(STATES) }: { seed?: number; today: Day; states?: readonly string[] },
): Registered[] {
  const names = new Set<string>();
  return Array.from({ length: count }, (_, at) => {
    const random = randomOf(seed, at);
    const { int, pick, chance, weigh } = random;
    const usState = pick(states);
    const { cities, zip, number } = STATES[usState] ?? (STATES.CA as (typeof STATES)['CA']);
    const [licenseType, , endings] = weigh(KINDS.map((kind) => [kind, kind[1]] as const));
    let [base, tries] = ['', 0];
    do base = `${pick(FIRST)} ${pick(SECOND)} ${pick(endings)}`;
    while (names.has(base) && ++tries < 50);
    names.add(base);
    const isLapsed = chance(0.1);
    return {
      usState,
      licenseNumber: number(at + 1, random),
      name: `${base}${chance(0.5) ? ' LLC' : ''}`,
      dba: chance(0.2) ? `${pick(FIRST)} ${pick(SECOND)} ${at + 1}` : null,
      licenseType,
      statedStatus: isLapsed
        ? pick(['EXPIRED', 'SURRENDERED', 'REVOKED'] as const)
        : weigh([['ACTIVE', 95] as const, ['PENDING', 3] as const, ['SUSPENDED', 2] as const]),
      lineOne: `${int(100, 9_900)} ${pick(STREETS)}`,
      city: pick(cities),
      postalCode: String(zip + int(1, 899)).padStart(5, '0'),
      expiresOn: chance(0.05) ? null : addDays(today, isLapsed ? -int(1, 300) : int(1, 365)),
    };
  });
}
