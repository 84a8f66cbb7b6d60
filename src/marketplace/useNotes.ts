import { useEffect, useRef, useState } from 'react';
import type { Cart } from '../../domain/carts/cart';
import { messageOf } from '../providers/call-errors';
import { type CartNotes, useCartWrites } from './carts';
import { readDraft, saveDraft } from './note-drafts';

const DEBOUNCE_MS = 600;

const isSame = (a: CartNotes, b: CartNotes) =>
  a.orderNotes === b.orderNotes && a.deliveryPreferences === b.deliveryPreferences;

/** A cart's notes, saved while typing. Unsaved notes are kept in the tab and never overwritten by updates. */
export function useNotes({ id, orderNotes, deliveryPreferences }: Cart) {
  const writes = useCartWrites();
  const [draft, setDraft] = useState<CartNotes | null>(() => readDraft(id));
  const [error, setError] = useState<string | null>(null);
  const [isSaved, setSaved] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(draft);
  latest.current = draft;

  const save = async () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const notes = latest.current;
    if (!notes) return;
    try {
      await writes.setNotes(id, notes);
      setError(null);
      if (!latest.current || !isSame(latest.current, notes)) return;
      saveDraft(id, null);
      setDraft(null);
      setSaved(true);
    } catch (raised) {
      setError(messageOf(raised));
    }
  };
  const saveLatest = useRef(save);
  saveLatest.current = save;
  useEffect(() => {
    // Typed before a reload and not saved yet.
    if (latest.current) void saveLatest.current();
    return () => clearTimeout(timer.current);
  }, []);

  return {
    notes: draft ?? { orderNotes, deliveryPreferences },
    error,
    status: draft ? ('unsaved' as const) : isSaved ? ('saved' as const) : null,
    change(change: Partial<CartNotes>) {
      const next = { ...(latest.current ?? { orderNotes, deliveryPreferences }), ...change };
      latest.current = next;
      setDraft(next);
      setSaved(false);
      saveDraft(id, next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void saveLatest.current(), DEBOUNCE_MS);
    },
    /** Saves pending notes, for example on blur. */
    flush() {
      if (timer.current !== undefined) void save();
    },
    retry: () => void save(),
  };
}
