import type { ReactNode } from 'react';
import type { Facets, FilterSet } from '../../../domain/filters';
import type { Resource } from '../../providers/refine/resource';
import type { FilterValues } from '../../ui/filters';
import type { GridColumn, GridEmpty } from '../../ui/grid';
import type { MenuEntry } from '../../ui/Menu';
import type { ListBulk, Selected } from './bulk/bulk';
import type { ListChanges } from './changes/changes';
import type { ExportMenuProps } from './export/ExportMenu';
import type { SearchBox } from './QuickSearch';
import type { OpenDrawer } from './RecordDrawer';
import type { ListAddress } from './useListAddress';
import type { SavedViews } from './views/useSavedViews';

/** Exports beyond the current page. */
export type ListExports<R> = Pick<ExportMenuProps, 'requires'> & {
  /** All matches, with the ids of the columns shown. */
  all: (columns: readonly string[]) => void;
  /** Other files; `selected` is null when every match is selected except these, by id. */
  more?: (selected: readonly R[] | null, except: readonly number[]) => readonly MenuEntry[];
};

/** What finds a list's records, whatever shows them. */
export type ListToolsProps = {
  noun: readonly [one: string, many: string];
  /** From `useListAddress`. */
  address: Pick<ListAddress<FilterValues>, 'filters' | 'errors' | 'setFilters'>;
  /** The filters, from `defineFilters`. */
  filters?: Pick<FilterSet, 'fields' | 'salvage'> | undefined;
  /** The facets reply, for filter choices; undefined while it isn't read. */
  facets?: Facets;
  /** The person nears the filters; see `useFacets`. */
  onNearFilters?: (() => void) | undefined;
  search?: SearchBox | undefined;
  /** Whether the server searches; if not, it's quick. */
  isServed?: boolean;
  /** From `useSavedViews`. */
  views?: SavedViews | undefined;
  /** Between search and filters. */
  children?: ReactNode;
};

/** A list's configuration, whoever pages it. */
export type ListProps<R> = Omit<ListToolsProps, 'address' | 'isServed'> & {
  /** From `resourceOf`; column layouts are stored under its name. */
  resource: Pick<Resource, 'name'>;
  label: string;
  columns: readonly GridColumn<R>[];
  /** A row's accessible name: "order 1024". */
  nameOf: (row: R) => string;
  /** From `useListAddress`. */
  address: Pick<
    ListAddress<FilterValues>,
    'state' | 'onStateChange' | 'request' | 'filters' | 'errors' | 'setFilters' | 'toStart' | 'openingId'
  >;
  /** Its height in pixels where more follows it on the page; by default it takes what is left of the window. */
  height?: number | undefined;
  /** The text and action of an empty list. */
  empty: GridEmpty;
  /** The page a row opens. */
  pathOf?: (row: R) => string;
  /** The drawer form for a row or a new record; the address holds which is open. */
  drawer?: (open: OpenDrawer<R>) => ReactNode;
  /** Why the drawer doesn't open for this row or a new record; null when it does. */
  whyNotOpen?: (row: R | null) => string | null;
  rowActions?: (row: R) => readonly MenuEntry[];
  rowTone?: (row: R) => 'muted' | 'warning' | 'danger' | undefined;
  /** Bulk actions. */
  bulk?: ListBulk<R>;
  /** Instead of `bulk`: changes shown before they are applied, and undone as one. */
  changes?: ListChanges<R>;
  /** Buttons for the selected rows, for what one call does at once; `bulk` is for jobs. */
  selectionActions?: (selected: Selected<R>) => ReactNode;
  exports?: ListExports<R>;
};
