import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { supportRecordings as calls, VIEW_MINUTES } from '../../domain/usage/contract';
import type { Recording } from '../../domain/usage/recording';
import { QueryState } from '../kit/form/QueryState';
import { Confirm } from '../kit/form/questions/Confirm';
import { call } from '../providers/call';
import { useCall, useCallQuery } from '../providers/refine/use-call';
import { showSnack } from '../providers/snackbar';
import { Button } from '../ui/Button';
import { PageFrame } from '../ui/PageFrame';
import { momentHere } from '../ui/reader-dates';
import { EmptyState, Skeleton } from '../ui/states';
import { Player } from './Player';
import { RecordingItems } from './RecordingItems';

const TRAIL = [{ label: 'Support console', to: '/support' }];
const schema = calls.view.body;

type Watched = { recording: Recording; viewId: number };

/** A person's recordings, of which support staff watch one after saying why. */
export default function SupportRecordings() {
  const userId = useSearchParams()[0].get('userId');
  const [asked, setAsked] = useState<Recording | null>(null);
  const [watched, setWatched] = useState<Watched | null>(null);
  return (
    <PageFrame title="Recordings of a person" breadcrumbs={TRAIL}>
      {watched && (
        <section aria-label={`Recording of ${momentHere(watched.recording.startedAt)}`}>
          <Player
            key={watched.viewId}
            read={(from) =>
              call(calls.chunks, { params: { id: watched.recording.id }, query: { viewId: watched.viewId, from } })
            }
            onMissing={() => {
              setWatched(null);
              showSnack({ status: 'error', message: 'It was deleted, or the hour to watch it is over: ask again.' });
            }}
          />
        </section>
      )}
      {userId ? (
        <Found userId={userId} onWatch={setAsked} />
      ) : (
        <EmptyState icon="search" title="Choose a person" hint="Find somebody in the support console first." />
      )}
      {asked && (
        <WatchDialog
          recording={asked}
          onAllowed={(viewId) => setWatched({ recording: asked, viewId })}
          onClose={() => setAsked(null)}
        />
      )}
    </PageFrame>
  );
}

function Found({ userId, onWatch }: { userId: string; onWatch: (recording: Recording) => void }) {
  const query = useCallQuery(calls.list, { query: { userId } });
  return (
    <QueryState
      query={query}
      skeleton={<Skeleton height="200px" />}
      empty={{
        icon: 'camera',
        title: 'No recordings',
        hint: 'Nothing was recorded of this person in the last 30 days.',
      }}
    >
      {(recordings) => (
        <RecordingItems
          recordings={recordings}
          actsOf={(one) => (
            <Button onClick={() => onWatch(one)}>
              Watch<span className="v-hidden"> the recording of {momentHere(one.startedAt)}</span>
            </Button>
          )}
        />
      )}
    </QueryState>
  );
}

type WatchProps = { recording: Recording; onAllowed: (viewId: number) => void; onClose: () => void };

function WatchDialog({ recording: { id, startedAt }, onAllowed, onClose }: WatchProps) {
  const { run } = useCall(calls.view, { showsErrors: true });
  return (
    <Confirm
      title={`Watch the recording of ${momentHere(startedAt)}?`}
      act="Watch recording"
      tone="primary"
      values={{ reason: '' }}
      schema={schema}
      fields={[
        {
          name: 'reason',
          label: 'Reason',
          control: 'textarea',
          required: true,
          maxLength: 500,
          hint: 'The person sees it, with your name. Include a ticket number.',
        },
      ]}
      run={({ reason }) => run({ params: { id }, body: { reason } })}
      onDone={({ viewId }) => onAllowed(viewId)}
      onClose={onClose}
    >
      <p>You can watch it for {VIEW_MINUTES} minutes. This is saved in the organization’s audit log.</p>
    </Confirm>
  );
}
