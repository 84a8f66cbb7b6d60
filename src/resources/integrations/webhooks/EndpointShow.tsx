import { useNavigate, useParams } from 'react-router';
import { webhooks as calls } from '../../../../domain/webhooks/contract';
import type { WebhookEndpoint } from '../../../../domain/webhooks/endpoint';
import { endpointName } from '../../../../domain/webhooks/endpoint-words';
import { useCan } from '../../../access/useCan';
import { WhyNot } from '../../../access/WhyNot';
import { QueryState } from '../../../kit/form/QueryState';
import { Panel, RecordColumns, RecordSkeleton } from '../../../kit/record/RecordPage';
import { CallError } from '../../../providers/call/call-errors';
import { askForOne } from '../../../providers/refine/look-ahead';
import { useResourceOne } from '../../../providers/refine/use-resource';
import { ErrorScreen } from '../../../shell/errors/ErrorScreen';
import { CopyableId } from '../../../ui/CopyableId';
import { Facts } from '../../../ui/Facts';
import { Menu } from '../../../ui/Menu';
import { PageFrame } from '../../../ui/PageFrame';
import { momentHere } from '../../../ui/reader-dates';
import { CRUMBS, WEBHOOKS } from './paths';
import { endpoints } from './resource';
import { DeliveriesPanel } from './show/DeliveriesPanel';
import { PingButton } from './show/PingButton';
import { ReceivedPanel } from './show/ReceivedPanel';
import { ReplayButton } from './show/ReplayButton';
import { SecretPanel } from './show/SecretPanel';
import { VerifyPanel } from './show/VerifyPanel';
import { useEndpointActions } from './useEndpointActions';
import { useFresh } from './useFresh';
import { EndpointPill, secondsText } from './webhooks.columns';
import css from './webhooks.module.css';

const HEALTH_MS = 30_000;

export function ahead({ id = '' }: Readonly<Record<string, string | undefined>>): void {
  if (Number.isSafeInteger(Number(id))) askForOne(endpoints, Number(id));
}

/** One endpoint: how it is, its secret, and all that was sent to it. */
export default function EndpointShow() {
  const id = Number(useParams().id);
  const { result: data, query } = useResourceOne(endpoints, Number.isSafeInteger(id) ? id : undefined);
  useFresh(endpoints, HEALTH_MS);
  const isGone = query.error instanceof CallError && query.error.status === 404;
  if (!Number.isSafeInteger(id) || isGone) {
    return <ErrorScreen status={404} message="This endpoint doesn’t exist anymore, or it’s another organization’s." />;
  }
  return (
    <QueryState
      query={{ data, error: query.error, refetch: query.refetch }}
      skeleton={<RecordSkeleton label="Loading the endpoint" />}
    >
      {(endpoint) => <EndpointPage endpoint={endpoint} />}
    </QueryState>
  );
}

function EndpointPage({ endpoint }: { endpoint: WebhookEndpoint }) {
  const navigate = useNavigate();
  const whyNot = useCan().whyNot(calls.ping.requires);
  const { entriesOf, dialogs } = useEndpointActions(() => navigate(WEBHOOKS, { replace: true }));
  return (
    <PageFrame
      title={endpointName(endpoint)}
      aside={<EndpointPill endpoint={endpoint} />}
      breadcrumbs={CRUMBS}
      actions={
        <>
          {whyNot && <WhyNot reason={whyNot} />}
          <Menu label="More" align="end" entries={entriesOf(endpoint)} />
          <ReplayButton endpoint={endpoint} whyNot={whyNot} />
          <PingButton endpoint={endpoint} whyNot={whyNot} />
        </>
      }
    >
      <RecordColumns
        side={
          <>
            <EndpointFacts endpoint={endpoint} />
            <SecretPanel endpoint={endpoint} />
          </>
        }
      >
        {endpoint.problem && (
          <p className={css.problem} role="status">
            {endpoint.problem}
          </p>
        )}
        <DeliveriesPanel endpoint={endpoint} />
        {endpoint.kind === 'RECEIVER' && <ReceivedPanel endpoint={endpoint} />}
        <VerifyPanel />
      </RecordColumns>
      {dialogs}
    </PageFrame>
  );
}

function EndpointFacts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { kind, url, types, p95Seconds, waiting, failingSince, lastSuccess, maker, created } = endpoint;
  return (
    <Panel title="Details">
      <Facts
        facts={{
          Address: kind === 'RECEIVER' ? 'Verdant’s test receiver' : <CopyableId value={url} />,
          Events:
            types.length === 0 ? (
              'Everything except messages'
            ) : (
              <ul className={css.types}>
                {types.map((type) => (
                  <li key={type}>
                    <code>{type}</code>
                  </li>
                ))}
              </ul>
            ),
          '95% within': p95Seconds === null ? 'Nothing sent in the last day' : secondsText(p95Seconds),
          Waiting: String(waiting),
          'Failing since': failingSince && momentHere(failingSince),
          'Last delivered': lastSuccess ? momentHere(lastSuccess) : 'Not yet',
          'Sent what may be seen by': maker.name,
          Added: momentHere(created),
        }}
      />
    </Panel>
  );
}
