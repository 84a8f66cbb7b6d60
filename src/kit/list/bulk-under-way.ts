import { useSyncExternalStore } from 'react';
import { listeners } from '../../providers/listeners';
import type { Noun } from './bulk';

/** An act on many rows that was begun in this tab, and in which words it is told of. */
export type BulkUnderWay = {
  id: number;
  verb: string;
  noun: Noun;
  outcome: string;
  /** Its dialog is open; else it is shown in a line above the list. */
  isOpen: boolean;
};

let underWay: BulkUnderWay | null = null;
const changes = listeners<void>();

/** Follows an act until it is taken note of; there is one at a time. */
export function followBulk(next: BulkUnderWay | null): void {
  underWay = next;
  changes.emit();
}

/** The act followed, whatever list is open by now. */
export function useBulkUnderWay(): BulkUnderWay | null {
  return useSyncExternalStore(changes.on, () => underWay);
}
