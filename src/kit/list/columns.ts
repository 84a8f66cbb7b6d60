import { formatUsd, type Money, sum } from '../../../domain/money';
import type { GridColumn } from '../../ui/grid';
import { dateHere } from '../../ui/reader-dates';

type Rest<Row> = Partial<GridColumn<Row>>;

/** The column that names the record: first, always shown, the card's title. Sorted by, where the platform can. */
export const nameColumn = <Row>(id: string, header: string, rest: Rest<Row> & Pick<GridColumn<Row>, 'cell'>) =>
  ({ id, header, sortable: true, pinned: true, hideable: false, card: 'title', ...rest }) as GridColumn<Row>;

/** Words; empty where `read` gives none. */
export const textColumn = <Row>(
  id: string,
  header: string,
  read: (row: Row) => string | null | undefined,
  rest?: Rest<Row>,
): GridColumn<Row> => ({ id, header, cell: (row) => read(row) ?? '', ...rest });

/** An amount in dollars; empty where `read` gives null. `totaled` adds the rows up at the foot. */
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

/** The reader's day of an instant in ISO 8601. */
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
