import { z } from 'zod';
import type { Day } from '../../../domain/dates';
import { readMeasured, StockLevelSchema } from '../../../domain/money';
import { outsideDay, outsideFlag, outsideIdOrNone } from './outside-values';
import { type LicenseAccess, type Reach, trackingCalls } from './tracking-calls';
import { outsideText } from './tracking-units';

/** A finding of a lab on a package, as the tracking system gives it. */
export type OutsideFinding = {
  labName: string;
  labLicense: string;
  sourceLabel: string;
  performed: Day;
  passedAll: boolean;
  isRevoked: boolean;
  testType: string;
  passed: boolean;
  level: string | null;
  comment: string;
  isInformational: boolean;
  documentId: number | null;
};

export interface TrackingLabs {
  /** What labs found of a package, by its id there. Results they hold back aren't told. Raises NotTold, KeyRefused and UNAVAILABLE. */
  labFindings(at: LicenseAccess, packageId: number): Promise<OutsideFinding[]>;
  /** A lab's certificate, a PDF; null if there is none. */
  labDocument(at: LicenseAccess, documentId: number): Promise<Uint8Array | null>;
}

const Text = outsideText.catch(null).transform((text) => text ?? '');

const Finding = z.object({
  LabFacilityName: Text,
  LabFacilityLicenseNumber: Text,
  SourcePackageLabel: Text,
  TestPerformedDate: outsideDay,
  OverallPassed: outsideFlag,
  ResultReleased: outsideFlag,
  RevokedDate: Text,
  TestTypeName: Text,
  TestPassed: outsideFlag,
  TestResultLevel: z.union([z.number(), z.string()]).nullish().catch(null),
  TestComment: Text,
  TestInformationalOnly: outsideFlag,
  LabTestResultDocumentFileId: outsideIdOrNone,
});

/** A level as a number; what labs write in its place, such as "ND", is told in words. */
function measured({ TestResultLevel: given, TestComment }: z.output<typeof Finding>) {
  const level = given === null || given === undefined ? null : readMeasured(given);
  const isReadable = level !== null && StockLevelSchema.safeParse(level).success;
  const words = isReadable
    ? ''
    : String(given ?? '')
        .trim()
        .slice(0, 100);
  return { level: isReadable ? level : null, comment: [words, TestComment].filter((text) => text !== '').join(', ') };
}

/** Lab results of the tracking system over HTTP. */
export function trackingLabsOverHttp(reach: Reach): TrackingLabs {
  const { send, readAll } = trackingCalls(reach);
  return {
    async labFindings(at, packageId) {
      const query = { packageId: String(packageId) };
      const request = { what: 'lab results', path: '/labtests/v2/results', query, isOfRecord: true } as const;
      const found = await readAll(at, Finding, request);
      return (
        found
          .filter(({ ResultReleased }) => ResultReleased)
          // A finding of no day can't be told from those of other reports.
          .flatMap((one) =>
            one.TestPerformedDate === null ? [] : { ...one, TestPerformedDate: one.TestPerformedDate },
          )
          .map((one) => ({
            ...measured(one),
            labName: one.LabFacilityName,
            labLicense: one.LabFacilityLicenseNumber,
            sourceLabel: one.SourcePackageLabel,
            performed: one.TestPerformedDate,
            passedAll: one.OverallPassed,
            isRevoked: one.RevokedDate !== '',
            testType: one.TestTypeName,
            passed: one.TestPassed,
            isInformational: one.TestInformationalOnly,
            documentId: one.LabTestResultDocumentFileId || null,
          }))
      );
    },
    async labDocument(at, documentId) {
      const { system, response } = await send(at, {
        what: 'lab certificate',
        path: `/labtests/v2/labtestdocument/${documentId}`,
      });
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      if (!response.ok) throw system.unavailable(`it answered ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}
