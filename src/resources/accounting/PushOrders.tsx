import { useState } from 'react';
import { bookPushes as calls, MOST_PUSHED } from '../../../domain/accounting/push/contract';
import type { OrderFilters } from '../../../domain/orders/filters';
import { counted } from '../../../domain/text';
import { QueryState } from '../../kit/form/QueryState';
import { Confirm } from '../../kit/form/questions/Confirm';
import { BulkProgress, type OpenedAction } from '../../kit/list';
import { useCall, useCallQuery } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { OrderErrors } from './push/OrderErrors';
import css from './push/push.module.css';

/** The orders to push: those chosen, or all that match. */
export type Pushing = {
  selection: { ids: number[] } | { filters: OrderFilters; except: number[] };
  count: number;
  clear: () => void;
};

const RECORDED = {
  call: calls.bulk,
  acts: [{ act: 'push', title: 'Push #', outcome: 'on their way to the books' }],
  recent: { title: 'Recent pushes', none: 'Nothing was pushed in the last days.' },
} as const;

/** Pushes orders to the books after a look at what would fail; its progress goes on beside the list, which may be left. */
export function PushOrders({ pushing, onClose }: { pushing: Pushing | null; onClose: () => void }) {
  const [opened, setOpened] = useState<OpenedAction>(null);
  return (
    <>
      {pushing && (
        <PushDialog
          pushing={pushing}
          onBegun={(id) => {
            pushing.clear();
            setOpened(id);
          }}
          onClose={onClose}
        />
      )}
      <BulkProgress bulk={RECORDED} noun={['order', 'orders']} opened={opened} onOpen={setOpened} />
    </>
  );
}

type PushDialogProps = { pushing: Pushing; onBegun: (id: number) => void; onClose: () => void };

function PushDialog({ pushing: { selection, count }, onBegun, onClose }: PushDialogProps) {
  const { scope } = useSession();
  const orgId = scope?.orgId ?? 0;
  const companyId = scope?.sellerCompanyId ?? 0;
  const orderIds = 'ids' in selection && selection.ids.length <= MOST_PUSHED ? selection.ids : null;
  const checked = useCallQuery(
    calls.preflight,
    { params: { companyId }, body: { orgId, orderIds: orderIds ?? [] } },
    { enabled: orderIds !== null, staleTime: 0 },
  );
  const bulk = useCall(calls.bulk, { showsErrors: true });
  const many = counted(count, 'order');
  const nothingReady = orderIds !== null && checked.data?.ready === 0;
  return (
    <Confirm
      title={`Push ${many} to the books?`}
      act={orderIds === null || !checked.data ? `Push ${many}` : `Push ${counted(checked.data.ready, 'order')}`}
      tone="primary"
      whyNot={nothingReady ? 'None of these orders can be pushed yet.' : null}
      run={(_, idempotencyKey) =>
        bulk.run({ body: { orgId, companyId, selection, act: { name: 'push' } } }, { idempotencyKey })
      }
      onDone={({ id }) => onBegun(id)}
      onClose={onClose}
      width={560}
    >
      {orderIds === null ? (
        <p>Each becomes an invoice in your books, with its payments. Those that can’t be are listed afterward.</p>
      ) : (
        <QueryState query={checked} failure="The orders couldn’t be checked.">
          {({ ready, orders }) => <Checked ready={ready} orders={orders} companyId={companyId} />}
        </QueryState>
      )}
    </Confirm>
  );
}

type CheckedProps = {
  ready: number;
  orders: (typeof calls.preflight.returns)['_zod']['output']['orders'];
  companyId: number;
};

/** What would become of the orders. */
function Checked({ ready, orders, companyId }: CheckedProps) {
  const failing = orders.filter(({ errors }) => errors.length > 0);
  const notes = [...new Set(orders.flatMap((order) => order.notes))];
  return (
    <div className={css.stack}>
      {ready > 0 && (
        <p>
          {counted(ready, 'order')} can be pushed. Each becomes an invoice in your books, with its payments, and follows
          the order from then on.
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className="v-hint">
          {note}
        </p>
      ))}
      {failing.length > 0 && (
        <>
          <p>{counted(failing.length, 'order')} can’t be pushed yet:</p>
          <OrderErrors orders={failing} companyId={companyId} />
        </>
      )}
    </div>
  );
}
