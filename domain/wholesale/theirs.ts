import { z } from 'zod';

/*
 * The wholesale marketplace's records in the port's shape: amounts and quantities as decimal strings, times as instants.
 * They are kept as they were read (`wholesale_records.theirs`).
 */

const Text = z.string();

export const TheirLine = z.object({
  id: Text,
  productId: Text,
  name: Text,
  sku: Text,
  /** Of what is sold: cases, where a case holds more than one unit. */
  soldQuantity: Text,
  unitMultiplier: Text,
  unitPrice: Text,
  isSample: z.boolean(),
  isBackorder: z.boolean(),
  notes: Text,
});
export type TheirLine = z.infer<typeof TheirLine>;

export const TheirCustomer = z.object({
  id: Text,
  name: Text,
  licenseNumber: Text,
  email: Text,
  phone: Text,
  address: Text,
  modified: Text,
});
export type TheirCustomer = z.infer<typeof TheirCustomer>;

export const TheirOrder = z.object({
  number: Text,
  shortId: Text,
  status: Text,
  customer: TheirCustomer.nullable(),
  lines: z.array(TheirLine),
  discount: Text,
  discountType: z.enum(['$', '%']),
  /** What buyer and seller both read. */
  notes: Text,
  /** What only the seller reads. */
  internalNotes: Text,
  shipDate: Text.nullable(),
  paymentDueDate: Text.nullable(),
  repEmails: z.array(Text),
  created: Text,
  modified: Text,
});
export type TheirOrder = z.infer<typeof TheirOrder>;

export const TheirProduct = z.object({
  id: Text,
  name: Text,
  sku: Text,
  description: Text,
  brandId: Text,
  brandName: Text,
  category: Text,
  listingState: Text,
  wholesalePrice: Text.nullable(),
  salePrice: Text.nullable(),
  unitOfMeasure: Text,
  sellInUnitOfMeasure: Text,
  unitMultiplier: Text,
  isUnlimited: z.boolean(),
  /** In base units. */
  quantity: Text,
  reserved: Text,
  available: Text.nullable(),
  modified: Text,
});
export type TheirProduct = z.infer<typeof TheirProduct>;

export type TheirBrand = { id: string; name: string };
