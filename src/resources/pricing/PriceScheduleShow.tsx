import { useParams } from 'react-router';
import { QueryState } from '../../kit/form/QueryState';
import { RecordSkeleton } from '../../kit/record/RecordPage';
import { CallError } from '../../providers/call/call-errors';
import { useResourceOne } from '../../providers/refine/use-resource';
import { ErrorScreen } from '../../shell/errors/ErrorScreen';
import { ScheduleEditor } from './editor/ScheduleEditor';
import { priceSchedules } from './resource';

/** One price schedule: its rules, and who has it. */
export default function PriceScheduleShow() {
  const { slug = '' } = useParams();
  const isId = /^[1-9]\d{0,14}$/.test(slug);
  const { result: data, query } = useResourceOne(priceSchedules, isId ? Number(slug) : undefined);
  const isGone = query.error instanceof CallError && query.error.status === 404;
  if (!isId || isGone) {
    return <ErrorScreen status={404} message="This price schedule doesn’t exist, or you can’t see its company." />;
  }
  return (
    <QueryState
      query={{ data, error: query.error, refetch: query.refetch }}
      skeleton={<RecordSkeleton label="Loading the price schedule" />}
    >
      {(schedule) => <ScheduleEditor key={schedule.id} schedule={schedule} refresh={query.refetch} />}
    </QueryState>
  );
}
