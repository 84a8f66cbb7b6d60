import type { FieldOwner, WholesaleKind } from './vocabulary';

export type OwnedField = {
  label: string;
  owner: FieldOwner /** Why nobody may choose another owner. */;
  fixed?: string;
};

const PRICES = 'Prices are set there while the company is linked, and here once the link is severed.';

/**
 * The fields that both sides have, by their names here, with who usually decides each. What a field's values are is in the
 * port's shapes; both sides must give them alike.
 */
export const OWNED_FIELDS = {
  PRODUCT: {
    name: { label: 'Name', owner: 'LAST_EDIT' },
    wholesalePrice: { label: 'Wholesale price', owner: 'THEIRS', fixed: PRICES },
    salePrice: { label: 'Sale price', owner: 'THEIRS', fixed: PRICES },
    stock: {
      label: 'Stock',
      owner: 'OURS',
      fixed: 'The product’s stock setting decides: inherited stock is theirs, all other stock is ours.',
    },
  },
  CUSTOMER: {},
  ORDER: {
    notes: { label: 'Buyer’s notes', owner: 'THEIRS', fixed: 'The buyer writes them in the wholesale marketplace.' },
    internalNotes: { label: 'Internal notes', owner: 'LAST_EDIT' },
    shipDate: { label: 'Ship date', owner: 'LAST_EDIT' },
    status: { label: 'Status', owner: 'LAST_EDIT', fixed: 'The status that is further along wins.' },
    lines: { label: 'Line items and discount', owner: 'THEIRS', fixed: 'Change them in the wholesale marketplace.' },
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
