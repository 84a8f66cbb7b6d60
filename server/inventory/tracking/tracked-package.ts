import { z } from 'zod';
import { LAB_TEST_STATES, type LabTestState } from '../../../domain/inventory/packages/package';
import { TAG_LENGTH } from '../../../domain/inventory/packages/scanned-tag';
import { StockLevelSchema } from '../../../domain/money';
import { outsideText, outsideUnit } from '../../integrations/tracking/tracking-units';

const At = z
  .string()
  .nullish()
  .transform((text, context) => {
    if (!text) return null;
    const time = new Date(text);
    if (!Number.isNaN(time.getTime())) return time;
    context.addIssue({ code: 'custom', message: `${text} is no time` });
    return z.NEVER;
  });

const Figure = z.union([z.number(), z.string()]).transform(String).pipe(StockLevelSchema);
const LabState = z.enum(Object.keys(LAB_TEST_STATES) as [LabTestState, ...LabTestState[]]);

/** A package as the tracking system gives it, in our terms. */
export const TrackedPackage = z
  .object({
    Id: z.number().int(),
    Label: z.string().length(TAG_LENGTH),
    SourcePackageLabels: outsideText,
    LocationId: z.number().int().nullish(),
    LocationName: outsideText,
    Quantity: Figure.refine((figure) => !figure.startsWith('-'), 'Its quantity is below 0'),
    UnitOfMeasureName: outsideUnit,
    Item: z.object({
      Id: z.number().int(),
      Name: z.string().min(1),
      ProductCategoryName: z.string(),
      StrainName: outsideText,
      UnitOfMeasureName: outsideUnit,
    }),
    PackagedDate: At,
    LabTestingState: LabState.nullish(),
    InitialLabTestingState: LabState.nullish(),
    IsTradeSample: z.boolean().nullish(),
    IsOnHold: z.boolean().nullish(),
    FinishedDate: At,
    ReceivedDateTime: At,
    ReceivedFromManifestNumber: outsideText,
    ReceivedFromFacilityName: outsideText,
    ItemFromFacilityName: outsideText,
    LastModified: At,
  })
  .transform((found) => ({
    label: found.Label,
    trackingId: found.Id,
    item: found.Item,
    quantity: found.Quantity,
    unitOfMeasure: found.UnitOfMeasureName,
    isOnHold: found.IsOnHold ?? false,
    isFinished: found.FinishedDate !== null,
    labTestState: found.LabTestingState ?? found.InitialLabTestingState ?? ('NotSubmitted' as const),
    modifiedAt: found.LastModified ?? new Date(0),
    row: {
      isTradeSample: found.IsTradeSample ?? false,
      locationId: found.LocationId ?? null,
      locationName: found.LocationName,
      packagedAt: found.PackagedDate,
      receivedAt: found.ReceivedDateTime,
      sourceLabels: (found.SourcePackageLabels ?? '').split(/\s*,\s*/).filter((label) => label !== ''),
      manifestNumber: found.ReceivedFromManifestNumber,
      receivedFrom: found.ReceivedFromFacilityName,
      ownerName: found.ItemFromFacilityName,
      finishedAt: found.FinishedDate,
    },
  }));
export type TrackedPackage = z.infer<typeof TrackedPackage>;

const Labelled = z.object({ Label: z.string().min(1).max(100) });

/** A record that isn't a package as we know them: its label, if it has one, and what is odd. */
export type Unreadable = { label: string; why: string };

/** Records of a page as packages; an odd one is told apart, so that it holds up none of the others. */
export function readPackages(records: readonly unknown[]): { read: TrackedPackage[]; odd: Unreadable[] } {
  const [read, odd]: [TrackedPackage[], Unreadable[]] = [[], []];
  for (const record of records) {
    const result = TrackedPackage.safeParse(record);
    if (result.success) read.push(result.data);
    else {
      const [issue] = result.error.issues;
      const label = Labelled.safeParse(record).data?.Label ?? 'without a tag';
      odd.push({ label, why: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unknown'}`.slice(0, 200) });
    }
  }
  return { read, odd };
}
