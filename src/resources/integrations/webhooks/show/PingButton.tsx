import { useState } from 'react';
import { webhooks as calls } from '../../../../../domain/webhooks/contract';
import type { WebhookEndpoint } from '../../../../../domain/webhooks/endpoint';
import { useCall } from '../../../../providers/refine/use-call';
import { Button } from '../../../../ui/Button';
import { lazyDialog } from '../../../../ui/lazy';

const PingResult = lazyDialog(async () => (await import('./PingResult')).PingResult);

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
        onPointerEnter={PingResult.prefetch}
        onFocus={PingResult.prefetch}
        onClick={() => void ping()}
      >
        Send a test event
      </Button>
      {sent !== null && <PingResult.Part id={sent} endpoint={endpoint} onClose={() => setSent(null)} />}
    </>
  );
}
