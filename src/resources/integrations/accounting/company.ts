/** A seller company whose books are shown. */
export type Company = { companyId: number; name: string };
