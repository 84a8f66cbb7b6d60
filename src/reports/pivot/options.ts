import { z } from 'zod';
import { isAggregated, PIVOT_FIELDS, type PivotField, PivotPlace, PivotView } from '../../../domain/reports/pivot';

/** No field; the address says so, since without one it means the first arrangement. */
export const NO_FIELD = 'NONE';

const names = [NO_FIELD, ...Object.keys(PIVOT_FIELDS)] as [typeof NO_FIELD, ...PivotField[]];
const field = z.enum(names);
const { value, aggregation, rowTop, columnTop } = PivotView.shape;

/** A pivot report's options in the address. It begins with customers by month. */
export const PivotOptions = z.object({
  x1Field: field.default('CUSTOMER'),
  x2Field: field.default(NO_FIELD),
  y1Field: field.default('CREATED_MONTH'),
  y2Field: field.default(NO_FIELD),
  value,
  aggregation,
  rowTop,
  columnTop,
  heat: z.boolean().default(true),
  /** The column the rows are sorted by: its keys as JSON, after a minus where the largest are first. */
  sort: z.string().max(100).optional(),
});
export type PivotOptions = z.output<typeof PivotOptions>;

export const FIELD_KEYS = ['x1Field', 'x2Field', 'y1Field', 'y2Field'] as const;

/** What is asked of the platform: options that change nothing are left out, so that changing them reads nothing. */
export function viewOf(options: PivotOptions): PivotView {
  const { value, aggregation, rowTop, columnTop } = options;
  const fields = FIELD_KEYS.map((key) => [key, options[key] === NO_FIELD ? null : options[key]]);
  return PivotView.parse({
    ...Object.fromEntries(fields),
    value,
    rowTop,
    columnTop,
    ...(isAggregated(value) && { aggregation }),
  });
}

/** Rows become columns. */
export function flipped(options: PivotOptions): Partial<PivotOptions> {
  const { x1Field, x2Field, y1Field, y2Field, rowTop, columnTop } = options;
  return {
    x1Field: y1Field,
    x2Field: y2Field,
    y1Field: x1Field,
    y2Field: x2Field,
    rowTop: columnTop,
    columnTop: rowTop,
    sort: undefined,
  };
}

export type PivotSorting = { column: (string | null)[]; descending: boolean };

/** The sort of an address; undefined when there is none or it can't be read. */
export function sortOf({ sort }: PivotOptions): PivotSorting | undefined {
  const [, minus, keys = ''] = /^(-?)(\[.*\])$/.exec(sort ?? '') ?? [];
  try {
    const column = PivotPlace.shape.column.parse(JSON.parse(keys));
    return { column, descending: minus === '-' };
  } catch {
    return undefined;
  }
}

export const sortText = ({ column, descending }: PivotSorting) => `${descending ? '-' : ''}${JSON.stringify(column)}`;
