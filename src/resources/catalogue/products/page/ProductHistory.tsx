import { useState } from 'react';
import { productDetails } from '../../../../../domain/catalogue/contract';
import type { ProductLogEntry } from '../../../../../domain/catalogue/product-log';
import type { Product } from '../../../../../domain/catalogue/product-record';
import { zoneText } from '../../../../../domain/time-zones';
import { QueryState } from '../../../../kit/form/QueryState';
import { PanelPager } from '../../../../kit/record/PanelPager';
import { Panel } from '../../../../kit/record/RecordPage';
import { useCallQuery } from '../../../../providers/refine/use-call';
import { Button } from '../../../../ui/Button';
import { Field, TextInput } from '../../../../ui/Field';
import { lazyDialog } from '../../../../ui/lazy';
import { countedZone, instantHere, momentHere } from '../../../../ui/reader-dates';
import css from '../product-page.module.css';

const PAGE = 25;
const AsOf = lazyDialog(async () => (await import('./ProductAsOf')).ProductAsOf);

/** Who changed what of a product, newest first, and the product as it was at a time. */
export function ProductHistory({ product }: { product: Product }) {
  const [page, setPage] = useState(0);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState<string | null>(null);
  const query = useCallQuery(
    productDetails.logs,
    { params: { id: product.id }, query: { page, itemsPerPage: PAGE } },
    { topics: ['products'], keepsPrevious: true },
  );
  return (
    <Panel title="History">
      <form
        className={css.asOf}
        aria-label="See it as it was"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed !== '') setAt(instantHere(typed));
        }}
      >
        <Field label="As of" hint={`${zoneText(countedZone())}.`}>
          <TextInput
            type="datetime-local"
            max="9999-12-31T23:59"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
        <Button type="submit" disabled={typed === ''} onPointerEnter={AsOf.prefetch} onFocus={AsOf.prefetch}>
          See it then
        </Button>
      </form>
      <QueryState query={query} empty={<p className="v-hint">No changes recorded yet.</p>}>
        {({ results, resultCount }) => (
          <>
            <ol className={css.history}>
              {results.map((entry) => (
                <Entry key={entry.id} entry={entry} onOpen={() => setAt(entry.created)} />
              ))}
            </ol>
            <PanelPager label="its history" page={page} itemsPerPage={PAGE} count={resultCount} onPage={setPage} />
          </>
        )}
      </QueryState>
      {at !== null && <AsOf.Part id={product.id} at={at} onClose={() => setAt(null)} />}
    </Panel>
  );
}

function Entry({ entry, onOpen }: { entry: ProductLogEntry; onOpen: () => void }) {
  const { created, person, impersonatedBy, action, changes } = entry;
  const moment = momentHere(created);
  return (
    <li>
      <span>
        <b>{person?.name || 'Automatic'}</b>
        {impersonatedBy && ` (${impersonatedBy.name} of support acting for them)`} · {action}
      </span>
      <span className="v-hint">
        <time dateTime={created}>{moment}</time> ·{' '}
        <button type="button" className="v-link" onClick={onOpen}>
          See it then<span className="v-hidden"> on {moment}</span>
        </button>
      </span>
      {changes.length > 0 && (
        <ul className={css.changes}>
          {changes.map(({ label, from, to }) => (
            <li key={label}>
              {label}: {from} → <b>{to}</b>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
