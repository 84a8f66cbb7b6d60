import { useEffect, useRef, useState } from 'react';
import { messageOf, NetworkError } from '../../providers/call-errors';
import type { BulkProgress } from './bulk';

/** Does something with rows one after the other, from this page: it ends when the page is left. */
export function useRunHere<R extends { id: number }>(nameOf: (row: R) => string) {
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const isStopped = useRef(false);
  // Nothing goes on unseen once the page is left.
  useEffect(() => {
    isStopped.current = false;
    return () => {
      isStopped.current = true;
    };
  }, []);

  const start = async (rows: readonly R[], run: (row: R) => Promise<unknown>) => {
    let now: BulkProgress = { state: 'running', total: rows.length, done: 0, refused: [] };
    isStopped.current = false;
    setProgress(now);
    for (const row of rows) {
      if (isStopped.current) break;
      try {
        await run(row);
        now = { ...now, done: now.done + 1 };
      } catch (error) {
        const refused = [...now.refused, { id: row.id, label: nameOf(row), refusal: messageOf(error) }];
        now = { ...now, done: now.done + 1, refused };
        if (error instanceof NetworkError) now = { ...now, state: 'lost' };
      }
      setProgress(now);
      if (now.state === 'lost') return;
    }
    setProgress({ ...now, state: now.done < now.total ? 'stopped' : 'done' });
  };
  return {
    progress,
    start,
    stop: () => {
      isStopped.current = true;
    },
    reset: () => setProgress(null),
  };
}
