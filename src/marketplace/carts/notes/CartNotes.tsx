import { useEffect, useRef, useState } from 'react';
import type { Cart } from '../../../../domain/carts/cart';
import type { NotesChange } from '../../../../domain/carts/contract';
import { NOTES, type NotesField } from '../../../../domain/carts/notes';
import { CallError, messageOf } from '../../../providers/call/call-errors';
import { Button } from '../../../ui/Button';
import { Field, TextArea } from '../../../ui/Field';
import css from '../../marketplace.module.css';
import { useCartWrites } from '../carts';
import { readNotes, saveNotes } from './note-drafts';

const MOST: Record<NotesField, number> = { orderNotes: 4000, deliveryPreferences: 1000 };

/** Notes and delivery preferences, saved while typing. */
export function CartNotes({ cart, sellerName }: { cart: Cart; sellerName: string }) {
  const { notes, error, clashes, status, change, answer, flush, retry } = useNotes(cart);
  const isClashing = Object.keys(clashes).length > 0;
  const field = (name: NotesField, label: string, hint?: string) => (
    <div>
      <Field label={label} hint={hint} error={clashes[name]}>
        <TextArea
          rows={2}
          maxLength={MOST[name]}
          value={notes[name]}
          onChange={(event) => change(name, event.target.value)}
          onBlur={flush}
        />
      </Field>
      {clashes[name] && (
        <>
          <p className="small">{cart[name] ? `Now it says: “${cart[name]}”` : 'Now it is empty.'}</p>
          <span className={css.actions}>
            <Button onClick={() => answer(name, true)}>
              Keep mine<span className="v-hidden"> for {label}</span>
            </Button>
            <Button onClick={() => answer(name, false)}>
              Take theirs<span className="v-hidden"> for {label}</span>
            </Button>
          </span>
        </>
      )}
    </div>
  );
  return (
    <div className={css.notes}>
      {field('orderNotes', `Notes for ${sellerName}`)}
      {field('deliveryPreferences', 'Delivery preferences', 'Receiving days and hours, dock instructions')}
      <p className={`${css.notesStatus} small muted`} role="status">
        {error
          ? `Notes not saved. ${error}`
          : isClashing
            ? 'Notes not saved'
            : status === 'saved'
              ? 'Notes saved'
              : status === 'unsaved'
                ? 'Saving…'
                : ''}
        {error && (
          <Button tone="quiet" onClick={retry}>
            Try again
          </Button>
        )}
      </p>
    </div>
  );
}

const DEBOUNCE_MS = 600;

type Clashes = Partial<Record<NotesField, string>>;

/**
 * A cart's notes, saved while typing. Unsaved notes are kept in the tab and never overwritten by updates; only what was
 * changed is sent, and what a colleague changed meanwhile is for the person to decide.
 */
function useNotes(cart: Cart) {
  const { id } = cart;
  const writes = useCartWrites();
  const [draft, setDraft] = useState<NotesChange | null>(() => readNotes(id));
  const [error, setError] = useState<string | null>(null);
  const [clashes, setClashes] = useState<Clashes>({});
  const [isSaved, setSaved] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(draft);
  const isSaving = useRef(false);

  const keep = (next: NotesChange | null) => {
    latest.current = next;
    setDraft(next);
    saveNotes(id, next);
  };
  const save = async () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const sent = latest.current;
    if (!sent || isSaving.current) return;
    isSaving.current = true;
    let isDone = false;
    try {
      await writes.setNotes(id, sent);
      isDone = true;
      setError(null);
      setClashes({});
      keep(without(latest.current, sent));
      setSaved(latest.current === null);
    } catch (raised) {
      const fields = raised instanceof CallError && raised.status === 409 ? pick(raised.errors ?? {}, NOTES) : {};
      setClashes(fields);
      setError(Object.keys(fields).length > 0 ? null : messageOf(raised));
    }
    isSaving.current = false;
    // Typed while it was saved.
    if (isDone && latest.current && timer.current === undefined) void saveLatest.current();
  };
  const saveLatest = useRef(save);
  saveLatest.current = save;
  useEffect(() => {
    // Typed before a reload and not saved yet.
    if (latest.current) void saveLatest.current();
    return () => clearTimeout(timer.current);
  }, []);

  return {
    notes: {
      orderNotes: draft?.orderNotes ?? cart.orderNotes,
      deliveryPreferences: draft?.deliveryPreferences ?? cart.deliveryPreferences,
    },
    error,
    /** What a colleague did to a field while it was typed in. */
    clashes,
    status: draft ? ('unsaved' as const) : isSaved ? ('saved' as const) : null,
    change(field: NotesField, text: string) {
      const { known, ...typed } = latest.current ?? {};
      keep({ ...typed, [field]: text, known: { [field]: cart[field], ...known } });
      setSaved(false);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void saveLatest.current(), DEBOUNCE_MS);
    },
    /** Answers a clash: `mine` saves what was typed after all, else the colleague's text stays. */
    answer(field: NotesField, isMine: boolean) {
      const draft = latest.current ?? {};
      const others = NOTES.filter((one) => one !== field);
      setClashes((former) => pick(former, others));
      keep(isMine ? { ...draft, known: { ...draft.known, [field]: cart[field] } } : only(draft, others));
      void save();
    },
    /** Saves pending notes, for example on blur. */
    flush() {
      if (timer.current !== undefined) void save();
    },
    retry: () => void save(),
  };
}

type Texts = Partial<Record<NotesField, string | undefined>>;

function pick(from: Texts, fields: readonly NotesField[]): Partial<Record<NotesField, string>> {
  return Object.fromEntries(fields.flatMap((field) => (from[field] === undefined ? [] : [[field, from[field]]])));
}

/** The changes of some fields; null for none. */
function only(draft: NotesChange, fields: readonly NotesField[]): NotesChange | null {
  const left = fields.filter((field) => draft[field] !== undefined);
  return left.length === 0 ? null : { ...pick(draft, left), known: pick(draft.known ?? {}, left) };
}

/** What is left to save once some of it was; null for nothing. */
function without(draft: NotesChange | null, saved: NotesChange): NotesChange | null {
  const left = NOTES.filter((field) => draft?.[field] !== saved[field]);
  const rest = draft && only(draft, left);
  return rest && { ...rest, known: { ...rest.known, ...pick(saved, left) } };
}
