import { z } from 'zod';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import { readLabTestState, tagOfVoided } from '../../../domain/inventory/packages/package';
import { TAG_LENGTH, TAG_LENGTH_WRONG } from '../../../domain/inventory/packages/scanned-tag';
import type { NamedPackage } from '../../../domain/inventory/packages/used-tags';
import {
  outsideAmount,
  outsideDay,
  outsideFlag,
  outsideId,
  outsideIdOrNone,
  outsideInstant,
  outsideTags,
} from '../../integrations/tracking/outside-values';
import { outsideText, outsideUnit } from '../../integrations/tracking/tracking-units';

/** Longer texts than this aren't names. */
const MOST_NAMED = 200;
const Named = outsideText.catch(null).transform((text) => text?.slice(0, MOST_NAMED) ?? null);

const Item = z.object(
  {
    Id: outsideId,
    Name: z
      .string('It has no name')
      .trim()
      .min(1, 'It has no name')
      .max(MOST_NAMED, `Its name is longer than ${MOST_NAMED} characters`),
    ProductCategoryName: z.string().trim().catch(''),
    StrainName: Named,
    UnitOfMeasureName: outsideUnit.nullable().catch(null),
  },
  'There is none',
);

const Held = z.object({
  Quantity: outsideAmount.refine((figure) => !figure.startsWith('-'), 'Its quantity is below 0'),
  UnitOfMeasureName: outsideUnit,
});

/** All of a package but its tag, what it holds and what it is of: whatever isn't as expected is taken for none. */
const restOf = (timeZone: string) =>
  z.object({
    Id: outsideIdOrNone,
    SourcePackageLabels: outsideTags,
    SourceHarvestNames: outsideTags,
    LocationId: outsideIdOrNone,
    LocationName: Named,
    PackagedDate: outsideDay,
    LabTestingState: Named,
    InitialLabTestingState: Named,
    IsTradeSample: outsideFlag,
    IsOnHold: outsideFlag,
    FinishedDate: outsideDay,
    ReceivedDateTime: outsideInstant(timeZone),
    ReceivedFromManifestNumber: Named,
    ReceivedFromFacilityName: Named,
    ItemFromFacilityName: Named,
    LastModified: outsideInstant(timeZone),
  });

type TrackedItem = z.output<typeof Item>;
export type Amount = { quantity: string; unitOfMeasure: TrackingUnit };

/**
 * A package as the tracking system gives it, in our terms. What of it can't be read is null; `odd` says what, when it is
 * something that can't be done without.
 */
export type ReadPackage = ReturnType<typeof toTerms>;

/** A package of which all is known that can't be done without. */
export type TrackedPackage = Omit<ReadPackage, 'held' | 'modifiedAt'> & Amount & { modifiedAt: Date };

function toTerms(
  tag: Pick<NamedPackage, 'label' | 'isVoided'>,
  rest: z.output<ReturnType<typeof restOf>>,
  { item, held, odd }: { item: TrackedItem | null; held: Amount | null; odd: string | null },
) {
  return {
    ...tag,
    trackingId: rest.Id,
    item,
    held,
    odd,
    isOnHold: rest.IsOnHold,
    labTestState: readLabTestState(rest.LabTestingState ?? rest.InitialLabTestingState ?? 'NotSubmitted'),
    isFinished: rest.FinishedDate !== null,
    modifiedAt: rest.LastModified,
    row: {
      isTradeSample: rest.IsTradeSample,
      locationId: rest.LocationId,
      locationName: rest.LocationName,
      packagedOn: rest.PackagedDate,
      receivedAt: rest.ReceivedDateTime,
      sourceLabels: rest.SourcePackageLabels,
      sourceHarvests: rest.SourceHarvestNames,
      manifestNumber: rest.ReceivedFromManifestNumber,
      receivedFrom: rest.ReceivedFromFacilityName,
      ownerName: rest.ItemFromFacilityName,
      finishedOn: rest.FinishedDate,
    },
  };
}

/** A record that isn't a package as we know them: its label, if it has one, and what is odd. */
export type Unreadable = { label: string; why: string };

const Labelled = z.object({ Label: z.string().trim().min(1).max(100) });

const whyOf = ({ issues: [issue] }: z.ZodError, under = '') =>
  `${[under, ...(issue?.path ?? [])].filter(Boolean).join('.')}: ${issue?.message ?? 'unknown'}`.slice(0, 200);

/**
 * Records of a page as packages, each read as far as it can be; without a tag it is none. Times without an offset are of
 * `timeZone`.
 */
export function readPackages(
  records: readonly unknown[],
  timeZone: string,
): { read: ReadPackage[]; odd: Unreadable[] } {
  const Rest = restOf(timeZone);
  const [read, odd]: [ReadPackage[], Unreadable[]] = [[], []];
  for (const record of records) {
    const label = Labelled.safeParse(record).data?.Label ?? 'without a tag';
    const tag = tagOfVoided(label) ?? label;
    const rest = Rest.safeParse(record);
    if (tag.length !== TAG_LENGTH || !rest.success) {
      odd.push({ label, why: rest.success ? `Label: ${TAG_LENGTH_WRONG}` : whyOf(rest.error) });
      continue;
    }
    const held = Held.safeParse(record);
    const item = Item.safeParse((record as { Item?: unknown }).Item);
    const why = !held.success ? whyOf(held.error) : item.success ? null : whyOf(item.error, 'Item');
    read.push(
      toTerms({ label: tag, isVoided: tag !== label }, rest.data, {
        item: item.data ?? null,
        held: held.data ? { quantity: held.data.Quantity, unitOfMeasure: held.data.UnitOfMeasureName } : null,
        odd: why,
      }),
    );
  }
  return { read, odd };
}
