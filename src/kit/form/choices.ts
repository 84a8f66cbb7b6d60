import type { ControllerRenderProps } from 'react-hook-form';
import type { RecordId, Resource } from '../../providers/refine/resource';
import type { FiltersOf, ParentsOf, QueryOf, RowOf, SortOf } from '../../providers/refine/resource-types';

/** The fewest letters that a field searches its options for on the server. */
export const LEAST_SEARCHED = 2;

export type Option = { value: RecordId; label: string; disabled?: boolean };
/** An option with children is a branch: choosing it chooses all under it. */
export type TreeOption = Option & { children?: readonly TreeOption[] };

/** What a field's control gets of the form. */
export type ControlProps = { field: ControllerRenderProps; disabled?: boolean; placeholder?: string | undefined };

type Choosing<Row> = {
  /** A row as an option. */
  option: (row: Row) => Option;
  /** The fewest letters the platform searches for; none by default. */
  least?: number;
  /** Offered beside those of the list, such as the record's own choice. */
  chosen?: readonly Option[];
  /** Gets the rows found by the text, for what else the form shows of them. */
  onFound?: (rows: readonly Row[], text: string) => void;
};

/** Where a field's options come from when the form doesn't have them: a resource's list, through Refine. */
export type ChoiceSource = Choosing<never> & {
  resource: Resource;
  search: string | undefined;
  query: object | undefined;
  of: object | undefined;
  filters: Readonly<Record<string, unknown>>;
  sortBy: string | undefined;
};

type SourceOptions<P> = Choosing<RowOf<P>> & {
  /** The filter that takes what is typed. Without one the list is read whole and searched here. */
  search?: keyof FiltersOf<P> & string;
  filters?: Partial<FiltersOf<P>>;
  /** The list's other parameters; a `companyId` replaces the current one. */
  query?: QueryOf<P, 'list'>;
  /** Path parameters, also another organization. */
  of?: ParentsOf<P, 'list'> | { orgId: number };
  /** Ascending. */
  sortBy?: SortOf<P>;
};

/**
 * The rows of a resource as a field's options:
 * `{ control: 'lookup', source: choicesOf(products, { search: 'productNameSearch', option: … }) }`.
 */
export function choicesOf<P extends Resource>(resource: P, options: SourceOptions<P>): ChoiceSource {
  const { search, query, of, filters = {}, sortBy, ...choosing } = options;
  return { resource, search, query, of, filters, sortBy, ...(choosing as unknown as Choosing<never>) };
}
