import { useState } from 'react';
import { webhooks as calls } from '../../../../../domain/webhooks/contract';
import type { WebhookEndpoint } from '../../../../../domain/webhooks/endpoint';
import { messageOf } from '../../../../providers/call/call-errors';
import { useCall } from '../../../../providers/refine/use-call';
import { useResourceOne } from '../../../../providers/refine/use-resource';
import { Button } from '../../../../ui/Button';
import { Dialog } from '../../../../ui/Dialog';
import { ErrorState, Skeleton } from '../../../../ui/states';
import { deliveries } from '../resource';
import { Attempt } from './Attempt';
import { DeliveryFacts } from './DeliveryDrawer';
import { useFresh } from './useFresh';

const SOON_MS = 1_000;

type PingProps = { endpoint: WebhookEndpoint; whyNot: string | null };

/** Sends a test event, and shows what came of it. */
export function PingButton({ endpoint, whyNot }: PingProps) {
  const { run, isPending } = useCall(calls.ping);
  const [sent, setSent] = useState<number | null>(null);
  const ping = async () => {
    const result = await run({ params: { id: endpoint.id } });
    if (result.ok) setSent(result.value.deliveryId);
  };
  return (
    <>
      <Button
        tone="primary"
        busy={isPending}
        disabled={whyNot !== null}
        title={whyNot ?? undefined}
        onClick={() => void ping()}
      >
        Send a test event
      </Button>
      {sent !== null && <PingResult id={sent} endpoint={endpoint} onClose={() => setSent(null)} />}
    </>
  );
}

function PingResult({ id, endpoint, onClose }: { id: number; endpoint: WebhookEndpoint; onClose: () => void }) {
  const { result: delivery, query } = useResourceOne(deliveries, id);
  useFresh(deliveries, SOON_MS, delivery?.state === 'WAITING' && delivery.history.length === 0);
  return (
    <Dialog
      title="Test event"
      width={640}
      onClose={onClose}
      actions={
        <Button tone="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {delivery ? (
        <>
          <DeliveryFacts delivery={delivery} />
          {delivery.history.slice(0, 1).map((attempt) => (
            <Attempt key={attempt.number} attempt={attempt} url={endpoint.url} isOpen={false} />
          ))}
        </>
      ) : query.error ? (
        <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height="120px" />
      )}
    </Dialog>
  );
}
