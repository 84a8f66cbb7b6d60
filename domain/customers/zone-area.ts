import { counted } from '../text';
import type { ZoneArea } from './zone-contract';

export const AREA_KINDS = ['county', 'postalCode'] as const;

/** One county or ZIP code of a zone's area. */
export type Claim = { serviceZoneId: number; kind: (typeof AREA_KINDS)[number]; code: string };

/** The places of a state, as far as areas need them. */
export type Places = {
  /** Names by federal number. */
  countyNames: ReadonlyMap<string, string>;
  /** Counties of ZIP codes. */
  countyOf: ReadonlyMap<string, string>;
};

/** An area's claims, each once. */
export function claimsOf(serviceZoneId: number, { counties, postalCodes }: ZoneArea): Claim[] {
  const of = (kind: Claim['kind'], codes: readonly string[]) =>
    [...new Set(codes)].sort().map((code) => ({ serviceZoneId, kind, code }));
  return [...of('county', counties), ...of('postalCode', postalCodes)];
}

/** A zone's area among all claims of its company. */
export function areaOf(serviceZoneId: number, claims: readonly Claim[]): ZoneArea {
  const of = (kind: Claim['kind']) =>
    claims.filter((one) => one.serviceZoneId === serviceZoneId && one.kind === kind).map(({ code }) => code);
  return { counties: of('county'), postalCodes: of('postalCode') };
}

/** Finds the zone of a ZIP code: the one that names it, else the one with its county; null if there is none. */
export function zoneFinder(claims: readonly Claim[], countyOf: Places['countyOf']) {
  const zones = new Map(claims.map(({ kind, code, serviceZoneId }) => [`${kind} ${code}`, serviceZoneId]));
  return (postalCode: string | null): number | null => {
    if (postalCode === null) return null;
    return zones.get(`postalCode ${postalCode}`) ?? zones.get(`county ${countyOf.get(postalCode)}`) ?? null;
  };
}

const LAST_POSTAL_CODE = /(?:^|\D)(\d{5})(?:-\d{4})?[\s,.]*(?:u\.?s\.?a?\.?|united states)?[\s.]*$/i;

/** A customer's ZIP code: the one its address ends with, else its license's; null without either. */
export function postalCodeOf(address: string | null, licensePostalCode: string | null): string | null {
  const read = (text: string | null) => LAST_POSTAL_CODE.exec(text ?? '')?.[1] ?? null;
  return read(address) ?? read(licensePostalCode);
}

type Zoned = { serviceZoneId: number | null; serviceZoneByHand?: boolean | undefined };

/**
 * Whether an edit leaves a customer's zone to people, so it no longer follows the address: they chose another one, or
 * said so.
 */
export function isZoneByHand(after: Zoned, before: Zoned | null): boolean {
  const stood = before?.serviceZoneByHand ?? false;
  if (after.serviceZoneByHand !== undefined && after.serviceZoneByHand !== stood) return after.serviceZoneByHand;
  return stood || after.serviceZoneId !== (before?.serviceZoneId ?? null);
}

/**
 * What is wrong with an area, by field: a place that isn't in the state, or one of another zone. A ZIP code may be in
 * one zone and its county in another, which then has the rest of the county.
 */
export function areaMistakes(
  area: ZoneArea,
  others: readonly (Claim & { zone: string })[],
  { countyNames, countyOf }: Places,
  usState: string,
): Partial<Record<keyof ZoneArea, string>> {
  const takenBy = (kind: Claim['kind'], code: string) =>
    others.find((one) => one.kind === kind && one.code === code)?.zone;
  const regions = new Set([...countyOf.keys()].map((code) => code.slice(0, 3)));
  const mistakes: Partial<Record<keyof ZoneArea, string>> = {};
  for (const code of area.counties) {
    const name = countyNames.get(code);
    const zone = takenBy('county', code);
    if (name === undefined) mistakes.counties ??= `Choose counties in ${usState}`;
    else if (zone !== undefined) mistakes.counties ??= `${name} is in ${zone}. Remove it there first.`;
  }
  for (const code of area.postalCodes) {
    const zone = takenBy('postalCode', code);
    // Some, as of post office boxes, have no place of their own.
    const isKnown = countyOf.has(code) || regions.has(code.slice(0, 3));
    if (!isKnown) mistakes.postalCodes ??= `${code} isn’t a ZIP code in ${usState}`;
    else if (zone !== undefined) mistakes.postalCodes ??= `${code} is in ${zone}. Remove it there first.`;
  }
  return mistakes;
}

const RANGE = /^(\d{5})-(\d{5})$/;

/** ZIP codes as typed, with commas, spaces or lines between them; 94601-94612 means the known ones from to. */
export function readPostalCodes(text: string, known: readonly string[]): string[] {
  const codes = text.split(/[\s,;]+/).flatMap((word) => {
    const [, from, to] = RANGE.exec(word) ?? [];
    if (from === undefined || to === undefined) return word === '' ? [] : [word];
    const found = known.filter((code) => code >= from && code <= to);
    return found.length > 0 ? found : [word];
  });
  return [...new Set(codes)].sort();
}

/** An area in words: "2 counties, 14 ZIP codes". */
export function describeArea({ counties, postalCodes }: ZoneArea): string {
  const said = [
    counties.length > 0 && counted(counties.length, 'county', 'counties'),
    postalCodes.length > 0 && counted(postalCodes.length, 'ZIP code'),
  ].filter(Boolean);
  return said.join(', ') || 'No area';
}
