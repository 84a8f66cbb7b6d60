import { useState } from 'react';
import type { WebhookEndpoint } from '../../../../../domain/webhooks/endpoint';
import { Button } from '../../../../ui/Button';
import { lazyDialog } from '../../../../ui/lazy';

const ReplayDialog = lazyDialog(async () => (await import('./ReplayDialog')).ReplayDialog);

/** Opens what sends the events of a time again. */
export function ReplayButton({ endpoint, whyNot }: { endpoint: WebhookEndpoint; whyNot: string | null }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        icon="refresh"
        disabled={whyNot !== null}
        title={whyNot ?? undefined}
        onPointerEnter={ReplayDialog.prefetch}
        onFocus={ReplayDialog.prefetch}
        onClick={() => setOpen(true)}
      >
        Replay a time
      </Button>
      {isOpen && <ReplayDialog.Part endpoint={endpoint} onClose={() => setOpen(false)} />}
    </>
  );
}
