import type { CallInput } from '../../../../domain/contract/endpoint';
import { licenses as calls } from '../../../../domain/licenses/contract';
import type { LicenseFilters } from '../../../../domain/licenses/filters';
import type { LicenseRow } from '../../../../domain/licenses/license';
import type { ListSearch } from '../../../../domain/views/saved-view';
import { type ListExports, useExport } from '../../../kit/list';
import { useSession } from '../../../providers/session';

type Body = CallInput<typeof calls.export>['body'];

/** Exports of licenses. */
export function useLicenseExports(
  search: ListSearch<LicenseFilters, NonNullable<Body['sortBy']>>,
): ListExports<LicenseRow> {
  const orgId = useSession().scope?.orgId ?? 0;
  const start = useExport('licenses.export', calls.export);
  return {
    requires: calls.export.requires,
    all: (columns) =>
      void start({ body: { orgId, ...search, headers: columns as Body['headers'] } }, 'export these licenses'),
  };
}
