import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import PDFDocument from 'pdfkit';
import { LAB_TEST_STATES, labTestStateOf } from '../../../domain/inventory/packages/package';
import type { Db } from '../../db/client';
import { sandboxPackages } from '../../db/schema';
import type { Opens } from './items';
import { pageOf, type Query } from './page';

/** Test types with the levels labs usually find: from, to, decimals; those without a range find nothing. */
const TESTS: readonly { type: string; from?: number; to?: number; decimals?: number; fails?: true }[] = [
  { type: 'Total THC (%)', from: 14, to: 31, decimals: 2 },
  { type: 'THCA (%)', from: 15, to: 33, decimals: 2 },
  { type: 'Total CBD (%)', from: 0, to: 1, decimals: 2 },
  { type: 'Total Terpenes (%)', from: 0.8, to: 3.4, decimals: 2 },
  { type: 'Moisture Content (%)', from: 8, to: 13, decimals: 1 },
  { type: 'Water Activity (aw)', from: 0.5, to: 0.64, decimals: 2 },
  { type: 'Total Yeast and Mold (CFU/g)', from: 10, to: 9000, decimals: 0, fails: true },
  { type: 'Salmonella (CFU/g)' },
  { type: 'Aflatoxins (ppb)' },
  { type: 'Heavy Metals - Lead (ppm)', from: 0, to: 0.4, decimals: 3 },
  { type: 'Heavy Metals - Arsenic (ppm)', from: 0, to: 0.15, decimals: 3 },
  { type: 'Pesticides - Abamectin (ppm)' },
  { type: 'Pesticides - Myclobutanil (ppm)' },
  { type: 'Foreign Matter' },
];
const LABS = [
  { name: 'Clearwater Analytics', license: 'C8-0000064-LIC' },
  { name: 'Bay Testing Laboratory', license: 'C8-0000112-LIC' },
] as const;
const DAY_MS = 86_400_000;

type Tools = { db: Db; opens: Opens };

/** Serves what labs found of packages, in the sandbox always the same of one package, and their certificates. */
export function serveLabs(scope: FastifyInstance, api: string, { db, opens }: Tools): void {
  scope.get<{ Querystring: Query & { packageId?: string } }>(`${api}/labtests/v2/results`, async (request, reply) => {
    const { licenseNumber = '', packageId = '' } = request.query;
    if (!(await opens(request, reply, licenseNumber))) return reply;
    const [found] = await db
      .select()
      .from(sandboxPackages)
      .where(and(eq(sandboxPackages.licenseNumber, licenseNumber), eq(sandboxPackages.id, Number(packageId) || 0)));
    return pageOf(found ? findingsOf(found) : [], request.query);
  });

  scope.get<{ Querystring: Query; Params: { id: string } }>(
    `${api}/labtests/v2/labtestdocument/:id`,
    async (request, reply) => {
      if (!(await opens(request, reply, request.query.licenseNumber ?? ''))) return reply;
      const paper = new PDFDocument({
        size: 'LETTER',
        info: { Title: `Certificate of analysis ${request.params.id}` },
      });
      paper.fontSize(18).text('Certificate of analysis').fontSize(12).moveDown();
      paper.text(`Number ${request.params.id}`).text('Made by the sandbox. Nothing was tested.').end();
      return reply.type('application/pdf').send(paper);
    },
  );

  scope.get<{ Querystring: Query }>(`${api}/labtests/v2/states`, async (request, reply) =>
    (await opens(request, reply, request.query.licenseNumber ?? '')) ? Object.keys(LAB_TEST_STATES) : reply,
  );
  scope.get<{ Querystring: Query }>(`${api}/labtests/v2/types`, async (request, reply) =>
    (await opens(request, reply, request.query.licenseNumber ?? ''))
      ? pageOf(
          TESTS.map(({ type: Name }, at) => ({ Id: at + 1, Name, RequiresTestResult: true, InformationalOnly: false })),
          request.query,
        )
      : reply,
  );
}

function findingsOf({ id, label, data, modifiedAt }: typeof sandboxPackages.$inferSelect) {
  const { LabTestingState = 'NotSubmitted', SourcePackageLabels = '' } = data as {
    LabTestingState?: string;
    SourcePackageLabels?: string;
  };
  const { verdict } = labTestStateOf(LabTestingState);
  if (verdict !== 'passed' && verdict !== 'failed') return [];
  const chance = chanceOf(label);
  const lab = LABS[chance() < 0.7 ? 0 : 1];
  const performed = new Date(modifiedAt.getTime() - Math.floor(chance() * 20) * DAY_MS).toISOString().slice(0, 10);
  const hasPassed = verdict === 'passed';
  return TESTS.map(({ type, from = 0, to = 0, decimals = 0, fails = false }, at) => ({
    PackageId: id,
    LabTestResultId: id * 100 + at,
    LabFacilityName: lab.name,
    LabFacilityLicenseNumber: lab.license,
    SourcePackageLabel: SourcePackageLabels.split(',')[0] || label,
    TestPerformedDate: performed,
    OverallPassed: hasPassed,
    ResultReleased: true,
    RevokedDate: null,
    TestTypeName: type,
    TestPassed: hasPassed || !fails,
    TestResultLevel: fails && !hasPassed ? to * 4 : Number((from + chance() * (to - from)).toFixed(decimals)),
    TestComment: fails && !hasPassed ? 'Above the limit.' : '',
    TestInformationalOnly: type === 'Total Terpenes (%)',
    LabTestResultDocumentFileId: id,
  }));
}

/** Numbers from 0 to 1 that are always the same for one package. */
function chanceOf(label: string): () => number {
  let state = [...label].reduce((sum, character) => (sum * 33 + (character.codePointAt(0) ?? 0)) % 2147483647, 7);
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
