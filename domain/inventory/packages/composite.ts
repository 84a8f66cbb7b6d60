import { z } from 'zod';
import type { TrackingUnit } from '../../catalogue/units/tracking-units';
import { Instant } from '../../contract/endpoint';
import type { CsvColumn } from '../../csv';
import { shortDate } from '../../dates';
import { StockLevelSchema } from '../../money';
import { TRACKING_UNIT_NAMES } from '../items/tracking-item';
import { InventoryPackage, PACKAGE_STATUSES, type PackageStatus } from './package';

/** The number of a status in a composite key. */
const STATUS_IDS = { ACTIVE: 1, INACTIVE: 2, ON_HOLD: 3 } as const satisfies Record<PackageStatus, number>;

/** What packages have in common when they are shown together. */
export type CompositeKey = { itemId: number; status: PackageStatus; licenseId: number; unit: TrackingUnit };

/** A composite's id: item, status, holding license and unit, joined by dashes. */
export const compositeKey = ({ itemId, status, licenseId, unit }: CompositeKey): string =>
  `${itemId}-${STATUS_IDS[status]}-${licenseId}-${unit}`;

type Labelled = Pick<
  InventoryPackage,
  'label' | 'verdantItemId' | 'status' | 'holderLicenseId' | 'unitOfMeasureAbbreviation'
>;

/** A package's id: its label or, without one, the key of the packages it is shown with. */
export const inventoryId = ({ label, verdantItemId, status, holderLicenseId, unitOfMeasureAbbreviation }: Labelled) =>
  label || compositeKey({ itemId: verdantItemId, status, licenseId: holderLicenseId, unit: unitOfMeasureAbbreviation });

/** The parts of a composite's id; null for any other text. */
export function parseCompositeKey(text: string): CompositeKey | null {
  const [, item, statusId, license, named] = /^([1-9]\d{0,14})-([1-3])-([1-9]\d{0,14})-(.+)$/.exec(text) ?? [];
  const status = (Object.keys(STATUS_IDS) as PackageStatus[]).find((one) => String(STATUS_IDS[one]) === statusId);
  const unit = TRACKING_UNIT_NAMES.find((one) => one === named);
  if (status === undefined || unit === undefined) return null;
  return { itemId: Number(item), status, licenseId: Number(license), unit };
}

/** A composite's id as parameters of an address name it. */
export const CompositeKeySchema = z
  .string()
  .max(60)
  .transform((text, context) => {
    const key = parseCompositeKey(text);
    if (key !== null) return key;
    context.addIssue({ code: 'custom', message: 'This link is damaged. Start from the first page.' });
    return z.NEVER;
  });

const ofPackage = InventoryPackage.pick({
  verdantItemId: true,
  itemName: true,
  category: true,
  strainName: true,
  holder: true,
  holderLicenseId: true,
  assignedOwner: true,
  status: true,
  unitOfMeasureAbbreviation: true,
  product: true,
}).shape;

const { currentLabTestState, metrcOwner, recipient } = InventoryPackage.shape;

/** Packages of one item, status, holder and unit, shown together. What they don't all share is null. */
export const CompositePackage = z.strictObject({
  ...ofPackage,
  id: z.string(),
  verdantId: z.null(),
  label: z.null(),
  currentLabTestState: currentLabTestState.nullable(),
  metrcOwner,
  recipient,
  notes: z.string().nullable(),
  /** The sum of what they hold. */
  quantity: StockLevelSchema,
  packageCount: z.number().int().positive(),
  /** When the tracking system last changed one of them. */
  lastActivity: Instant,
});
export type CompositePackage = z.infer<typeof CompositePackage>;

/** The columns of the composite inventory.csv, by id. */
export const COMPOSITE_COLUMNS = {
  itemName: { header: 'Item', text: ({ itemName }) => itemName },
  category: { header: 'Category', text: ({ category }) => category },
  strain: { header: 'Strain', text: ({ strainName }) => strainName ?? '' },
  owner: { header: 'Brand', text: ({ assignedOwner }) => assignedOwner?.name ?? '' },
  holder: { header: 'Held by', text: ({ holder }) => `${holder.name} (${holder.displayName})` },
  status: { header: 'Status', text: ({ status }) => PACKAGE_STATUSES[status].label },
  packageCount: { header: 'Packages', text: ({ packageCount }) => String(packageCount) },
  quantity: { header: 'Quantity', text: ({ quantity }) => quantity },
  unit: { header: 'Unit', text: ({ unitOfMeasureAbbreviation }) => unitOfMeasureAbbreviation },
  product: { header: 'Product', text: ({ product }) => product?.name ?? '' },
  lastActivity: {
    header: 'Last activity',
    isInstant: true,
    text: ({ lastActivity }, timeZone) => shortDate(lastActivity, timeZone),
  },
} as const satisfies Record<string, CsvColumn<CompositePackage>>;
