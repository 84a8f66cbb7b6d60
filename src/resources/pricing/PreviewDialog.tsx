import type { CallInput } from '../../../domain/contract/endpoint';
import { formatNumber, formatUsd } from '../../../domain/money';
import { priceSchedules as calls, type PreviewedPrice, type PricePreview } from '../../../domain/pricing/contract';
import { describePrice } from '../../../domain/pricing/price';
import { counted } from '../../../domain/text';
import { Confirm } from '../../kit/form/questions/Confirm';
import { messageOf } from '../../providers/call/call-errors';
import { type CallResult, useCallQuery } from '../../providers/refine/use-call';
import { ErrorState, Skeleton } from '../../ui/states';
import styles from './pricing.module.css';
import { previewText, touchedText } from './pricing.text';

type PreviewDialogProps = {
  id: number;
  change: CallInput<typeof calls.preview>['body'];
  title: string;
  act: string;
  tone?: 'primary' | 'danger';
  /** What else happens. */
  note?: string;
  /** Given the version whose effect is shown. */
  run: (version: number) => Promise<CallResult<unknown>>;
  success?: string;
  onDone?: () => unknown;
  onClose: () => void;
};

/** What a change does to prices, shown before it is saved. */
export function PreviewDialog({ id, change, note, tone = 'primary', run, ...rest }: PreviewDialogProps) {
  const preview = useCallQuery(calls.preview, { params: { id }, body: change }, { staleTime: 0, retry: 0 });
  const { data, error } = preview;
  const failed = error ? 'Prices couldn’t be worked out. Try again.' : 'Working out the prices.';
  return (
    <Confirm {...rest} tone={tone} run={() => run(data?.version ?? 0)} whyNot={data ? null : failed} width={720}>
      <div className={styles.preview}>
        {!data && error && <ErrorState message={messageOf(error)} onRetry={() => void preview.refetch()} />}
        {!data && !error && <Skeleton height="120px" />}
        {data && <Effect preview={data} />}
        {note && <p>{note}</p>}
      </div>
    </Confirm>
  );
}

function Effect({ preview }: { preview: PricePreview }) {
  const { rows, rowCount } = preview;
  const touched = touchedText(preview);
  return (
    <>
      <p>{previewText(preview)}</p>
      {touched && <p>{touched}</p>}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list is reached by keyboard
        <ul className={styles.effects} tabIndex={0} aria-label="New prices">
          {rows.map((row) => (
            <NewPrice key={JSON.stringify([row.product.id, row.before, row.after])} row={row} />
          ))}
        </ul>
      )}
      {rowCount > rows.length && <p className="v-hint">And {formatNumber(String(rowCount - rows.length))} more.</p>}
    </>
  );
}

function NewPrice({ row: { product, before, after, customers } }: { row: PreviewedPrice }) {
  const others = customers.count - customers.names.length;
  const names = customers.names.length > 0 ? customers.names.join(', ') : counted(customers.count, 'customer');
  return (
    <li>
      <span>
        <b>{product.name}</b> <span className="v-hint">{product.sku}</span>
      </span>
      <span className={styles.change}>
        <s>{formatUsd(before.price)}</s> → <strong>{formatUsd(after.price)}</strong>
      </span>
      <span className="v-hint">
        {names}
        {customers.names.length > 0 && others > 0 && ` and ${formatNumber(String(others))} more`}
      </span>
      <span className={`v-hint ${styles.change}`}>
        {[...new Set([before, after].map(({ why }) => describePrice(why, 'seller')))].join(' → ')}
      </span>
    </li>
  );
}
