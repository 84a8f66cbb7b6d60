import { z } from 'zod';
import { RowId } from '../contract/endpoint';
import { TAG_LENGTH, TAG_LENGTH_WRONG } from '../inventory/packages/scanned-tag';
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
