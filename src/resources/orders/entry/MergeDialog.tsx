import { useNavigate } from 'react-router';
import { z } from 'zod';
import type { CallOutput } from '../../../../domain/contract/endpoint';
import { shortDay } from '../../../../domain/dates';
import { formatUsd } from '../../../../domain/money';
import { orderEntry as calls } from '../../../../domain/orders/entry/contract';
import { MOST_MERGED_ORDERS, TOO_MANY_ORDERS, TOO_MANY_PRODUCTS } from '../../../../domain/orders/merge/merge';
import { OverrideReason } from '../../../../domain/orders/order';
import { ORDER_STATUSES } from '../../../../domain/orders/status';
import { backorderText, backorderUsd, ON_BACKORDER } from '../../../../domain/orders/totals';
import { counted } from '../../../../domain/text';
import type { FieldSpec } from '../../../kit/form/fields';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { messageOf } from '../../../providers/call/call-errors';
import { useCall, useCallQuery } from '../../../providers/refine/use-call';
import { useResourceList } from '../../../providers/refine/use-resource';
import { showSnack } from '../../../providers/snackbar';
import { Facts } from '../../../ui/Facts';
import { FieldError } from '../../../ui/Field';
import { Skeleton } from '../../../ui/states';
import type { Merging, OrderSearch } from '../orders.bulk';
import { orders } from '../resource';
import css from './entry.module.css';
import { OVERRIDE_FIELD } from './override';

type MergeDialogProps = { merging: Merging; search: OrderSearch; onClose: () => void };

/** The most orders of a selection of all that match that are looked at. */
const MOST_SEEN = 250;

/** The ids of the orders to merge, in the order of the list; null until they are known. */
function useMergedIds({ selection }: Merging, { filters, sortBy, sortDesc }: OrderSearch) {
  const isAll = !('ids' in selection);
  const { query, result } = useResourceList(orders, {
    filters,
    sortBy,
    sortDesc,
    itemsPerPage: MOST_SEEN,
    enabled: isAll,
    staleTime: 0,
  });
  if (!isAll) return { ids: selection.ids, problem: null };
  const found = query.data && result.data.map(({ id }) => id).filter((id) => !selection.except.includes(id));
  const isTooMany = (query.data?.total ?? 0) > MOST_SEEN || (found?.length ?? 0) > MOST_MERGED_ORDERS;
  const problem = isTooMany ? TOO_MANY_ORDERS : query.error && messageOf(query.error);
  return { ids: problem ? null : (found ?? null), problem };
}

type MergeValues = { reason: string; shipDate: string };

const reasonField: FieldSpec<MergeValues> = { ...OVERRIDE_FIELD, name: 'reason' };

/** Asks for the ship date of orders that differ in it. */
const shipDateField = (days: readonly string[]): FieldSpec<MergeValues> => ({
  name: 'shipDate',
  label: 'Ship date',
  control: 'select',
  options: days.map((value, at) => ({ value: at === 0 ? '' : value, label: shortDay(value) })),
  hint: 'The orders have different ship dates. Choose the new order’s.',
});

/** Shows what several orders become together, then makes them one. The selection is cleared after either. */
export function MergeDialog({ merging, search, onClose }: MergeDialogProps) {
  const { count, clear } = merging;
  const navigate = useNavigate();
  const matching = useMergedIds(merging, search);
  const body = { orderIds: matching.ids ?? [] };
  const preview = useCallQuery(
    calls.mergePreview,
    { body },
    { staleTime: 0, retry: 0, enabled: matching.ids !== null },
  );
  const { data } = preview;
  const problem = matching.problem ?? (preview.error && messageOf(preview.error));
  const { run } = useCall(calls.merge, { showsErrors: true });
  const previewed = data?.orders ?? [];
  const stop = data?.creditStop;
  const shipDates = data?.shipDates ?? [];
  const asksShipDate = shipDates.length > 1;
  const isStopped = problem || (stop && !stop.mayOverride);
  const whyNot = isStopped ? 'These orders can’t be merged.' : data ? null : 'Adding up the orders.';
  const isWarning = problem === TOO_MANY_PRODUCTS;
  const close = () => {
    onClose();
    clear();
  };
  return (
    <Confirm<MergeValues, CallOutput<typeof calls.merge>>
      title={`Merge ${counted(data?.orders.length ?? count, 'order')}`}
      act="Merge orders"
      tone="primary"
      run={({ reason, shipDate }) =>
        run({
          body: {
            orderIds: previewed.map(({ id }) => id),
            versions: previewed.map(({ version }) => version),
            ...(stop && { overrideReason: reason }),
            ...(asksShipDate && { shipDate: shipDate || (shipDates[0] ?? null) }),
          },
        })
      }
      values={{ reason: '', shipDate: '' }}
      fields={[...(asksShipDate ? [shipDateField(shipDates)] : []), ...(stop?.mayOverride ? [reasonField] : [])]}
      {...(stop && { schema: OverrideReason.extend({ shipDate: z.string() }) })}
      whyNot={whyNot}
      onDone={({ id, orderNumber }) => {
        clear();
        showSnack({
          status: 'success',
          message: `Order ${orderNumber} has the lines of ${counted(previewed.length, 'order')}`,
        });
        void navigate(`/orders/${id}`);
      }}
      onClose={close}
      width={640}
    >
      <div className={css.customer}>
        {problem &&
          (isWarning ? (
            <p className={css.warning} role="status">
              {problem}
            </p>
          ) : (
            <FieldError>{problem}</FieldError>
          ))}
        {!data && !problem && <Skeleton height="120px" />}
        {data && (
          <>
            <p>
              The orders become one new order of {data.customerName}, {ORDER_STATUSES[data.status].label.toLowerCase()},
              with what they reserved. They are kept as combined. You can undo this until the new order is changed.
            </p>
            {data.statusChange && <p>{data.statusChange}</p>}
            {data.owedChange && <p>{data.owedChange}</p>}
            {stop && <FieldError>{stop.message}</FieldError>}
            <ul className={css.verdicts} aria-label="Orders to merge">
              {previewed.map(({ id, orderNumber, status, totalUsd, lineItemCount }) => (
                <li key={id}>
                  <span>
                    Order {orderNumber}{' '}
                    <span className="v-hint">
                      {data.statusChange && `${ORDER_STATUSES[status].label}, `}
                      {counted(lineItemCount, 'line')}
                    </span>
                  </span>
                  <span>{formatUsd(totalUsd)}</span>
                </li>
              ))}
            </ul>
            <Facts
              facts={{
                Lines: data.lineItemCount,
                Subtotal: formatUsd(data.subtotalUsd),
                Discount: formatUsd(data.orderDiscountUsd),
                Total: formatUsd(data.totalUsd),
                [ON_BACKORDER]: backorderText(data) !== null && `-${formatUsd(backorderUsd(data))}`,
                'Ship date': shipDates.length === 1 && shortDay(shipDates[0] ?? ''),
                Notes: data.notes,
              }}
            />
          </>
        )}
      </div>
    </Confirm>
  );
}
