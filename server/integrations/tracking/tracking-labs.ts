import { z } from 'zod';
import { type LicenseAccess, type Reach, trackingCalls } from './tracking-calls';
import { outsideText } from './tracking-units';

/** A finding of a lab on a package, as the tracking system gives it. */
export type OutsideFinding = {
  resultId: number;
  labName: string;
  labLicense: string;
  sourceLabel: string;
  /** ISO day. */
  performed: string;
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
  /** What labs found of a package, by its id there. Results they hold back aren't told. */
  labFindings(at: LicenseAccess, packageId: number): Promise<OutsideFinding[]>;
  /** A lab's certificate, a PDF; null if there is none. */
  labDocument(at: LicenseAccess, documentId: number): Promise<Uint8Array | null>;
}

const Text = outsideText.transform((text) => text ?? '');
const Flag = z
  .boolean()
  .nullish()
  .transform((is) => is ?? false);

const Finding = z.object({
  LabTestResultId: z.number().int(),
  LabFacilityName: Text,
  LabFacilityLicenseNumber: Text,
  SourcePackageLabel: Text,
  TestPerformedDate: z.string().regex(/^\d{4}-\d{2}-\d{2}/),
  OverallPassed: z.boolean(),
  ResultReleased: Flag,
  RevokedDate: Text,
  TestTypeName: z.string(),
  TestPassed: z.boolean(),
  TestResultLevel: z.union([z.number(), z.string()]).nullish(),
  TestComment: Text,
  TestInformationalOnly: Flag,
  LabTestResultDocumentFileId: z.number().int().nullish(),
});

/** Lab results of the tracking system over HTTP. */
export function trackingLabsOverHttp(reach: Reach): TrackingLabs {
  const { send, readAll } = trackingCalls(reach);
  return {
    async labFindings(at, packageId) {
      const query = { packageId: String(packageId) };
      const found = await readAll(at, Finding, { what: 'lab results', path: '/labtests/v2/results', query });
      return found
        .filter(({ ResultReleased }) => ResultReleased)
        .map((one) => ({
          resultId: one.LabTestResultId,
          labName: one.LabFacilityName,
          labLicense: one.LabFacilityLicenseNumber,
          sourceLabel: one.SourcePackageLabel,
          performed: one.TestPerformedDate.slice(0, 10),
          passedAll: one.OverallPassed,
          isRevoked: one.RevokedDate !== '',
          testType: one.TestTypeName,
          passed: one.TestPassed,
          level: one.TestResultLevel === null || one.TestResultLevel === undefined ? null : String(one.TestResultLevel),
          comment: one.TestComment,
          isInformational: one.TestInformationalOnly,
          documentId: one.LabTestResultDocumentFileId ?? null,
        }));
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
