import { z } from 'zod';
import { Day, Instant, RowId } from '../contract/endpoint';
import { addDays, type Day as DayText } from '../dates';
import { StockLevelSchema } from '../money';
import type { LabSummary } from './lab-summary';
import { LAB_TEST_STATES, type LabTestState, labTestStateOf } from './packages/package';

/** How long a lab's findings count, in days, and how long before their end they are said to expire. */
export const LAB_RESULT_DAYS = 365;
export const EXPIRES_SOON_DAYS = 30;

/** What labs test, in the order in which it is shown. */
export const ANALYTE_GROUPS = {
  CANNABINOIDS: 'Cannabinoids',
  TERPENES: 'Terpenes',
  MOISTURE: 'Moisture and water activity',
  MICROBIALS: 'Microbials',
  MYCOTOXINS: 'Mycotoxins',
  METALS: 'Heavy metals',
  PESTICIDES: 'Pesticides',
  SOLVENTS: 'Residual solvents',
  FOREIGN: 'Foreign material',
  OTHER: 'Other tests',
} as const;
export type AnalyteGroup = keyof typeof ANALYTE_GROUPS;
const GROUPS = Object.keys(ANALYTE_GROUPS) as [AnalyteGroup, ...AnalyteGroup[]];

const WORDS: readonly [AnalyteGroup, RegExp][] = [
  ['PESTICIDES', /pesticide|abamectin|bifenazate|myclobutanil|spinosad|imidacloprid/i],
  ['METALS', /heavy metal|\b(arsenic|cadmium|lead|mercury)\b/i],
  ['MYCOTOXINS', /mycotoxin|aflatoxin|ochratoxin/i],
  ['MICROBIALS', /microb|yeast|mold|salmonella|aspergillus|coli\b|coliform|bacteria/i],
  ['MOISTURE', /moisture|water activity/i],
  ['SOLVENTS', /solvent|butane|ethanol|propane|hexane/i],
  ['FOREIGN', /foreign/i],
  ['TERPENES', /terpene|limonene|myrcene|pinene|linalool|caryophyllene/i],
  ['CANNABINOIDS', /\b(thca?|cbda?|cbn|cbga?|thcv|cannabinoid)/i],
];

/** A test type as the tracking system writes it, such as "Total THC (%) Buds": the analyte, its unit and its group. */
export function analyteOf(testType: string): { name: string; unit: string; group: AnalyteGroup } {
  const [, before = testType, unit = ''] = /^(.*?)\s*\(([^)]*)\)/.exec(testType) ?? [];
  const group = WORDS.find(([, words]) => words.test(testType))?.[0] ?? 'OTHER';
  const name = before.includes(' - ') ? before.slice(before.indexOf(' - ') + 3) : before;
  return { name: name.trim(), unit: unit.trim(), group };
}

/** One finding of a lab. */
export const LabFinding = z.strictObject({
  name: z.string(),
  group: z.enum(GROUPS),
  level: StockLevelSchema.nullable(),
  unit: z.string(),
  passed: z.boolean(),
  /** Told for information alone: it decides nothing. */
  isInformational: z.boolean(),
  comment: z.string(),
});
export type LabFinding = z.infer<typeof LabFinding>;

/** A lab's report on a package, or on the one it was made of. */
export const LabReport = z.strictObject({
  labName: z.string(),
  labLicense: z.string(),
  performed: Day,
  /** The last day on which it counts. */
  expires: Day,
  passed: z.boolean(),
  /** The lab took it back. */
  isRevoked: z.boolean(),
  /** The package the sample was taken from. */
  sourceLabel: z.string(),
  findings: z.array(LabFinding),
  /** The certificate's number at the tracking system. */
  documentId: RowId.nullable(),
});
export type LabReport = z.infer<typeof LabReport>;

/** What the lab found of a package, newest first; `read` is null until the tracking system was asked. */
export const LabResults = z.strictObject({
  state: z.string(),
  read: Instant.nullable(),
  reports: z.array(LabReport),
  /** Where the reports and the state say different things, in words. */
  contradiction: z.string().nullable(),
});
export type LabResults = z.infer<typeof LabResults>;

const UNTESTED: readonly string[] = ['NotSubmitted', 'SubmittedForTesting', 'NotRequired'];
/** The states in which a package has no lab results to look at. */
export const hasLabResults = (state: string): boolean => !UNTESTED.includes(state);
export const WITHOUT_LAB_RESULTS = UNTESTED;

/** The states of packages whose lab results buyers may see. */
export const PASSED_LAB_STATES = (Object.keys(LAB_TEST_STATES) as LabTestState[]).filter(
  (state) => LAB_TEST_STATES[state].verdict === 'passed',
);

/** The last day on which a report counts. */
export const expiryOf = (performed: DayText): DayText => addDays(performed, LAB_RESULT_DAYS);

/** Whether a report counts on a day, still does for a while, or no longer. */
export function freshnessOf({ expires }: Pick<LabReport, 'expires'>, today: DayText): 'FRESH' | 'EXPIRING' | 'EXPIRED' {
  if (today > expires) return 'EXPIRED';
  return addDays(today, EXPIRES_SOON_DAYS) > expires ? 'EXPIRING' : 'FRESH';
}

/** Why a report fails: the findings that decide and didn't pass. */
export const failuresOf = ({ findings }: Pick<LabReport, 'findings'>): LabFinding[] =>
  findings.filter(({ passed, isInformational }) => !passed && !isInformational);

/** Where a package's state and its newest report say different things. */
export function contradictionOf(state: string, reports: readonly LabReport[]): string | null {
  const [newest] = reports.filter(({ isRevoked }) => !isRevoked);
  const { verdict, label } = labTestStateOf(state);
  if (newest === undefined) {
    if (state === 'ProcessValidated' || verdict !== 'passed') return null;
    return `The state is “${label}”, but there is no valid lab report.`;
  }
  const failures = failuresOf(newest);
  if (newest.passed && failures.length > 0)
    return `The lab calls the test passed, but ${failures.map(({ name }) => name).join(', ')} failed.`;
  if (verdict === 'passed' && !newest.passed) return `The state is “${label}”, but the newest lab report failed.`;
  if (verdict === 'failed' && newest.passed) return `The state is “${label}”, but the newest lab report passed.`;
  return null;
}

/** Findings by group, in the order in which groups are shown. */
export const byGroup = (findings: readonly LabFinding[]): [AnalyteGroup, LabFinding[]][] =>
  GROUPS.flatMap((group) => {
    const of = findings.filter((finding) => finding.group === group);
    return of.length > 0 ? [[group, of] as [AnalyteGroup, LabFinding[]]] : [];
  });

const POTENCY: readonly AnalyteGroup[] = ['CANNABINOIDS', 'TERPENES'];

/** What buyers see of a report that passed and wasn't taken back; null of any other. */
export function summaryOf(report: LabReport): LabSummary | null {
  if (!report.passed || report.isRevoked || failuresOf(report).length > 0) return null;
  const groups = byGroup(report.findings);
  return {
    labName: report.labName,
    performed: report.performed,
    expires: report.expires,
    potency: groups
      .filter(([group]) => POTENCY.includes(group))
      .flatMap(([, findings]) =>
        findings.flatMap(({ name, level, unit }) => (level === null ? [] : [{ name, level, unit }])),
      ),
    passed: groups.flatMap(([group]) => (POTENCY.includes(group) ? [] : [ANALYTE_GROUPS[group]])),
  };
}
