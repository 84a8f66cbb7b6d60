import { formatNumber } from '../../../../../domain/money';
import { readableBody } from '../../../../../domain/webhooks/body-changes';
import { curlOf } from '../../../../../domain/webhooks/curl';
import type { WebhookAttempt } from '../../../../../domain/webhooks/delivery';
import { Code, CopyButton } from '../../../../ui/Code';
import { Facts } from '../../../../ui/Facts';
import { momentHere } from '../../../../ui/reader-dates';
import css from '../webhooks.module.css';

const headerText = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

type AttemptProps = { attempt: WebhookAttempt; url: string; isOpen: boolean };

/** One try of a delivery: what was sent, what came back, and how long that took. */
export function Attempt({ attempt, url, isOpen }: AttemptProps) {
  const { number, at, milliseconds, address, status, problem } = attempt;
  const { requestHeaders, requestBody, replyHeaders, replyHead } = attempt;
  return (
    <details className={css.attempt} open={isOpen}>
      <summary>
        Attempt {number} · {momentHere(at)} · {status === null ? 'No answer' : `Answered ${status}`}
      </summary>
      <div className={css.stack}>
        <Facts
          facts={{
            Problem: problem,
            Took: `${formatNumber(milliseconds)} ms`,
            'Connected to': address ?? 'Nothing: no connection was made',
          }}
        />
        <h3>Request</h3>
        <Code label="Request headers" text={headerText(requestHeaders)} />
        <Code
          label="Request body"
          text={readableBody(requestBody)}
          copies={{ text: requestBody, label: 'Copy request body' }}
        />
        <CopyButton label="Copy as curl" text={curlOf(url, requestHeaders, requestBody)} />
        <p className="v-hint">
          A receiver refuses a request signed more than 5 minutes ago. Send the delivery again to get a new signature.
        </p>
        {status !== null && (
          <>
            <h3>Answer {status}</h3>
            <Code label="Answer headers" text={headerText(replyHeaders)} />
            {replyHead === '' ? (
              <p className="v-hint">The answer had no body.</p>
            ) : (
              <Code label="Beginning of the answer" text={replyHead} />
            )}
          </>
        )}
      </div>
    </details>
  );
}
