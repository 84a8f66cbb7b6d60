import { multiply, roundCents, subtract, sum } from '../../../domain/money';
import { availableTransitions, soldUnits } from './acts';
import type { Entity, Shop, ShopOrder } from './shop';

const dollars = (amount: string | null) => (amount === null ? null : { amount: Number(amount), currency: 'USD' });

/** Orders as they answer them; with `children`, lines, customer and sales reps are whole rather than ids. */
export async function renderOrders(shop: Shop, orders: readonly Entity<'order'>[], children: ReadonlySet<string>) {
  const customers = await shop.some(
    'customer',
    orders.map(({ data }) => data.customerId),
  );
  const products = await shop.some(
    'product',
    orders.flatMap(({ data }) => data.lines.map(({ productId }) => productId)),
  );
  return orders.map(({ id, data, modifiedAt }) => {
    const customer = customers.get(data.customerId);
    const total = totalOf(data);
    return {
      number: id,
      short_id: data.shortId,
      external_id_seller: data.externalIds.seller ?? null,
      external_id_buyer: null,
      external_ids: data.externalIds,
      status: data.status,
      manual: false,
      discount: data.discount,
      discount_type: data.discountType,
      tax_amount: dollars('0'),
      shipping_charge: dollars('0'),
      total: dollars(total),
      payment_term: 'Net 30',
      payment_due_date: data.paymentDueDate,
      payment_balance: Number(total),
      paid: false,
      paid_date: null,
      ship_date: data.shipDate,
      notes: data.notes,
      internal_notes: data.internalNotes,
      classification: 'Adult',
      distributor: null,
      facility_id: null,
      customer: children.has('customer') && customer ? renderCustomer(customer) : Number(data.customerId),
      sales_reps: children.has('sales_reps') ? data.reps.map((email, place) => ({ id: place + 1, email })) : [],
      ...(children.has('line_items') && {
        line_items: data.lines.map((line, position) => {
          const product = products.get(line.productId);
          return {
            id: line.id,
            product: Number(line.productId),
            frozen_data: { product: { name: product?.data.name ?? '', sku: product?.data.sku ?? '' } },
            ordered_unit_price: dollars(line.price),
            sale_price: null,
            quantity: line.quantity,
            unit_multiplier: line.unitMultiplier,
            bulk_units: soldUnits(line),
            is_sample: line.isSample,
            on_sale: false,
            is_backorder: line.isBackorder,
            batch: null,
            package_tags: [],
            is_packed: false,
            notes: line.notes,
            position,
          };
        }),
      }),
      created_on: data.createdOn,
      modified: modifiedAt.toISOString(),
      available_transitions: availableTransitions(data.status, 'seller'),
    };
  });
}

function totalOf({ lines, discount, discountType }: ShopOrder): string {
  const subtotal = roundCents(sum(lines.map((line) => multiply(soldUnits(line), line.price))));
  return roundCents(subtract(subtotal, discountType === '%' ? multiply(subtotal, discount) : discount));
}

export const renderCustomer = ({ id, data, modifiedAt }: Entity<'customer'>) => ({
  id: Number(id),
  name: data.name,
  nickname: '',
  license_number: data.licenseNumber,
  email: data.email,
  phone: data.phone,
  address: data.address,
  city: data.city,
  state: data.state,
  modified: modifiedAt.toISOString(),
});

export function renderProduct({ id, data, modifiedAt }: Entity<'product'>) {
  const isUnlimited = data.inventoryManagement === 2;
  return {
    id: Number(id),
    name: data.name,
    sku: data.sku,
    description: data.description,
    brand: Number(data.brandId),
    category: data.category,
    listing_state: data.listingState,
    wholesale_price: dollars(data.wholesalePrice),
    sale_price: dollars(data.salePrice),
    unit_of_measure: data.unitOfMeasure,
    sell_in_unit_of_measure: data.sellInUnitOfMeasure,
    unit_multiplier: data.unitMultiplier,
    inventory_management: data.inventoryManagement,
    minimum_order: '0.01',
    maximum_order: '100000',
    quantity: data.quantity,
    reserved_qty: data.reserved,
    available_inventory: isUnlimited ? null : subtract(data.quantity, data.reserved),
    modified: modifiedAt.toISOString(),
  };
}

export const renderBrand = ({ id, data, modifiedAt }: Entity<'brand'>) => ({
  id: Number(id),
  name: data.name,
  slug: data.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
  modified: modifiedAt.toISOString(),
});
