import type { DataGridProps, GridColumn, GridSort } from '../types';
import { totalText } from './GridPager';

/** "1,204 orders" */
export const countText = <Row>(
  { totalIsCapped }: Pick<DataGridProps<Row>, 'totalIsCapped'>,
  noun: readonly [string, string],
  total: number,
) => `${totalText(total, totalIsCapped)} ${total === 1 ? noun[0] : noun[1]}`;

/** The grid's state as text, for the live region and footer. */
export function gridStatus<Row>(props: DataGridProps<Row>, noun: readonly [string, string], total: number): string {
  if (props.error) return '';
  if (!props.rows) return `Loading ${noun[1]}`;
  const counted = countText(props, noun, total);
  const { state } = props;
  if (!state || (total <= state.pageSize && state.page === 0)) return counted;
  return `${counted}, page ${state.page + 1} of ${Math.ceil(total / state.pageSize)}`;
}

/** The selection and sort as text, announced when they change. */
export function actStatus<Row>(count: number, sort: readonly GridSort[], columns: readonly GridColumn<Row>[]): string {
  const sorted = sort.flatMap(({ id, desc }) => {
    const column = columns.find((candidate) => candidate.id === id);
    return column ? `${column.header} ${desc ? 'descending' : 'ascending'}` : [];
  });
  const parts = [
    count ? `${totalText(count)} selected` : '',
    sorted.length ? `Sorted by ${sorted.join(', then ')}` : '',
  ];
  return parts.filter(Boolean).join('. ');
}
