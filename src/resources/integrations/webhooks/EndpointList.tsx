import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { webhooks as calls } from '../../../../domain/webhooks/contract';
import type { WebhookEndpoint } from '../../../../domain/webhooks/endpoint';
import { endpointName } from '../../../../domain/webhooks/endpoint-words';
import { endpointFilters, matchesEndpoint } from '../../../../domain/webhooks/filters';
import { useCan, usePersonOnly } from '../../../access/useCan';
import { CreateButton, ResourceGrid, useListAddress } from '../../../kit/list';
import { useCall } from '../../../providers/refine/use-call';
import { Button } from '../../../ui/Button';
import { PageFrame } from '../../../ui/PageFrame';
import { CRUMBS, pathOfEndpoint } from './paths';
import { endpoints } from './resource';
import { EndpointDrawer, useEndpointActions } from './useEndpointActions';
import { useFresh } from './useFresh';
import { endpointColumns } from './webhooks.columns';
import css from './webhooks.module.css';

/** How often what waits, and how fast that goes, is read again. */
const HEALTH_MS = 30_000;
const TONES = { ACTIVE: undefined, PAUSED: 'muted', DISABLED: 'danger' } as const;

/** The addresses of programs that are told what happens, and how that goes. */
export default function EndpointList() {
  const address = useListAddress(endpointFilters);
  const { filters } = address;
  useFresh(endpoints, HEALTH_MS);
  const { entriesOf, dialogs } = useEndpointActions();
  const add = <CreateButton label="Add endpoint" requires={endpoints.create.requires} />;
  return (
    <PageFrame
      title="Webhooks"
      breadcrumbs={CRUMBS.slice(0, 1)}
      actions={
        <>
          <AddReceiver />
          {add}
        </>
      }
    >
      <p className={css.about}>
        We tell your programs when something happens here, such as a new order, within seconds.
      </p>
      <ResourceGrid<WebhookEndpoint>
        resource={endpoints}
        label="Webhook endpoints"
        noun={['endpoint', 'endpoints']}
        columns={endpointColumns}
        nameOf={(endpoint) => `endpoint ${endpointName(endpoint)}`}
        address={address}
        filters={endpointFilters}
        search={{ label: 'Find an endpoint', field: 'search' }}
        matches={useCallback((endpoint: WebhookEndpoint) => matchesEndpoint(endpoint, filters), [filters])}
        pathOf={pathOfEndpoint}
        rowActions={entriesOf}
        rowTone={({ state, failingSince }) => TONES[state] ?? (failingSince ? 'warning' : undefined)}
        drawer={({ onClose }) => <EndpointDrawer.Part onClose={onClose} />}
        empty={{
          title: 'No endpoints yet',
          hint: 'A webhook saves your program from asking us again and again: we send it a short signed message when an order, a package or a license changes. To see how that looks, add a test receiver: it shows what we send, without a program of yours.',
          action: <AddReceiver />,
        }}
      />
      {dialogs}
    </PageFrame>
  );
}

/** Adds a receiver of ours, which shows what arrives, and opens it. */
function AddReceiver() {
  const navigate = useNavigate();
  const whyNot = useCan().whyNot(endpoints.create.requires);
  const reason = usePersonOnly() ?? whyNot;
  const { run, isPending } = useCall(calls.create, { success: 'Test receiver added. Send it a test event.' });
  const addReceiver = async () => {
    const added = await run({ body: { kind: 'RECEIVER' } });
    if (added.ok) navigate(pathOfEndpoint(added.value));
  };
  return (
    <Button
      icon="flask"
      busy={isPending}
      disabled={reason !== null}
      title={reason ?? undefined}
      onClick={() => void addReceiver()}
    >
      Add a test receiver
    </Button>
  );
}
