import type { ReactNode } from 'react';
import type { Facets, FilterSet } from '../../../domain/filters';
import type { Resource } from '../../providers/resource';
import type { FilterValues } from '../../ui/filters';
import type { GridColumn, GridEmpty } from '../../ui/grid';
import type { MenuEntry } from '../../ui/Menu';
import type { ListBulk } from './bulk';
import type { ExportMenuProps } from './ExportMenu';
import type { SearchBox } from './QuickSearch';
import type { OpenDrawer } from './RecordDrawer';
import type { ListAddress } from './useListAddress';
import type { SavedViews } from './useSavedViews';

/** What can be exported beyond the page as it is seen. */
export type ListExports<R> = Pick<ExportMenuProps, 'requires'> & {
  /** Everything that matches, with the columns shown, by id. */
  all: (columns: readonly string[]) => void;
  /** Other files; `selected` is null when more is selected than was ever on screen. */
  more?: (selected: readonly R[] | null) => readonly MenuEntry[];
};

/** How a list is configured, whoever pages it. */
export type ListProps<R> = {
  /** From `resourceOf`; a person's columns are kept under its name. */
  resource: Pick<Resource, 'name'>;
  label: string;
  noun: readonly [one: string, many: string];
  columns: readonly GridColumn<R>[];
  /** Names a row to assistive technology: "order 1024". */
  nameOf: (row: R) => string;
  /** From `useListAddress`. */
  address: Pick<ListAddress<FilterValues>, 'state' | 'onStateChange' | 'filters' | 'errors' | 'setFilters' | 'toStart'>;
  /** What the filter bar offers, as `defineFilters` gives it. */
  filters?: Pick<FilterSet, 'fields' | 'salvage'>;
  /** What a facets call answered, for the choices of the filters. */
  facets?: Facets;
  search?: SearchBox;
  /** What to say and do where there is nothing at all. */
  empty: GridEmpty;
  /** Where a row opens as a page. */
  pathOf?: (row: R) => string;
  /** The form that a row, or a new one, opens in beside the list; the address holds which. */
  drawer?: (open: OpenDrawer<R>) => ReactNode;
  /** Why the drawer does not open for this row, or for a new one; null where it does. */
  whyNotOpen?: (row: R | null) => string | null;
  rowActions?: (row: R) => readonly MenuEntry[];
  rowTone?: (row: R) => 'muted' | 'warning' | 'danger' | undefined;
  /** What can be done with many rows at once. */
  bulk?: ListBulk<R>;
  exports?: ListExports<R>;
  /** From `useSavedViews`. */
  views?: SavedViews;
  /** Between search and filters. */
  children?: ReactNode;
};
