import { ListLinks } from '../../kit/list';
import { ErrorScreen } from '../../shell/errors/ErrorScreen';
import { PageFrame } from '../../ui/PageFrame';
import { SyncHealth } from './SyncHealth';
import { conflictsPath, crumbsOf, useSyncId } from './wholesale.text';

/** How a wholesale marketplace connection does. */
export default function HealthPage() {
  const syncId = useSyncId();
  if (syncId === null) return <ErrorScreen status={404} message="This connection doesn’t exist." />;
  return (
    <PageFrame
      title="Sync health"
      breadcrumbs={crumbsOf(syncId)}
      aside={<span className="v-hint">Wholesale marketplace</span>}
      actions={<ListLinks links={[{ to: conflictsPath(syncId), label: 'Conflicts' }]} />}
    >
      <SyncHealth key={syncId} syncId={syncId} />
    </PageFrame>
  );
}
