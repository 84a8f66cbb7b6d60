import type { WebhookEndpoint } from '../../../../../domain/webhooks/endpoint';
import { messageOf } from '../../../../providers/call/call-errors';
import { useResourceOne } from '../../../../providers/refine/use-resource';
import { Button } from '../../../../ui/Button';
import { Dialog } from '../../../../ui/Dialog';
import { ErrorState, Skeleton } from '../../../../ui/states';
import { deliveries } from '../resource';
import { useFresh } from '../useFresh';
import css from '../webhooks.module.css';
import { Attempt } from './Attempt';
import { DeliveryFacts } from './DeliveryFacts';

const SOON_MS = 1_000;

type PingResultProps = { id: number; endpoint: WebhookEndpoint; onClose: () => void };

/** What came of a test event, as soon as something did. */
export function PingResult({ id, endpoint, onClose }: PingResultProps) {
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
        <div className={css.stack}>
          <DeliveryFacts delivery={delivery} />
          {delivery.history.slice(0, 1).map((attempt) => (
            <Attempt key={attempt.number} attempt={attempt} url={endpoint.url} isOpen={false} />
          ))}
        </div>
      ) : query.error ? (
        <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height="120px" />
      )}
    </Dialog>
  );
}
