import { useEffect } from 'react';
import type { RecordId, Resource } from '../../providers/refine/resource';
import { useResourceOne } from '../../providers/refine/use-resource';
import { reportError } from '../../providers/snackbar';

/**
 * The record a drawer edits, `undefined` until it is there and for a new one (`id` null). If it can't be read, says so
 * and closes the drawer.
 */
export function useDrawerRecord<P extends Resource>(resource: P, id: RecordId | null, onClose: () => void) {
  const { result, query } = useResourceOne(resource, id ?? undefined);
  const { error } = query;
  useEffect(() => {
    if (!error) return;
    reportError(error);
    onClose();
  }, [error, onClose]);
  return id === null ? undefined : result;
}
