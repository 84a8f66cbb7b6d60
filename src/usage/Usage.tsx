import { usage as calls } from '../../domain/usage/contract';
import { useCallQuery } from '../providers/refine/use-call';
import { useSession } from '../providers/session';
import { useActiveScreen } from '../shell/navigation/useAppNavigation';
import { RecordingMark } from './RecordingMark';
import { useUsageEvents } from './useUsageEvents';

/** Beside every screen: measures what was agreed to. Nothing while somebody else acts for the person, or they view as another. */
export default function Usage() {
  const { user, scope, seenAs, hasEnded } = useSession();
  if (user.impersonatedBy || seenAs || hasEnded || scope === null) return null;
  return <Measured />;
}

function Measured() {
  const { data } = useCallQuery(
    calls.mine,
    {},
    { topics: ['usage', 'organization'], staleTime: Number.POSITIVE_INFINITY },
  );
  const screen = useActiveScreen()?.screen.path ?? null;
  const agreed = data?.agreed ?? 'OFF';
  useUsageEvents(agreed !== 'OFF', screen);
  return agreed === 'RECORDINGS' ? <RecordingMark screen={screen} /> : null;
}
