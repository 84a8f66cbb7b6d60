import { useState } from 'react';
import { Link } from 'react-router';
import { usage as calls } from '../../domain/usage/contract';
import { USAGE_DAYS } from '../../domain/usage/events';
import type { Recording } from '../../domain/usage/recording';
import { usePersonOnly } from '../access/useCan';
import { QueryState } from '../kit/form/QueryState';
import { Confirm } from '../kit/form/questions/Confirm';
import { useCall, useCallQuery } from '../providers/refine/use-call';
import { Button } from '../ui/Button';
import { PageFrame } from '../ui/PageFrame';
import { momentHere } from '../ui/reader-dates';
import { EmptyState, Skeleton } from '../ui/states';
import { RecordingItems } from './RecordingItems';

const TRAIL = [{ label: 'Settings', to: '/profile/settings' }];

/** The person's own recordings, to watch and delete. */
export default function Recordings() {
  const personOnly = usePersonOnly();
  const query = useCallQuery(calls.recordings, {}, { topics: ['usage'], enabled: personOnly === null });
  const [deleting, setDeleting] = useState<Recording | null>(null);
  return (
    <PageFrame title="Your recordings" breadcrumbs={TRAIL}>
      <p className="muted">
        Only you see these. Support staff can watch one if they give a reason, which you then see here. Each is deleted
        after {USAGE_DAYS} days.
      </p>
      {personOnly ? (
        <EmptyState icon="lock" title="Not yours to see" hint={personOnly} />
      ) : (
        <QueryState
          query={query}
          skeleton={<Skeleton height="200px" />}
          empty={{
            icon: 'camera',
            title: 'No recordings',
            hint: 'When you and your organization allow recordings, they appear here.',
          }}
        >
          {(recordings) => (
            <RecordingItems
              recordings={recordings}
              actsOf={(one) => (
                <>
                  <Link className="v-button" to={`/profile/recordings/${one.id}`}>
                    Watch<span className="v-hidden"> the recording of {momentHere(one.startedAt)}</span>
                  </Link>
                  <Button tone="danger" onClick={() => setDeleting(one)}>
                    Delete<span className="v-hidden"> the recording of {momentHere(one.startedAt)}</span>
                  </Button>
                </>
              )}
            />
          )}
        </QueryState>
      )}
      {deleting && (
        <DeleteRecording recording={deleting} onDone={() => void query.refetch()} onClose={() => setDeleting(null)} />
      )}
    </PageFrame>
  );
}

type DeleteProps = { recording: Recording; onDone: () => void; onClose: () => void };

function DeleteRecording({ recording: { id, startedAt }, onDone, onClose }: DeleteProps) {
  const { run } = useCall(calls.remove, { showsErrors: true });
  return (
    <Confirm
      title={`Delete the recording of ${momentHere(startedAt)}?`}
      act="Delete recording"
      run={() => run({ params: { id } })}
      success="Recording deleted."
      onDone={onDone}
      onClose={onClose}
    >
      <p>Nobody can watch it then. This can’t be undone.</p>
    </Confirm>
  );
}
