import { useEffect, useRef } from 'react';
import { bulkActs as calls } from '../../../domain/bulk/contract';
import { CallError } from '../../providers/call-errors';
import { useCall } from '../../providers/use-call';
import { useResourceOne } from '../../providers/use-resource';
import { Button, IconButton } from '../../ui/Button';
import { later } from '../../ui/later';
import snack from '../../ui/Snackbar.module.css';
import { Bar, summaryOf } from './BulkSummary';
import type { BulkShared } from './bulk';
import { bulkActs } from './bulk-acts';
import { focusList } from './focus-list';

const BulkResult = later(async () => (await import('./BulkResult')).BulkResult);

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

/** Undoes a finished action; the undo is then followed in its place. */
function useUndo({ id, onOpen, forget }: Pick<FollowedProps, 'id' | 'onOpen' | 'forget'>) {
  const { run, isPending } = useCall(calls.undo);
  const key = useRef(crypto.randomUUID());
  return {
    isPending,
    run: async () => {
      const result = await run({ params: { id } }, { idempotencyKey: key.current });
      if (!result.ok) return;
      forget(id);
      onOpen(result.value.id);
    },
  };
}

/** A bulk action in a line above the list. */
export function BulkLine(props: FollowedProps) {
  const { id, bulk, noun, onOpen } = props;
  const { data, summary, onClose } = useFollowed(props);
  const undo = useUndo(props);
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
  const undo = useUndo(props);
  const shown = { ...followed, noun: props.noun, undo };
  return <BulkResult.Part {...shown} onClose={() => props.onOpen(null)} onForget={onForget} />;
}
