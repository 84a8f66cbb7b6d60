import { useEffect, useRef, useState } from 'react';
import { usage as calls } from '../../domain/usage/contract';
import { RECORDING_STARTS_MS } from '../../domain/usage/recording';
import { useCall } from '../providers/refine/use-call';
import { Button } from '../ui/Button';
import type { Stopped } from './recorder';
import css from './usage.module.css';

const WHY: Record<Stopped, string> = {
  slow: 'Recording stopped: it was slowing this page down.',
  large: 'Recording stopped: there was too much to send.',
  long: 'Recording stopped: it was an hour long.',
  failed: 'Recording stopped: it couldn’t be sent.',
};

type State = 'waiting' | 'recording' | 'dismissed' | Stopped;

/** Records this tab as long as it is shown, and says so wherever the person is. */
export function RecordingMark({ screen }: { screen: string | null }) {
  const [state, setState] = useState<State>('waiting');
  const recorder = useRef<{ screen: (path: string) => void } | null>(null);
  const { run, isPending } = useCall(calls.agree, {
    success: 'Recording is off. You can turn it on again in your profile settings.',
  });

  useEffect(() => {
    const ending = new AbortController();
    const timer = setTimeout(async () => {
      const { startRecording } = await import('./recorder');
      if (ending.signal.aborted) return;
      recorder.current = startRecording(ending.signal, setState);
      setState('recording');
    }, RECORDING_STARTS_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
      recorder.current = null;
      setState('waiting');
    };
  }, []);

  useEffect(() => {
    if (state === 'recording' && screen !== null) recorder.current?.screen(screen);
  }, [state, screen]);

  if (state === 'waiting' || state === 'dismissed') return null;
  return (
    <section className={css.mark} aria-label="Recording" data-state={state}>
      {state === 'recording' ? (
        <>
          <span className={css.dot} aria-hidden="true" />
          <span role="status">Recording</span>
          <Button busy={isPending} onClick={() => void run({ body: { level: 'EVENTS' } })}>
            Stop
          </Button>
        </>
      ) : (
        <>
          <span role="status">{WHY[state]}</span>
          <Button onClick={() => setState('dismissed')}>Close</Button>
        </>
      )}
    </section>
  );
}
