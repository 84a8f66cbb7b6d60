import { formatUsd, type Money, sum } from '../../../domain/money';
import type { GridColumn } from '../../ui/grid';
import { dateHere } from '../../ui/reader-dates';

type Rest<Row> = Partial<GridColumn<Row>>;

/**
 * The column that names the record: first, always shown, the title of its card. Sortable if the platform supports it.
 */
export const nameColumn = <Row>(id: string, header: string, rest: Rest<Row> & Pick<GridColumn<Row>, 'cell'>) =>
  ({ id, header, sortable: true, pinned: true, hideable: false, card: 'title', ...rest }) as GridColumn<Row>;

/** Text; empty when `read` returns none. */
export const textColumn = <Row>(
  id: string,
  header: string,
  read: (row: Row) => string | null | undefined,
  rest?: Rest<Row>,
): GridColumn<Row> => ({ id, header, cell: (row) => read(row) ?? '', ...rest });

/** An amount in dollars; empty when `read` returns null. `totaled` adds a sum in the totals row. */
export const dollarsColumn = <Row>(
  id: string,
  header: string,
  read: (row: Row) => Money | null,
  { totaled = false, ...rest }: Rest<Row> & { totaled?: boolean } = {},
): GridColumn<Row> => ({
  id,
  header,
  cell: (row) => dollars(read(row)),
  value: (row) => number(read(row)),
  align: 'end',
  width: 124,
  ...(totaled && { summary: (rows) => formatUsd(sum(rows.map(read).filter((amount) => amount !== null))) }),
  ...rest,
});

/** An ISO 8601 instant as a date in the zone that counts. */
export const dayColumn = <Row>(
  id: string,
  header: string,
  read: (row: Row) => string,
  rest?: Rest<Row>,
): GridColumn<Row> => ({
  id,
  header,
  cell: (row) => dateHere(read(row)),
  value: (row) => new Date(read(row)),
  width: 112,
  ...rest,
});

const dollars = (amount: Money | null) => (amount === null ? '' : formatUsd(amount));
const number = (amount: Money | null) => (amount === null ? null : Number(amount));
