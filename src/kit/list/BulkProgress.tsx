import { useEffect } from 'react';
import { CallError } from '../../providers/call-errors';
import { useResourceOne } from '../../providers/use-resource';
import { Button, IconButton } from '../../ui/Button';
import { later } from '../../ui/later';
import snack from '../../ui/Snackbar.module.css';
import { Bar, summaryOf } from './BulkSummary';
import type { ListBulk, Noun } from './bulk';
import { bulkActs } from './bulk-acts';
import { useBulkUnderWay } from './bulk-under-way';
import { focusList } from './focus-list';
import styles from './list.module.css';

const BulkResult = later(async () => (await import('./BulkResult')).BulkResult);

/** Most refusals that are listed. */
const MOST_SHOWN = 250;

type Shared = { bulk: Pick<ListBulk<never>, 'call' | 'acts'>; noun: Noun; onOpen: (id: number | null) => void };
type BulkProgressProps = Shared & {
  /** The act whose dialog is open. */
  openId: number | null;
};

/**
 * The acts on many rows that are under way, each in a line above the list or in its dialog: those begun here, and those
 * a reload or another tab left running. They go on without either; what came of each is there until it is closed.
 */
export function BulkProgress({ openId, ...shared }: BulkProgressProps) {
  const { ids, forget } = useBulkUnderWay(shared.bulk.call.path, openId);
  return (
    <>
      <div className={styles.underWay} role="status">
        {ids
          .filter((id) => id !== openId)
          .map((id) => (
            <Line key={id} {...shared} id={id} forget={forget} />
          ))}
      </div>
      {openId !== null && <Opened key={openId} {...shared} id={openId} forget={forget} />}
    </>
  );
}

type FollowedProps = Shared & { id: number; forget: (id: number) => void };

function useFollowed({ id, bulk, noun, onOpen, forget }: FollowedProps) {
  const asked = { query: { only: 'failed' as const, itemsPerPage: MOST_SHOWN }, staleTime: 0 };
  const { query, result: data } = useResourceOne(bulkActs, id, asked);
  const { error, refetch } = query;
  const isGone = error instanceof CallError && error.status === 404;
  useEffect(() => {
    if (isGone) forget(id);
  }, [isGone, id, forget]);
  const close = () => {
    forget(id);
    onOpen(null);
    focusList();
  };
  return { data, summary: data && summaryOf(data, bulk, noun), error, onReread: refetch, onClose: close };
}

function Line(props: FollowedProps) {
  const { id, bulk, noun, onOpen } = props;
  const { data, summary, onClose } = useFollowed(props);
  if (!data || !summary || data.path !== bulk.call.path) return null;
  return (
    <div className={snack.snack}>
      <span className={snack.text}>{summary.isRunning ? `${summary.title}…` : summary.outcome}</span>
      {summary.isRunning && <Bar data={data} noun={noun} />}
      <Button
        tone="quiet"
        onPointerEnter={BulkResult.prefetch}
        onFocus={BulkResult.prefetch}
        onClick={() => onOpen(id)}
      >
        Show
      </Button>
      {!summary.isRunning && <IconButton icon="close" label={`Close: ${summary.title}`} onClick={onClose} />}
    </div>
  );
}

function Opened(props: FollowedProps) {
  const { onClose: onForget, ...followed } = useFollowed(props);
  return <BulkResult.Part {...followed} noun={props.noun} onClose={() => props.onOpen(null)} onForget={onForget} />;
}
