import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { CallInput } from '../../../domain/contract/endpoint';
import { MOST_LISTINGS } from '../../../domain/directory/best-match';
import { directory } from '../../../domain/directory/contract';
import { call } from '../../providers/call';
import { callKey } from '../../providers/refine/use-call';
import type { DirectoryAddress } from './useDirectoryAddress';

const PAGE_SIZE = 50;

/** What matches, page after page appended. */
export function useSearch({ searchTerm, states, types, sort }: DirectoryAddress) {
  const query: CallInput<typeof directory.search>['query'] = {
    directoryListingTypes: ['brand', 'org', 'license'],
    itemsPerPage: PAGE_SIZE,
    ...(searchTerm ? { searchTerm } : {}),
    ...(states.length > 0 ? { usStates: [...states] } : {}),
    ...(types.length > 0 ? { licenseTypes: [...types] } : {}),
    ...(sort ? { sort } : {}),
  };
  return useInfiniteQuery({
    queryKey: [...callKey(directory.search, query), 'appended'],
    queryFn: ({ pageParam, signal }) => call(directory.search, { query: { ...query, page: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ resultCount, page, results }) => {
      const shown = (page + 1) * PAGE_SIZE;
      return results.length > 0 && shown < Math.min(resultCount, MOST_LISTINGS) ? page + 1 : undefined;
    },
    placeholderData: keepPreviousData,
    meta: { topics: ['catalogue'] },
  });
}
