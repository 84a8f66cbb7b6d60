/** What an order is printed as, with its name. */
export const DOCUMENTS = { INVOICE: 'Invoice', PACKING_SLIP: 'Packing slip', PICK_LIST: 'Pick list' } as const;
export type DocumentKind = keyof typeof DOCUMENTS;
export const DOCUMENT_KINDS = Object.keys(DOCUMENTS) as [DocumentKind, ...DocumentKind[]];

/** What a customer may be sent; a pick list is for the warehouse. */
export const MAILED_KINDS = ['INVOICE', 'PACKING_SLIP'] as const satisfies readonly DocumentKind[];

/** Most orders printed at once; more are a bulk action. */
export const MOST_PRINTED = 200;

/** Most orders in a file of that bulk action, and on its pick list. */
export const MOST_IN_A_FILE = 1_000;
