import type { FieldOwner, WholesaleKind } from './vocabulary';

export type OwnedField = {
  label: string;
  owner: FieldOwner /** Why nobody may choose another owner. */;
  fixed?: string;
};

/**
 * The fields that both sides have, by their names here, with who usually decides each. What a field's values are is in the
 * port's shapes; both sides must give them alike.
 */
export const OWNED_FIELDS = {
  PRODUCT: {
    name: { label: 'Name', owner: 'LAST_EDIT' },
    sku: { label: 'SKU', owner: 'LAST_EDIT' },
    description: { label: 'Description', owner: 'LAST_EDIT' },
    wholesalePrice: { label: 'Wholesale price', owner: 'THEIRS' },
    salePrice: { label: 'Sale price', owner: 'THEIRS' },
    listingState: { label: 'Listing state', owner: 'LAST_EDIT' },
    unitOfMeasure: { label: 'Unit of measure', owner: 'THEIRS' },
    unitMultiplier: { label: 'Units per case', owner: 'THEIRS' },
    minimumOrder: { label: 'Smallest order', owner: 'LAST_EDIT' },
    maximumOrder: { label: 'Largest order', owner: 'LAST_EDIT' },
    brand: { label: 'Brand', owner: 'THEIRS' },
    stock: {
      label: 'Stock',
      owner: 'OURS',
      fixed: 'The product’s inventory setting decides: inherited stock is theirs, all other stock is ours.',
    },
  },
  CUSTOMER: {
    name: { label: 'Name', owner: 'LAST_EDIT' },
    licenseNumber: { label: 'License number', owner: 'THEIRS' },
    email: { label: 'Email', owner: 'LAST_EDIT' },
    phone: { label: 'Phone', owner: 'LAST_EDIT' },
    address: { label: 'Address', owner: 'LAST_EDIT' },
  },
  ORDER: {
    notes: { label: 'Notes', owner: 'LAST_EDIT' },
    internalNotes: { label: 'Internal notes', owner: 'LAST_EDIT' },
    shipDate: { label: 'Ship date', owner: 'LAST_EDIT' },
    discount: { label: 'Discount', owner: 'LAST_EDIT' },
    tax: { label: 'Tax', owner: 'THEIRS' },
    shippingCharge: { label: 'Shipping charge', owner: 'LAST_EDIT' },
    paymentTerm: { label: 'Payment term', owner: 'LAST_EDIT' },
    lines: { label: 'Line items', owner: 'LAST_EDIT' },
  },
} as const satisfies Record<WholesaleKind, Record<string, OwnedField>>;

const fieldsOf = (kind: WholesaleKind): [string, OwnedField][] => Object.entries(OWNED_FIELDS[kind]);

/** How a field is called; its own name when it isn't one that has an owner. */
export function fieldLabel(kind: WholesaleKind, field: string): string {
  return fieldsOf(kind).find(([name]) => name === field)?.[1].label ?? field;
}

/** Whether a person may choose who decides a field. */
export function isChoosable(kind: WholesaleKind, field: string): boolean {
  const found = fieldsOf(kind).find(([name]) => name === field)?.[1];
  return found !== undefined && found.fixed === undefined;
}

/** Who decides each field of a kind of record: as the connection's rules say, or as usual. */
export function ownersOf(
  kind: WholesaleKind,
  rules: readonly { kind: string; field: string; owner: FieldOwner }[],
): Record<string, FieldOwner> {
  return Object.fromEntries(
    fieldsOf(kind).map(([field, { owner, fixed }]) => {
      const rule = rules.find((one) => one.kind === kind && one.field === field);
      return [field, fixed === undefined && rule !== undefined ? rule.owner : owner];
    }),
  );
}
