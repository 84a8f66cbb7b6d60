import { z } from 'zod';
import { RowId } from '../contract/endpoint';
import { TAG_LENGTH, TAG_LENGTH_WRONG } from '../inventory/packages/scanned-tag';
import { scannedTexts } from '../scanned';
import { type Intake, IntakePackage } from './intake';

/** What a scanned tag is found to be, each told apart by color, sound and words. */
export const SCAN_OUTCOMES = {
  EXPECTED: { label: 'Expected here' },
  CONFIRMED: { label: 'Already confirmed' },
  OTHER_INTAKE: { label: 'In another intake' },
  KNOWN: { label: 'Known, but not in transit' },
  UNKNOWN: { label: 'Unknown' },
} as const;
export type ScanOutcome = keyof typeof SCAN_OUTCOMES;

/** A package’s whole tag, which a person may type in small letters. */
export const Tag = z
  .string()
  .trim()
  .max(60, TAG_LENGTH_WRONG)
  .toUpperCase()
  .regex(new RegExp(`^[0-9A-Z]{${TAG_LENGTH}}$`), TAG_LENGTH_WRONG);

/** What the server answers to a scanned tag. */
export const ScanAnswer = z.strictObject({
  label: z.string(),
  outcome: z.enum(Object.keys(SCAN_OUTCOMES) as [ScanOutcome, ...ScanOutcome[]]),
  /** As it is in the intake that has it. */
  package: IntakePackage.nullable(),
  /** The intake that has it. */
  intake: z
    .strictObject({ id: RowId, licenseId: RowId, manifestNumber: z.string(), senderName: z.string() })
    .nullable(),
  /** What we know of it, where the reader may see packages. */
  known: z.strictObject({ itemName: z.string(), status: z.string() }).nullable(),
});
export type ScanAnswer = z.infer<typeof ScanAnswer>;

/**
 * What a tag is by the loaded intake alone, as without a network; null when it isn’t in it, which only the server can tell
 * more of. A package that is in it as unknown stays so.
 */
export function judgeHere(
  { intakePackages }: Pick<Intake, 'intakePackages'>,
  tag: string,
): { outcome: 'EXPECTED' | 'CONFIRMED' | 'UNKNOWN'; package: IntakePackage } | null {
  const found = intakePackages.find(({ label }) => label === tag);
  if (found === undefined) return null;
  if (found.confirmed) return { outcome: 'CONFIRMED', package: found };
  return { outcome: found.unknown || found.leftManifest ? 'UNKNOWN' : 'EXPECTED', package: found };
}

/** The address in the QR code of a single unit; its code may differ by capitals. */
const UNIT_ADDRESS = /^(?:https?:\/\/)?(?:id\.)?1a4\.com\/([0-9a-z_-]{6,40})\/?(?:[?#].*)?$/i;
/** Such a code without its address: shorter than a tag and not the beginning of one, with letters and digits. */
const BARE_UNIT = /^(?!1A4)(?=.*\d)(?=.*[A-Z])[0-9A-Z]{10,18}$/;

/** The code of a single unit in what was scanned, by its address or bare; null when it is none. */
export function readUnitCode(text: string): string | null {
  const said = scannedTexts(text).at(-1) ?? '';
  return UNIT_ADDRESS.exec(said)?.[1] ?? (BARE_UNIT.test(said) ? said : null);
}

export const UnitCode = z.string().regex(/^[0-9A-Za-z_-]{6,40}$/, 'That isn’t the code of a unit');

/** The packages that the tracking system says a unit is of; several when it counts them together, none when it knows none. */
export const UnitAnswer = z.strictObject({ labels: z.array(z.string()) });

/** Which package a unit is of, seen from an intake: those that are in it first. */
export function packageOfUnit(
  { intakePackages }: Pick<Intake, 'intakePackages'>,
  labels: readonly string[],
): { found: 'ONE'; label: string } | { found: 'SEVERAL'; labels: readonly string[] } | { found: 'NONE' } {
  const here = labels.filter((label) => intakePackages.some((one) => one.label === label && !one.leftManifest));
  const meant = here.length > 0 ? here : labels;
  const [only] = meant;
  if (only === undefined) return { found: 'NONE' };
  return meant.length === 1 ? { found: 'ONE', label: only } : { found: 'SEVERAL', labels: meant };
}
