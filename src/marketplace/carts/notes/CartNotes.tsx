import type { Cart } from '../../../../domain/carts/cart';
import type { NotesField } from '../../../../domain/carts/notes';
import { Button } from '../../../ui/Button';
import { Field, TextArea } from '../../../ui/Field';
import css from '../../marketplace.module.css';
import { useNotes } from './useNotes';

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
