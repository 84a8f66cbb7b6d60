import { useMemo } from 'react';
import { webhooks as calls } from '../../../../../domain/webhooks/contract';
import { deliveryFilters, type WebhookDelivery } from '../../../../../domain/webhooks/delivery';
import { DELIVERIES_KEPT_DAYS, type WebhookEndpoint } from '../../../../../domain/webhooks/endpoint';
import { endpointName } from '../../../../../domain/webhooks/endpoint-words';
import { subjectText } from '../../../../../domain/webhooks/event-groups';
import { useCan } from '../../../../access/useCan';
import { ResourceGrid, useListAddress } from '../../../../kit/list';
import { Panel } from '../../../../kit/record/RecordPage';
import { call } from '../../../../providers/call';
import { unlessGone } from '../../../../providers/call/call-errors';
import { useCall } from '../../../../providers/refine/use-call';
import { lazyDialog } from '../../../../ui/lazy';
import { deliveries } from '../resource';
import { useFresh } from '../useFresh';
import { deliveryColumns } from '../webhooks.columns';

const DeliveryDrawer = lazyDialog(async () => (await import('./DeliveryDrawer')).DeliveryDrawer);

const SORTS = { by: ['created'], first: 'created', desc: true } as const;
const HEIGHT = 520;
const FRESH_MS = 5_000;
const TONES = { FAILED: 'danger', WITHHELD: 'muted', CANCELLED: 'muted' } as const;

const reread = (row: WebhookDelivery): Promise<WebhookDelivery | null> =>
  unlessGone(call(calls.delivery, { params: { id: row.id } }, { quiet: true }));

/** What was sent to an endpoint in the last days, or waits to be; it follows what happens. */
export function DeliveriesPanel({ endpoint }: { endpoint: WebhookEndpoint }) {
  useFresh(deliveries, FRESH_MS);
  const address = useListAddress(deliveryFilters, SORTS);
  const where = useMemo(() => ({ endpointId: endpoint.id }), [endpoint.id]);
  const whyNot = useCan().whyNot(calls.resend.requires);
  const { run } = useCall(calls.resend, { success: 'It’s being sent again.' });
  return (
    <Panel title="Deliveries">
      <p className="v-hint">Of the last {DELIVERIES_KEPT_DAYS} days. Open one to see the request and the answer.</p>
      <ResourceGrid<WebhookDelivery>
        resource={deliveries}
        label={`Deliveries to ${endpointName(endpoint)}`}
        noun={['delivery', 'deliveries']}
        columns={deliveryColumns}
        nameOf={({ event }) => `${event.type} of ${subjectText(event.subject)}`}
        address={address}
        filters={deliveryFilters}
        where={where}
        height={HEIGHT}
        reread={reread}
        rowTone={({ state }) => (state in TONES ? TONES[state as keyof typeof TONES] : undefined)}
        rowActions={({ id }) => [
          {
            label: 'Send again',
            icon: 'refresh',
            onSelect: () => void run({ params: { id } }),
            ...(whyNot !== null && { disabled: true, note: whyNot }),
          },
        ]}
        drawer={({ id, onClose }) =>
          id !== null && <DeliveryDrawer.Part id={id} endpoint={endpoint} onClose={onClose} />
        }
        empty={{ title: 'Nothing sent yet', hint: 'Send a test event to see how it goes.' }}
      />
    </Panel>
  );
}
