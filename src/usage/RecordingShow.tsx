import { useState } from 'react';
import { useParams } from 'react-router';
import { readId } from '../../domain/contract/endpoint';
import { usage as calls } from '../../domain/usage/contract';
import { call } from '../providers/call';
import { ErrorScreen } from '../shell/errors/ErrorScreen';
import { PageFrame } from '../ui/PageFrame';
import { Player } from './Player';

const TRAIL = [{ label: 'Your recordings', to: '/profile/recordings' }];

/** Plays one of the person's own recordings. */
export default function RecordingShow() {
  const id = readId(useParams().slug);
  const [missing, setMissing] = useState<number | null>(null);
  if (id === null || id === missing)
    return <ErrorScreen status={404} message="This recording doesn’t exist, or isn’t yours." />;
  return (
    <PageFrame title="Recording" breadcrumbs={TRAIL}>
      <Player
        key={id}
        read={(from) => call(calls.chunks, { params: { id }, query: { from } })}
        onMissing={() => setMissing(id)}
      />
    </PageFrame>
  );
}
