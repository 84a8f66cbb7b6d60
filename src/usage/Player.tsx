import type { Replayer } from '@rrweb/replay';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type RecordedEvent, STYLE } from '../../domain/usage/masking';
import type { RecordingChunks } from '../../domain/usage/recording';
import { CallError, messageOf } from '../providers/call/call-errors';
import { Button } from '../ui/Button';
import { EmptyState, ErrorState, Skeleton } from '../ui/states';
import { unpack } from './packed';
import css from './usage.module.css';

type PlayerProps = {
  read: (from: number) => Promise<RecordingChunks>;
  /** There is none, or not for the reader. */
  onMissing: () => void;
};

const TICK_MS = 250;
/** One that shows anything has a whole page. */
const WHOLE_PAGE = 2;

/** Plays a recording. */
export function Player({ read, onMissing }: PlayerProps) {
  const [events, setEvents] = useState<RecordedEvent[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const reads = useRef(read);
  const missing = useEffectEvent(onMissing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again.
  useEffect(() => {
    let isGone = false;
    setError(null);
    readAll(reads.current).then(
      (all) => isGone || setEvents(all),
      (problem: unknown) => {
        if (isGone) return;
        if (problem instanceof CallError && problem.status === 404) missing();
        else setError(problem);
      },
    );
    return () => {
      isGone = true;
    };
  }, [attempt]);
  if (error) return <ErrorState message={messageOf(error)} onRetry={() => setAttempt(attempt + 1)} />;
  if (events === null) return <Skeleton height="480px" />;
  if (events.length < 2 || !events.some(({ type }) => type === WHOLE_PAGE)) {
    return <EmptyState icon="camera" title="Nothing to play" hint="This recording ended before it showed anything." />;
  }
  return <Stage events={events} />;
}

async function readAll(read: PlayerProps['read']): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const { chunks, next }: RecordingChunks = await read(from);
    for (const { events: packed } of chunks) events.push(...(JSON.parse(await unpack(packed)) as RecordedEvent[]));
    from = next;
  }
  return events;
}

function Stage({ events }: { events: RecordedEvent[] }) {
  const stage = useRef<HTMLDivElement>(null);
  const replayer = useRef<Replayer | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const length = (events.at(-1)?.timestamp ?? 0) - (events[0]?.timestamp ?? 0);

  useEffect(() => {
    const root = stage.current;
    if (!root) return;
    let isGone = false;
    let room: ResizeObserver | undefined;
    void import('@rrweb/replay').then(({ Replayer: Player }) => {
      if (isGone) return;
      const made = new Player(events as ConstructorParameters<typeof Player>[0], {
        root,
        // Changes are then applied to the elements, whose styles the policy lets be set.
        useVirtualDom: false,
        mouseTail: false,
        showWarning: false,
        skipInactive: true,
        plugins: [{ onBuild: applyStyle }],
      });
      replayer.current = made;
      made.iframe.title = 'What the screen showed, masked';
      const fill = () => scale(root, made.iframe);
      room = new ResizeObserver(() => requestAnimationFrame(fill));
      room.observe(root);
      made.on('resize', fill);
      made.on('finish', () => setPlaying(false));
      made.pause(0);
      fill();
    });
    const timer = setInterval(
      () => setAt(Math.min(Math.max(replayer.current?.getCurrentTime() ?? 0, 0), length)),
      TICK_MS,
    );
    return () => {
      isGone = true;
      clearInterval(timer);
      room?.disconnect();
      replayer.current?.destroy();
      replayer.current = null;
    };
  }, [events, length]);

  const play = (from: number) => {
    replayer.current?.play(from >= length ? 0 : from);
    setPlaying(true);
  };
  const pause = (time?: number) => {
    replayer.current?.pause(time);
    setPlaying(false);
    if (time !== undefined) setAt(time);
  };
  return (
    <div className={css.player}>
      <div className={css.acts}>
        <Button tone="primary" onClick={() => (isPlaying ? pause() : play(at))}>
          {isPlaying ? 'Pause' : 'Play'}
        </Button>
        <input
          type="range"
          className={css.track}
          aria-label="Place in the recording"
          aria-valuetext={`${clock(at)} of ${clock(length)}`}
          min={0}
          max={length}
          step={100}
          value={at}
          onChange={({ target }) => pause(Number(target.value))}
        />
        <span>
          {clock(at)} / {clock(length)}
        </span>
      </div>
      <div ref={stage} className={css.stage} />
    </div>
  );
}

/** As an attribute, the page's policy would refuse it. */
function applyStyle(node: Node | { nodeName: string }): void {
  const { style, getAttribute } = node as Partial<HTMLElement>;
  const text = style && getAttribute?.call(node, STYLE);
  if (text) (node as HTMLElement).style.cssText += text;
}

/** Shows the recorded window as wide as there is room. */
function scale(root: HTMLElement, { width, height }: HTMLIFrameElement): void {
  const by = Math.min(1, root.clientWidth / (Number(width) || 1));
  const wrapper = root.querySelector<HTMLElement>('.replayer-wrapper');
  if (wrapper) wrapper.style.transform = `scale(${by})`;
  root.style.height = `${Number(height) * by}px`;
}

const clock = (ms: number): string =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor((ms % 60_000) / 1000)).padStart(2, '0')}`;
