/** Values by key, as calls carry them. */
export type FilterValues = Readonly<Record<string, unknown>>;
