import { useRef } from 'react';
import { bulkActs as calls } from '../../../../domain/bulk/contract';
import { useCall } from '../../../providers/refine/use-call';
import type { BulkShared } from './bulk';

type Undone = Pick<BulkShared, 'onOpen'> & { id: number; forget: (id: number) => void };

/** Undoes a finished action; the undo is then followed in its place. */
export function useUndoAction({ id, onOpen, forget }: Undone) {
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
