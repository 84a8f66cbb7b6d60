import { useState } from 'react';
import { bookPushes as calls } from '../../../../domain/accounting/push/contract';
import { PUSH_STATUSES } from '../../../../domain/accounting/push/invoice';
import { formatUsd } from '../../../../domain/money';
import { ORDER_STATUSES } from '../../../../domain/orders/status';
import { counted } from '../../../../domain/text';
import { FormDialog } from '../../../kit/form/FormDrawer';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useActionForm } from '../../../kit/form/useRecordForm';
import type { CallResult } from '../../../providers/refine/use-call';
import { useCall } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { OrderErrors } from './OrderErrors';
import css from './push.module.css';

type Range = { from: string; to: string; statuses: string[] };
type Preview = (typeof calls.previewRange.returns)['_zod']['output'];
type Status = (typeof PUSH_STATUSES)[number];

const EARLIEST: Status[] = ['ACCEPTED', 'FULFILLED', 'SHIPPED', 'DELIVERED', 'COMPLETE'];

type BackFillProps = { companyId: number; onBegun: (id: number) => void; onClose: () => void };

/** Pushes the orders placed in a range of days, after a look at what that does. */
export function BackFill({ companyId, onBegun, onClose }: BackFillProps) {
  const orgId = useSession().scope?.orgId ?? 0;
  const preview = useCall(calls.previewRange, { showsErrors: true });
  const [asked, setAsked] = useState<{ range: Range; found: Preview } | null>(null);
  const form = useActionForm<Range, Preview>(
    async (range): Promise<CallResult<Preview>> => {
      const body = { orgId, ...range, statuses: range.statuses as Status[] };
      const result = await preview.run({ params: { companyId }, body });
      if (result.ok) setAsked({ range, found: result.value });
      return result;
    },
    { values: { from: '', to: '', statuses: EARLIEST }, onSaved: () => undefined },
  );
  if (asked) return <Filling {...asked} companyId={companyId} onBegun={onBegun} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      title="Push orders of a range"
      intro={<p>Orders placed on these days that aren’t in the books yet are pushed. You see what that does first.</p>}
      fields={[
        { name: 'from', label: 'Placed from', control: 'date', isNative: true, required: true },
        { name: 'to', label: 'Placed through', control: 'date', isNative: true, required: true },
        {
          name: 'statuses',
          label: 'Statuses',
          control: 'checks',
          required: true,
          options: PUSH_STATUSES.map((value) => ({ value, label: ORDER_STATUSES[value].label })),
        },
      ]}
      save="Preview"
      asksFirst={false}
      onClose={onClose}
      width={480}
    />
  );
}

type FillingProps = BackFillProps & { range: Range; found: Preview };

function Filling({ range, found, companyId, onBegun, onClose }: FillingProps) {
  const orgId = useSession().scope?.orgId ?? 0;
  const bulk = useCall(calls.bulk, { showsErrors: true });
  const { orders, totalUsd, pushed, failing, examples } = found;
  const ready = Math.max(0, orders - failing);
  const filters = {
    createdFrom: range.from,
    createdTo: range.to,
    statuses: range.statuses as Status[],
  };
  return (
    <Confirm
      title="Push these orders?"
      act={`Push ${counted(ready, 'order')}`}
      tone="primary"
      whyNot={ready === 0 ? 'None of these orders can be pushed yet.' : null}
      run={(_, idempotencyKey) =>
        bulk.run(
          { body: { orgId, companyId, selection: { filters, except: [] }, act: { name: 'push' } } },
          { idempotencyKey },
        )
      }
      onDone={({ id }) => onBegun(id)}
      onClose={onClose}
      width={560}
    >
      <div className={css.stack}>
        <p>
          {counted(orders, 'order')} for {formatUsd(totalUsd)}
          {pushed > 0 && `; ${pushed.toLocaleString('en-US')} of them are in the books already and stay as they are`}.
        </p>
        {failing > 0 && (
          <>
            <p>{counted(failing, 'order')} can’t be pushed yet:</p>
            <OrderErrors orders={examples} companyId={companyId} />
          </>
        )}
      </div>
    </Confirm>
  );
}
