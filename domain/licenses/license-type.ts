import type { CompanyType } from '../access/vocabulary';

/** The kinds of license with an icon of their own; none where the type isn't known. */
export type LicenseKind =
  | 'retailer'
  | 'cultivator'
  | 'processor'
  | 'wholesaler'
  | 'distributor'
  | 'laboratory'
  | 'service provider'
  | 'hemp'
  | 'multiple';

const KINDS: Record<CompanyType, LicenseKind | null> = {
  UNKNOWN: null,
  CULTIVATOR: 'cultivator',
  PROCESSOR: 'processor',
  WHOLESALER: 'wholesaler',
  DISTRIBUTOR: 'distributor',
  RETAILER: 'retailer',
  LABORATORY: 'laboratory',
  SERVICE_PROVIDER: 'service provider',
  MICROBUSINESS: 'multiple',
  HEMP: 'hemp',
};

/** A license type's kind; null for an unknown type. */
export const licenseKind = (type: CompanyType): LicenseKind | null => KINDS[type];

/** States word license types differently: "Retail Marijuana Store", "Medical Cultivation", "Testing Lab". */
const WORDS: readonly (readonly [RegExp, CompanyType])[] = [
  [/micro/i, 'MICROBUSINESS'],
  [/hemp/i, 'HEMP'],
  [/\blab|testing/i, 'LABORATORY'],
  [/cultivat|grow|nursery|producer/i, 'CULTIVATOR'],
  [/process|manufactur|infus|extract/i, 'PROCESSOR'],
  [/wholesal/i, 'WHOLESALER'],
  [/distribut|transport/i, 'DISTRIBUTOR'],
  [/retail|dispens|store|provisioning/i, 'RETAILER'],
  [/service/i, 'SERVICE_PROVIDER'],
];

/** The license type that a tracking system's words mean; UNKNOWN if they mean none of ours. */
export function licenseTypeOf(words: string): CompanyType {
  return WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 'UNKNOWN';
}
