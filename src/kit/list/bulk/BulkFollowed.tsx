import { useEffect } from 'react';
import { CallError } from '../../../providers/call/call-errors';
import { useResourceOne } from '../../../providers/refine/use-resource';
import { Button, IconButton } from '../../../ui/Button';
import { lazyDialog } from '../../../ui/lazy';
import snack from '../../../ui/Snackbar.module.css';
import { focusList } from '../focus-list';
import { Bar, summaryOf } from './BulkSummary';
import type { BulkShared } from './bulk';
import { bulkActs } from './bulk-actions';
import { downloadBulkFile } from './bulk-files';
import { useUndoAction } from './useUndoAction';

export { BulkRecent } from './BulkRecent';

const BulkResult = lazyDialog(async () => (await import('./BulkResult')).BulkResult);

/** Most messages listed. */
const MOST_SHOWN = 250;

export type FollowedProps = BulkShared & { id: number; forget: (id: number) => void };

function useFollowed({ id, bulk, noun, onOpen, forget }: FollowedProps) {
  const asked = { query: { only: 'told' as const, itemsPerPage: MOST_SHOWN }, staleTime: 0 };
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

/** A bulk action in a line above the list. */
export function BulkLine(props: FollowedProps) {
  const { id, bulk, noun, onOpen } = props;
  const { data, summary, onClose } = useFollowed(props);
  const undo = useUndoAction(props);
  if (!data || !summary || data.path !== bulk.call.path) return null;
  const [file, ...others] = summary.isRunning ? [] : data.files;
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
      {file && others.length === 0 && (
        <Button tone="quiet" aria-label={`Download ${file.name}`} onClick={() => void downloadBulkFile(id, file)}>
          Download
        </Button>
      )}
      {data.canUndo && (
        <Button
          tone="quiet"
          busy={undo.isPending}
          aria-label={`Undo: ${summary.title}`}
          onClick={() => void undo.run()}
        >
          Undo
        </Button>
      )}
      {!summary.isRunning && <IconButton icon="close" label={`Close: ${summary.title}`} onClick={onClose} />}
    </div>
  );
}

/** A bulk action in its dialog. */
export function BulkOpened(props: FollowedProps) {
  const { onClose: onForget, ...followed } = useFollowed(props);
  const undo = useUndoAction(props);
  const shown = { ...followed, noun: props.noun, undo };
  return <BulkResult.Part {...shown} onClose={() => props.onOpen(null)} onForget={onForget} />;
}
