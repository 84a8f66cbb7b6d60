import type { CallInput, CallOutput } from '../../domain/contract/endpoint';
import type { orderReports, pivotReports } from '../../domain/reports/contract';
import { useCan } from '../access/useCan';
import { useNotAssigned } from '../access/WhyNot';
import { call } from '../providers/call';
import { CallError, messageOf } from '../providers/call/call-errors';
import { useCallQuery } from '../providers/refine/use-call';
import { useSession } from '../providers/session';
import { useResumable } from '../providers/session/resume';
import { Button } from '../ui/Button';
import type { FilterValues } from '../ui/filters';
import type { GridEmpty } from '../ui/grid';

type ReportCall = typeof orderReports.make | typeof pivotReports.make;
type Body<E extends ReportCall> = CallInput<E>['body'];

type Conditions = {
  /** What is resumed after an upgrade. */
  act: string;
  /** Why this report can't be made, whoever asks; null when it can. */
  whyNot: GridEmpty | null;
};

/** A report on the orders of a search, through the contract; never asked for when it would be skipped or refused. */
export function useReport<E extends ReportCall>(
  endpoint: E,
  viewOptions: Body<E>['viewOptions'],
  filters: FilterValues,
  { act, whyNot }: Conditions,
) {
  const { scope } = useSession();
  const can = useCan();
  const { requires } = endpoint;
  const body = {
    orgId: scope?.orgId ?? 0,
    companyId: scope?.sellerCompanyId ?? undefined,
    filters,
    viewOptions,
  } as Body<E>;
  const input = { body } as CallInput<E>;
  const again = useResumable(act, async (asked: CallInput<E>) => {
    await call(endpoint, asked);
  });
  const notAssigned = useNotAssigned('orders');
  const refusal = can.whyNot(requires);
  const enabled = refusal === null && whyNot === null;
  const query = useCallQuery(endpoint, input, { enabled, topics: ['orders'], keepsPrevious: true });
  const data = query.data as CallOutput<ReportCall> | undefined;
  const skipped = data?.reportType === 'SKIPPED' ? { title: 'We didn’t make this report', hint: data.hint } : null;
  const refused = refusal && {
    title: 'You can’t see this report',
    hint: refusal,
    action: can.lacksPlan(requires) && (
      <Button tone="primary" onClick={() => void again(input, 'make this report').catch(() => {})}>
        Upgrade
      </Button>
    ),
  };
  const notMade: GridEmpty | null = refused || (whyNot ?? skipped ?? notAssigned);
  return {
    /** The reply to just this request; null while it is read. */
    fresh: data && !query.isPlaceholderData ? (data as CallOutput<E>) : null,
    body,
    notMade,
    error: query.error && messageOf(query.error),
    isForbidden: query.error instanceof CallError && query.error.status === 403,
    onRetry: () => void query.refetch(),
    isRefreshing: data !== undefined && query.isFetching,
  };
}
