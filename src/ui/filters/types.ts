/** A filter's value as lists take it: text, numbers and days as text; choices as lists; yes or no as a boolean. */
export type FilterValue = string | number | boolean | readonly string[] | readonly number[] | undefined;

/** Values by key. A range has two keys (and a third for a relative range), any other field one: its id. */
export type FilterValues = Readonly<Record<string, FilterValue>>;

export type FilterOption = { value: string | number; label: string; count?: number };

type Named = { id: string; label: string };

export type TextFilter = Named & { kind: 'text'; placeholder?: string; maxLength?: number };

/** Numbers as typed, commas between thousands or not, in the unit the label names. `prefix` is drawn in front, such as "$". */
export type NumberRangeFilter = Named & {
  kind: 'numberRange';
  from: string;
  to: string;
  min?: number;
  /** Most decimals taken; any number of them when absent. */
  decimals?: number;
  prefix?: string;
};

/** Calendar days, YYYY-MM-DD. `relative` offers ranges such as "Last 7 days" under a key of its own. */
export type DateRangeFilter = Named & {
  kind: 'dateRange';
  from: string;
  to: string;
  /** 2015-01-01 when absent. */
  min?: string;
  max?: string;
  relative?: { key: string; options: readonly { value: string; label: string }[] };
};

/** Choices out of a list that may carry counts; long lists can be searched. */
export type MultiFilter = Named & { kind: 'multi'; options: readonly FilterOption[]; loading?: boolean };

/** Yes, no, or not asked. */
export type TriFilter = Named & { kind: 'tri'; yes?: string; no?: string };

export type FilterField = TextFilter | NumberRangeFilter | DateRangeFilter | MultiFilter | TriFilter;
