import { useEffect, useRef, useState } from 'react';
import { usage as calls } from '../../domain/usage/contract';
import { RECORDING_STARTS_MS } from '../../domain/usage/recording';
import { useCall } from '../providers/refine/use-call';
import { Button } from '../ui/Button';
import type { Stopped } from './recorder';
import css from './usage.module.css';

const WHY: Record<Stopped | 'unsaved', string> = {
  slow: 'Recording stopped: it was slowing this page down.',
  large: 'Recording stopped: there was too much to send.',
  long: 'Recording stopped: it was an hour long.',
  failed: 'Recording stopped: it couldn’t be sent.',
  unsaved: 'Recording stopped here, but that couldn’t be saved. Turn it off in your profile settings.',
};

type State = 'waiting' | 'recording' | 'dismissed' | keyof typeof WHY;

/** Records this tab as long as it is shown, and says so wherever the person is. */
export function RecordingMark({ screen }: { screen: string | null }) {
  const [state, setState] = useState<State>('waiting');
  const recorder = useRef<{ screen: (path: string) => void } | null>(null);
  const end = useRef(() => {});
  const { run, isPending } = useCall(calls.agree, {
    success: 'Recording is off. You can turn it on again in your profile settings.',
  });

  useEffect(() => {
    const ending = new AbortController();
    end.current = () => ending.abort();
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

  // It ends here at once, whatever becomes of the call.
  const stop = async () => {
    end.current();
    recorder.current = null;
    const { ok } = await run({ body: { level: 'EVENTS' } });
    if (!ok) setState('unsaved');
  };

  if (state === 'waiting' || state === 'dismissed') return null;
  return (
    <section className={css.mark} aria-label="Recording" data-state={state}>
      {state === 'recording' ? (
        <>
          <span className={css.dot} aria-hidden="true" />
          <span role="status">Recording</span>
          <Button busy={isPending} onClick={() => void stop()}>
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
