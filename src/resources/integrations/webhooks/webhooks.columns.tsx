import type { WebhookDelivery } from '../../../../domain/webhooks/delivery';
import { DELIVERY_STATE_LABELS, type DeliveryState } from '../../../../domain/webhooks/delivery';
import type { WebhookEndpoint } from '../../../../domain/webhooks/endpoint';
import {
  ENDPOINT_HEALTH,
  type EndpointHealth,
  endpointName,
  healthOf,
} from '../../../../domain/webhooks/endpoint-words';
import { subjectText, typesText } from '../../../../domain/webhooks/event-groups';
import { nameColumn, textColumn } from '../../../kit/list/columns';
import type { GridColumn } from '../../../ui/grid';
import { Pill, type PillMark, type PillTone } from '../../../ui/Pill';
import { momentHere } from '../../../ui/reader-dates';

type Look = { tone: PillTone; mark: PillMark };

const HEALTH_LOOKS: Record<EndpointHealth, Look> = {
  ACTIVE: { tone: 'positive', mark: 'check' },
  FAILING: { tone: 'warning', mark: 'alert' },
  PAUSED: { tone: 'neutral', mark: 'clock' },
  DISABLED: { tone: 'negative', mark: 'cross' },
};

const DELIVERY_LOOKS: Record<DeliveryState, Look> = {
  WAITING: { tone: 'info', mark: 'clock' },
  DELIVERED: { tone: 'positive', mark: 'check' },
  FAILED: { tone: 'negative', mark: 'cross' },
  WITHHELD: { tone: 'neutral', mark: 'slash' },
  CANCELLED: { tone: 'neutral', mark: 'dashes' },
};

export function EndpointPill({ endpoint }: { endpoint: WebhookEndpoint }) {
  const health = healthOf(endpoint);
  return <Pill {...HEALTH_LOOKS[health]}>{ENDPOINT_HEALTH[health]}</Pill>;
}

export const DeliveryPill = ({ state }: { state: DeliveryState }) => (
  <Pill {...DELIVERY_LOOKS[state]}>{DELIVERY_STATE_LABELS[state]}</Pill>
);

/** "1.2 s"; what none says. */
export const secondsText = (seconds: number | null): string => (seconds === null ? '' : `${seconds.toFixed(1)} s`);

export const endpointColumns: readonly GridColumn<WebhookEndpoint>[] = [
  nameColumn<WebhookEndpoint>('name', 'Endpoint', { cell: endpointName, width: 180 }),
  {
    id: 'state',
    header: 'Status',
    cell: (endpoint) => <EndpointPill endpoint={endpoint} />,
    value: (endpoint) => ENDPOINT_HEALTH[healthOf(endpoint)],
    width: 124,
    sortable: true,
    card: 'lead',
  },
  textColumn(
    'address',
    'Address',
    ({ kind, url }) => (kind === 'RECEIVER' ? 'Verdant’s test receiver' : url.replace('https://', '')),
    { width: 210 },
  ),
  textColumn('types', 'Events', ({ types }) => typesText(types), { width: 184, card: 'hidden' }),
  {
    id: 'p95',
    header: '95% within',
    cell: ({ p95Seconds }) => secondsText(p95Seconds),
    value: ({ p95Seconds }) => p95Seconds,
    align: 'end',
    width: 104,
    sortable: true,
    card: 'hidden',
  },
  {
    id: 'waiting',
    header: 'Waiting',
    cell: ({ waiting }) => String(waiting),
    value: ({ waiting }) => waiting,
    align: 'end',
    width: 88,
    sortable: true,
  },
  momentColumn('lastSuccess', 'Last delivered', ({ lastSuccess }) => lastSuccess),
  momentColumn('failingSince', 'Failing since', ({ failingSince }) => failingSince),
];

export const deliveryColumns: readonly GridColumn<WebhookDelivery>[] = [
  nameColumn<WebhookDelivery>('type', 'Event', { cell: ({ event }) => event.type, width: 176, sortable: false }),
  {
    id: 'state',
    header: 'Status',
    cell: ({ state }) => <DeliveryPill state={state} />,
    value: ({ state }) => DELIVERY_STATE_LABELS[state],
    width: 112,
    card: 'lead',
  },
  textColumn('subject', 'About', ({ event }) => subjectText(event.subject), { width: 150 }),
  { ...momentColumn<WebhookDelivery>('created', 'Happened', ({ created }) => created), sortable: true },
  textColumn('reason', 'Why', ({ reason }) => reason, { width: 220, card: 'hidden' }),
  textColumn('status', 'Answer', ({ lastStatus }) => lastStatus?.toString(), {
    width: 84,
    align: 'end',
    card: 'end',
  }),
  textColumn('attempts', 'Attempts', ({ attempts }) => String(attempts), { width: 84, align: 'end', card: 'hidden' }),
  { ...momentColumn<WebhookDelivery>('nextAttempt', 'Next attempt', ({ nextAttempt }) => nextAttempt), card: 'hidden' },
];

/** A moment in the zone that counts; empty without one. */
function momentColumn<Row>(id: string, header: string, read: (row: Row) => string | null): GridColumn<Row> {
  return {
    id,
    header,
    cell: (row) => {
      const moment = read(row);
      return moment === null ? '' : momentHere(moment);
    },
    value: (row) => {
      const moment = read(row);
      return moment === null ? null : new Date(moment);
    },
    width: 164,
  };
}
