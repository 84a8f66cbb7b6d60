/** What an order is printed as, with its name. */
export const DOCUMENTS = { INVOICE: 'Invoice', PACKING_SLIP: 'Packing slip', PICK_LIST: 'Pick list' } as const;
export type DocumentKind = keyof typeof DOCUMENTS;
export const DOCUMENT_KINDS = Object.keys(DOCUMENTS) as [DocumentKind, ...DocumentKind[]];

/** What a customer may be sent; a pick list is for the warehouse. */
export const MAILED_KINDS = ['INVOICE', 'PACKING_SLIP'] as const satisfies readonly DocumentKind[];

/** Most orders printed at once. */
export const MOST_PRINTED = 200;
