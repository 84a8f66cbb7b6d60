import { useState } from 'react';
import { useNavigate } from 'react-router';
import { describeQuantity } from '../../../../domain/catalogue/units/quantity';
import type { CallOutput } from '../../../../domain/contract/endpoint';
import { formatUsd, isEqual } from '../../../../domain/money';
import { describeDiscount } from '../../../../domain/orders/entry/clone';
import { orderEntry as calls } from '../../../../domain/orders/entry/contract';
import { counted } from '../../../../domain/text';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { messageOf } from '../../../providers/call/call-errors';
import { type CallResult, useCall, useCallQuery } from '../../../providers/refine/use-call';
import { showSnack } from '../../../providers/snackbar';
import { Field, Select } from '../../../ui/Field';
import { ErrorState, Skeleton } from '../../../ui/states';
import css from './entry.module.css';

const FAILED = 'Failed to clone order. Please try again.';
const PRICES = [
  { value: 'current', label: 'The customer’s prices today' },
  { value: 'copy', label: 'The prices of this order' },
];

type Prices = 'copy' | 'current';
type Preview = CallOutput<typeof calls.clonePreview>;
type CloneDialogProps = { order: { id: number; orderNumber: string }; onClose: () => void };

/** Copies an order as a new draft, once its differences are seen. */
export function CloneDialog({ order, onClose }: CloneDialogProps) {
  const [prices, setPrices] = useState<Prices>('current');
  const navigate = useNavigate();
  const body = { orderId: order.id, prices };
  const { data, error, refetch } = useCallQuery(calls.clonePreview, { body }, { staleTime: 0 });
  const { run } = useCall(calls.clone, { failure: FAILED, showsErrors: true });
  const clone = async (): Promise<CallResult<{ id: number; orderNumber: string }>> => {
    const result = await run({ body });
    if (!result.ok) return result;
    const { saved } = result.value;
    if (saved.saveSuccessful) return { ok: true, value: saved };
    return { ok: false, error: new Error(saved.errorMessages.map(({ message }) => message).join('. ')) };
  };
  return (
    <Confirm<Record<string, never>, { id: number; orderNumber: string }>
      title={`Clone order ${order.orderNumber}`}
      act="Clone order"
      tone="primary"
      run={clone}
      whyNot={whyNot(data)}
      onDone={({ id, orderNumber }) => {
        showSnack({ status: 'success', message: `Order ${orderNumber} saved as a draft` });
        void navigate(`/orders/${id}`);
      }}
      onClose={onClose}
      width={640}
    >
      <div className={css.customer}>
        <Field label="Prices">
          <Select options={PRICES} value={prices} onChange={({ target }) => setPrices(target.value as Prices)} />
        </Field>
        {error && !data && <ErrorState message={messageOf(error, FAILED)} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height="96px" />}
        {data && <Differences preview={data} />}
      </div>
    </Confirm>
  );
}

function whyNot(preview: Preview | undefined): string | null {
  if (preview === undefined) return 'Comparing with today’s products and prices.';
  if (preview.lines.length === 0) return 'No products found in original order';
  return preview.lines.some(({ problem }) => problem) ? 'Some lines can’t be copied as they are.' : null;
}

const isRepacked = ({ quantity, unitOfMeasure, quantityBefore, unitBefore }: Preview['lines'][number]) =>
  unitOfMeasure !== unitBefore || !isEqual(quantity, quantityBefore);

function Differences({ preview: { lines, skipped, leftDiscountUsd } }: { preview: Preview }) {
  const changed = lines.filter((line) => line.problem || isRepacked(line) || !isEqual(line.before, line.after));
  return (
    <>
      <p>
        {counted(lines.length, 'line')} will be copied to a new draft
        {skipped.length > 0 && `, ${skipped.length} left out`}.{changed.length === 0 && ' Its prices stay the same.'}
      </p>
      {leftDiscountUsd !== null && <p>{describeDiscount(leftDiscountUsd)}</p>}
      {changed.length + skipped.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list is reached by keyboard
        <ul className={css.verdicts} tabIndex={0} aria-label="Differences">
          {skipped.map(({ productName, sku, reason }) => (
            <li key={`skipped ${sku}`}>
              <span>
                {productName} <span className="v-hint">{sku}</span>
              </span>
              <span className={css.wrong}>Left out: {reason.toLowerCase()}</span>
            </li>
          ))}
          {changed.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a product may be on several lines, which stay in order
            <li key={at}>
              <span>
                {line.productName}{' '}
                <span className="v-hint">
                  {isRepacked(line) && `${describeQuantity(line.quantityBefore, line.unitBefore)}, now `}
                  {describeQuantity(line.quantity, line.unitOfMeasure)}
                </span>
              </span>
              {line.problem ? (
                <span className={css.wrong}>{line.problem}</span>
              ) : isEqual(line.before, line.after) ? (
                <span>{formatUsd(line.after)}</span>
              ) : (
                <span>
                  <s>{formatUsd(line.before)}</s> → <strong>{formatUsd(line.after)}</strong>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
