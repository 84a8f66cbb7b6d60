import type { Cart } from '../../domain/carts/cart';
import { Button } from '../ui/Button';
import { Field, TextArea } from '../ui/Field';
import css from './marketplace.module.css';
import { useNotes } from './useNotes';

const MOST_NOTES = 4000;
const MOST_PREFERENCES = 1000;

/** Notes and delivery preferences, saved while typing. */
export function CartNotes({ cart, sellerName }: { cart: Cart; sellerName: string }) {
  const { notes, error, status, change, flush, retry } = useNotes(cart);
  return (
    <div className={css.notes}>
      <Field label={`Notes for ${sellerName}`}>
        <TextArea
          rows={2}
          maxLength={MOST_NOTES}
          value={notes.orderNotes}
          onChange={(event) => change({ orderNotes: event.target.value })}
          onBlur={flush}
        />
      </Field>
      <Field label="Delivery preferences" hint="Receiving days and hours, dock instructions">
        <TextArea
          rows={2}
          maxLength={MOST_PREFERENCES}
          value={notes.deliveryPreferences}
          onChange={(event) => change({ deliveryPreferences: event.target.value })}
          onBlur={flush}
        />
      </Field>
      <p className={`${css.notesStatus} small muted`} role="status">
        {error
          ? `Notes not saved. ${error}`
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
