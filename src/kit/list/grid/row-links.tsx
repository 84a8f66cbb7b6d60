import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { GridColumn, GridValue } from '../../../ui/grid';
import { OPENED_HERE, withRecord } from '../useOpenRecord';

/** What a row opens: a page's path, its drawer beside the list, or nothing. */
export type RowOpens = string | 'drawer' | null;

/**
 * The list's columns, with its naming one as the link to what each row opens. A cell with a link of its own stays as it is.
 */
export function linkNames<R extends { id: number }>(
  columns: readonly GridColumn<R>[],
  opens: (row: R) => RowOpens,
): readonly GridColumn<R>[] {
  const naming = columns.find(({ card }) => card === 'title') ?? columns[0];
  return columns.map((column) =>
    column !== naming
      ? column
      : {
          ...column,
          value: column.value ?? ((row) => textOf(column.cell(row))),
          cell: (row) => {
            const name = column.cell(row);
            const to = opens(row);
            if (to === null || !(column.opens || isText(name))) return name;
            return to === 'drawer' ? <DrawerLink id={row.id}>{name}</DrawerLink> : <Link to={to}>{name}</Link>;
          },
        },
  );
}

const isText = (name: ReactNode): name is string | number =>
  (typeof name === 'string' && name !== '') || typeof name === 'number';

const textOf = (name: ReactNode): GridValue => (isText(name) ? name : undefined);

/** Opens a record beside its list, in an address that is the list's as well. */
function DrawerLink({ id, children }: { id: number; children: ReactNode }) {
  const { search } = useLocation();
  return (
    <Link to={{ search: `${withRecord(new URLSearchParams(search), id)}` }} state={OPENED_HERE}>
      {children}
    </Link>
  );
}
