import { z } from 'zod';
import { money, readMeasured, roundCents } from '../../../domain/money';
import type { TheirBrand, TheirCustomer, TheirOrder, TheirProduct } from '../../../domain/wholesale/theirs';

const Id = z.union([z.string(), z.number()]).transform(String);
const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? '');
const Amount = z.union([z.string(), z.number()]).transform((value, ctx) => {
  const amount = readMeasured(value);
  if (amount !== null) return amount;
  ctx.addIssue('It is no number');
  return z.NEVER;
});
const Dollars = z.union([z.object({ amount: z.union([z.string(), z.number()]) }), z.string(), z.number()]);
const dollars = (value: z.infer<typeof Dollars> | null | undefined): string | null =>
  value === null || value === undefined ? null : roundCents(money(typeof value === 'object' ? value.amount : value));
const Day = z
  .string()
  .nullish()
  .transform((day) => (day ? day.slice(0, 10) : null));
const When = z.string().transform((text, ctx) => {
  const at = new Date(text);
  if (!Number.isNaN(at.getTime())) return at.toISOString();
  ctx.addIssue('It is no time');
  return z.NEVER;
});

const Customer = z.object({
  id: Id,
  name: Text,
  license_number: Text,
  email: Text,
  phone: Text,
  address: Text,
  city: Text,
  state: Text,
  modified: When,
});

export const CustomerAnswer = Customer.transform(
  ({ id, name, license_number, email, phone, address, city, state, modified }): TheirCustomer => ({
    id,
    name: name.trim(),
    licenseNumber: license_number.trim(),
    email: email.trim(),
    phone: phone.trim(),
    address: [address.trim(), city.trim(), state.trim()].filter(Boolean).join(', '),
    modified,
  }),
);

const Line = z.object({
  id: Id,
  product: Id.nullish(),
  frozen_data: z.object({ product: z.object({ name: Text, sku: Text }).nullish() }).nullish(),
  ordered_unit_price: Dollars.nullish(),
  bulk_units: Amount.nullish(),
  quantity: Amount,
  unit_multiplier: Amount.nullish(),
  is_sample: z.boolean().nullish(),
  is_backorder: z.boolean().nullish(),
  notes: Text,
});

/** An order with its lines, customer and sales reps, which a list answers on `include_children`. */
export const OrderAnswer = z
  .object({
    number: Id,
    short_id: Text,
    status: z.string(),
    customer: z.unknown(),
    line_items: z.array(Line),
    discount: Amount.nullish(),
    discount_type: z.string().nullish(),
    notes: Text,
    internal_notes: Text,
    ship_date: Day,
    payment_due_date: Day,
    sales_reps: z.array(z.object({ email: Text })).nullish(),
    created_on: When,
    modified: When,
  })
  .transform((order): TheirOrder => {
    const customer = CustomerAnswer.safeParse(order.customer);
    return {
      number: order.number,
      shortId: order.short_id,
      status: order.status,
      customer: customer.success ? customer.data : null,
      lines: order.line_items.map((line) => ({
        id: line.id,
        // One that names no product waits with its order until a person looks.
        productId: line.product ?? `line ${line.id}`,
        name: line.frozen_data?.product?.name ?? '',
        sku: line.frozen_data?.product?.sku ?? '',
        soldQuantity: line.bulk_units ?? line.quantity,
        unitMultiplier: line.unit_multiplier ?? '1',
        unitPrice: dollars(line.ordered_unit_price) ?? '0.00',
        isSample: line.is_sample === true,
        isBackorder: line.is_backorder === true,
        notes: line.notes,
      })),
      discount: order.discount ?? '0',
      discountType: order.discount_type === '%' ? '%' : '$',
      notes: order.notes,
      internalNotes: order.internal_notes,
      shipDate: order.ship_date,
      paymentDueDate: order.payment_due_date,
      repEmails: (order.sales_reps ?? []).map(({ email }) => email.trim().toLowerCase()).filter(Boolean),
      created: order.created_on,
      modified: order.modified,
    };
  });

export const ProductAnswer = z
  .object({
    id: Id,
    name: Text,
    sku: Text,
    description: Text,
    brand: Id.nullish(),
    category: Text,
    listing_state: Text,
    wholesale_price: Dollars.nullish(),
    sale_price: Dollars.nullish(),
    unit_of_measure: Text,
    sell_in_unit_of_measure: Text,
    unit_multiplier: Amount.nullish(),
    inventory_management: z.number().nullish(),
    quantity: Amount.nullish(),
    reserved_qty: Amount.nullish(),
    available_inventory: Amount.nullish(),
    modified: When,
  })
  .transform(
    (product): TheirProduct => ({
      id: product.id,
      name: product.name.trim(),
      sku: product.sku.trim(),
      description: product.description,
      brandId: product.brand ?? '',
      brandName: '',
      category: product.category,
      listingState: product.listing_state,
      wholesalePrice: dollars(product.wholesale_price),
      salePrice: dollars(product.sale_price),
      unitOfMeasure: product.unit_of_measure,
      sellInUnitOfMeasure: product.sell_in_unit_of_measure,
      unitMultiplier: product.unit_multiplier ?? '1',
      isUnlimited: product.inventory_management === 2,
      quantity: product.quantity ?? '0',
      reserved: product.reserved_qty ?? '0',
      available: product.available_inventory ?? null,
      modified: product.modified,
    }),
  );

export const BrandAnswer = z.object({ id: Id, name: Text }).transform((brand): TheirBrand => brand);
