import { bodyChanges, readableBody } from '../../../../../domain/webhooks/body-changes';
import { webhooks as calls } from '../../../../../domain/webhooks/contract';
import type { ReceivedWebhook } from '../../../../../domain/webhooks/delivery';
import type { WebhookEndpoint } from '../../../../../domain/webhooks/endpoint';
import { QueryState } from '../../../../kit/form/QueryState';
import { Panel } from '../../../../kit/record/RecordPage';
import { useCallQuery } from '../../../../providers/refine/use-call';
import { Code } from '../../../../ui/Code';
import { Pill } from '../../../../ui/Pill';
import { momentHere } from '../../../../ui/reader-dates';
import css from '../webhooks.module.css';

/** What our test receiver got last, and whether a program would take it for ours. */
export function ReceivedPanel({ endpoint: { id } }: { endpoint: WebhookEndpoint }) {
  const query = useCallQuery(calls.received, { params: { id } }, { topics: ['webhooks'] });
  return (
    <Panel title="Received">
      <p className="v-hint">The last 50 messages the test receiver got, checked as your program should check them.</p>
      <QueryState query={query} empty={<p>Nothing received yet. Send a test event.</p>}>
        {(received) => (
          <ol className={css.received}>
            {received.map((one, index) => (
              <li key={one.id}>
                <Received received={one} before={received[index + 1]} />
              </li>
            ))}
          </ol>
        )}
      </QueryState>
    </Panel>
  );
}

type ReceivedProps = { received: ReceivedWebhook; before: ReceivedWebhook | undefined };

function Received({ received: { type, received, isVerified, headers, body }, before }: ReceivedProps) {
  const changes = before ? bodyChanges(before.body, body) : null;
  return (
    <details className={css.attempt}>
      <summary>
        <code className={css.name}>{type ?? 'unknown event'}</code> · {momentHere(received)}{' '}
        {isVerified ? <Pill tone="positive">Verified</Pill> : <Pill tone="negative">Not verified</Pill>}
      </summary>
      <div className={css.stack}>
        <Code
          label="Headers"
          text={Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        />
        <Code label="Body" text={readableBody(body)} copies={{ text: body, label: 'Copy body' }} />
        {changes && (
          <>
            <h3>Different from the message before</h3>
            <ul className={css.changes}>
              {changes.map(({ path, before: old, after }) => (
                <li key={path}>
                  <code>{path}</code>: {old === null ? 'new, ' : <del>{old}</del>}{' '}
                  {after === null ? 'gone' : <ins>{after}</ins>}
                </li>
              ))}
              {changes.length === 0 && <li>Nothing.</li>}
            </ul>
          </>
        )}
      </div>
    </details>
  );
}
