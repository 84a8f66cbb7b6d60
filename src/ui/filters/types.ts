/** Values by key, as calls send them. */
export type FilterValues = Readonly<Record<string, unknown>>;
